import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../../engines/testing/processes.ts';
import { jarsOf, requireTools, root } from '../../engines/testing/tools.ts';
import { hangMs } from '../../harness/hang.ts';
import { startService } from '../crawlee/service.mjs';
import { startSite } from '../crawlee/site.mjs';

const version = '3.13.0';
const profile = 'org/archive/crawler/restlet/profile-crawler-beans.cxml';
const page = readFileSync(join(root, 'docs/integrations/heritrix.md'), 'utf8');

test('a crawl by Heritrix writes each distinct page once, and all pages if neardup is away', async () => {
  requireTools('jdk', 'maven');
  const jars = jarsOf(join(import.meta.dirname, 'pom.xml'), `heritrix-${version}`);
  const directory = mkdtempSync(join(tmpdir(), 'neardup-heritrix-'));
  const site = await startSite();
  const service = await startService();
  try {
    const classes = join(directory, 'classes');
    const sources = ['java/Neardup.java', 'heritrix/NeardupProcessor.java'];
    const paths = sources.map((path) => join(root, 'examples', path));
    execFileSync('javac', ['-Werror', '-d', classes, '-cp', join(jars, '*'), ...paths]);

    execFileSync('jar', ['xf', join(jars, `heritrix-engine-${version}.jar`), profile], {
      cwd: directory,
    });
    const beans = beansOf(
      readFileSync(join(directory, profile), 'utf8'),
      service.url,
      `${site.start}\n+${site.origin}/`,
    );
    const crawl = async (name) => {
      const job = join(directory, 'jobs', name);
      mkdirSync(job, { recursive: true });
      writeFileSync(join(job, 'crawler-beans.cxml'), beans);
      await runHeritrix(`${classes}:${join(jars, '*')}`, directory, name);
      const log = readFileSync(join(job, 'latest/logs/crawl.log'), 'utf8');
      return {
        written: responsesIn(join(job, 'latest/warcs'))
          .map(site.contentAt)
          .filter((content) => content !== undefined), // such as robots.txt
        lines: (pattern) => log.match(pattern)?.length,
      };
    };
    const first = await crawl('first');
    assert.equal(first.lines(/neardup:(new|similar)\b/g), 135);
    assert.equal(first.lines(/neardup:duplicate\b.*"duplicateOf":"http/g), 165);
    assert.deepEqual(first.written.toSorted(), [...site.contents()].toSorted());

    await service.stop();
    const second = await crawl('second');
    assert.equal(second.lines(/neardup:undecided\b/g), 300);
    assert.equal(second.written.length, 300);
  } finally {
    await service.stop();
    await site.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** Returns the profile of Heritrix with the lines of docs/integrations/heritrix.md, a seeds, and no pause between pages. */
function beansOf(text, neardup, seeds) {
  const [bean, references] = [...page.matchAll(/```xml\n(.*?)```/gs)].map(([, xml]) => xml);
  const settings = [
    ['http://localhost:8080', neardup],
    ['"page"', '"article"'],
  ];
  return replaced(text, [
    ['<bean id="warcWriter"', `${replaced(bean, settings)}<bean id="warcWriter"`],
    ['<ref bean="warcWriter"/>', references],
    ['http://example.example/example', seeds],
    ['ENTER_AN_URL_WITH_YOUR_CONTACT_INFO_HERE_FOR_WEBMASTERS_AFFECTED_BY_YOUR_CRAWL', neardup],
    [
      '##..more?..##',
      'disposition.delayFactor=0\ndisposition.minDelayMs=0\nloggerModule.logExtraInfo=true',
    ],
    ['<!-- <property name="maxHops" value="20" /> -->', '<property name="maxHops" value="300" />'],
  ]);
}

function replaced(text, replacements) {
  return replacements.reduce((result, [from, to]) => {
    assert(result.includes(from), `no ${from} in:\n${result}`);
    return result.replace(from, () => to);
  }, text);
}

/** Runs a job until Heritrix has ended. */
async function runHeritrix(classPath, directory, job) {
  const log = openSync(join(directory, 'heritrix.log'), 'w');
  const heritrix = spawn(
    'java',
    [
      ...['--add-exports', 'java.base/sun.security.tools.keytool=ALL-UNNAMED', '-Xmx512m'],
      ...['-cp', classPath, 'org.archive.crawler.Heritrix', '--web-admin', 'crawl:crawl'],
      ...['--web-port', String(await freePort()), '--run-job', job],
    ],
    { cwd: directory, stdio: ['ignore', log, log], timeout: hangMs },
  );
  const [code] = await once(heritrix, 'exit');
  closeSync(log);
  assert.equal(code, 0, readFileSync(join(directory, 'heritrix.log'), 'utf8'));
}

/** Returns the addresses of the responses in the WARC files of a folder. */
function responsesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const records = gunzipSync(readFileSync(join(folder, name))).toString('latin1');
    return [...records.matchAll(/^WARC-Type: response\r\nWARC-Target-URI: (.*)\r$/gm)].map(
      ([, url]) => url,
    );
  });
}
