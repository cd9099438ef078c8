import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { jarsOf, requireTools, root } from '../../engines/testing/tools.ts';
import { hangMs } from '../../harness/hang.ts';
import { pagesAt } from '../crawlee/pages.mjs';
import { startService } from '../crawlee/service.mjs';

const version = '1.22';
const here = import.meta.dirname;
const page = readFileSync(join(root, 'docs/integrations/nutch.md'), 'utf8');
const points = [
  'exchange.Exchange',
  'indexer.IndexingFilter',
  'indexer.IndexWriter',
  'net.URLExemptionFilter',
  'net.URLFilter',
  'net.URLNormalizer',
  'parse.HtmlParseFilter',
  'parse.Parser',
  'scoring.ScoringFilter',
];

test('the jobs of Nutch index each distinct page once, again in a second run, and all pages if neardup is away', async () => {
  requireTools('jdk', 'maven');
  const jars = jarsOf(join(here, 'pom.xml'), `nutch-${version}`);
  const directory = mkdtempSync(join(tmpdir(), 'neardup-nutch-'));
  const service = await startService();
  try {
    const pages = [...pagesAt(1).values()];
    mkdirSync(join(directory, 'pages'));
    const lines = pages.map(({ path, html }, index) => {
      const file = join(directory, 'pages', `${index}.html`);
      writeFileSync(file, html);
      return `http://harbour.example${path}\t${file}\n`;
    });
    writeFileSync(join(directory, 'pages.tsv'), lines.join(''));
    const classPath = installPlugins(directory, join(jars, '*'), service.url);

    const contentsIn = async (segment) => {
      const indexed = await index(directory, classPath, segment);
      const paths = indexed.map((url) => url.replace('http://harbour.example', ''));
      return paths.map((path) => pages.find((each) => each.path === path).content).toSorted();
    };
    const distinct = new Set(pages.map(({ content }) => content));
    assert.equal(distinct.size, 135);
    assert.deepEqual(await contentsIn('20260101000000'), [...distinct].toSorted());
    // A second run is answered `unchanged`, and leaves out the same pages.
    assert.deepEqual(await contentsIn('20260101000001'), [...distinct].toSorted());

    await service.stop();
    assert.equal((await contentsIn('20260102000000')).length, 300);
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** Writes a folder of plugins and one of configuration, and returns the class path. */
function installPlugins(directory, jars, neardup) {
  const compile = (classes, classPath, ...sources) =>
    execFileSync('javac', ['-Werror', '-d', classes, '-cp', classPath, ...sources]);
  const classes = join(directory, 'classes');
  compile(classes, jars, join(here, '../java/Neardup.java'), join(here, 'NeardupFilter.java'));
  const plugin = join(directory, 'plugins/neardup');
  mkdirSync(plugin, { recursive: true });
  execFileSync('jar', ['--create', '--file', join(plugin, 'neardup.jar'), '-C', classes, '.']);
  copyFileSync(join(here, 'plugin.xml'), join(plugin, 'plugin.xml'));
  const driver = join(directory, 'driver');
  compile(driver, jars, join(here, 'test/Crawl.java'));

  const conf = join(directory, 'conf');
  const write = (path, xml) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `<?xml version="1.0"?>\n${xml}\n`);
  };
  const extensionPoints = points.map(
    (name) => `<extension-point id="org.apache.nutch.${name}" name="${name}"/>`,
  );
  write(
    join(directory, 'plugins/nutch-extensionpoints/plugin.xml'),
    `<plugin id="nutch-extensionpoints" name="points" version="1" provider-name="test">${extensionPoints.join('')}</plugin>`,
  );
  const extension = (point, name) =>
    `<extension id="${name}" name="${name}" point="org.apache.nutch.${point}"><implementation id="${name}" class="neardup.test.Crawl$${name}"><parameter name="contentType" value="*"/></implementation></extension>`;
  write(
    join(directory, 'plugins/test/plugin.xml'),
    `<plugin id="test" name="test" version="1" provider-name="test"><requires><import plugin="nutch-extensionpoints"/></requires>
    ${extension('parse.Parser', 'PageParser')}${extension('indexer.IndexWriter', 'Index')}</plugin>`,
  );
  write(
    join(conf, 'parse-plugins.xml'),
    '<parse-plugins><mimeType name="*"><plugin id="test"/></mimeType><aliases><alias name="test" extension-id="PageParser"/></aliases></parse-plugins>',
  );
  write(
    join(conf, 'index-writers.xml'),
    `<writers><writer id="lines" class="neardup.test.Crawl$Index"><parameters><param name="file" value="${join(directory, 'indexed')}"/></parameters><mapping><copy/><rename/><remove/></mapping></writer></writers>`,
  );
  const appender = 'log4j.appender.out';
  writeFileSync(
    join(conf, 'log4j.properties'),
    `log4j.rootLogger=WARN, out\n${appender}=org.apache.log4j.ConsoleAppender\n${appender}.layout=org.apache.log4j.SimpleLayout\n`,
  );
  const [printed] = /(?<=```xml\n)<property>.*?(?=```)/s.exec(page);
  const own = printed.replace('http://localhost:8080', neardup).replace('>page<', '>article<');
  const property = (name, value) =>
    `<property><name>${name}</name><value>${value}</value></property>`;
  write(
    join(conf, 'nutch-site.xml'),
    `<configuration>${own}${property('plugin.folders', join(directory, 'plugins'))}
    ${property('plugin.includes', 'nutch-extensionpoints|test|neardup')}
    ${property('hadoop.tmp.dir', join(directory, 'tmp'))}</configuration>`,
  );
  return [conf, driver, jars].join(':');
}

/** Parses and indexes all pages, and returns the addresses in the index. */
async function index(directory, classPath, segment) {
  const log = join(directory, `${segment}.log`);
  const output = openSync(log, 'w');
  const path = join(directory, segment);
  const java = [
    '-Xmx512m',
    '-cp',
    classPath,
    'neardup.test.Crawl',
    path,
    join(directory, 'pages.tsv'),
  ];
  const nutch = spawn('java', java, {
    cwd: directory,
    stdio: ['ignore', output, output],
    timeout: hangMs,
  });
  const [code] = await once(nutch, 'exit');
  closeSync(output);
  const indexed = join(directory, 'indexed');
  assert(code === 0 && existsSync(indexed), readFileSync(log, 'utf8'));
  const addresses = readFileSync(indexed, 'utf8').trim().split('\n');
  rmSync(indexed);
  return addresses;
}
