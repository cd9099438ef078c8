import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, readDocument, root } from './markdown.js';

const ofReadme = {
  'npm ci && npm start': 'installs from the package registry; .ci/run does the same',
  'npm ci && npm test': 'runs all tests; .ci/run does',
  'page=https://example.com/': 'needs a public site; readme.test.ts has one',
};

/** Blocks of commands that cannot run on any machine, by page: first line, and where they run instead or why not. */
export const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': ofReadme,
  'README.zh-CN.md': ofReadme,
  'CONTRIBUTING.md': {
    'npm ci': 'runs all checks; .ci/run does',
    'npm run release -- --dry-run': '.ci/run --long runs it; the other changes the checkout',
  },
  'clients/python/README.md': {
    'pip install ./clients/python': 'npm run test:python',
    "pip install './clients/python[scrapy]'": 'npm run test:python',
  },
  'clients/typescript/README.md': {
    'npm run pack -- neardup-client   # in a clone: makes the file to install':
      'npm run test:package',
  },
  'docs/client.md': { 'npm run pack -- neardup-client': 'npm run test:package' },
  'docs/configuration.md': {
    "node -e 'const words = Array.from({ length: 4_300_000 }, (_, i) => `w${((i * 7919) % 99_991).toString(36)}`);":
      'measures memory by GNU time, with a service at port 8080',
  },
  'docs/deployment.md': {
    '(umask 077; echo "NEARDUP_API_KEY=$(openssl rand -hex 32)" > .env)   # once: compose reads the key from there':
      'needs docker; npm run test:image, and docker.test.ts for the key',
  },
  'docs/integrations/colly.md': { 'cd examples/colly': 'needs Go and a public site' },
  'docs/integrations/crawlee.md': {
    'npm init -y': 'npm run test:crawler',
    "pip install ./clients/python 'crawlee[beautifulsoup]'": 'npm run test:python',
  },
  'docs/integrations/datasets.md': {
    "pip install './clients/python[datasets]'": 'npm run test:python',
  },
  'docs/integrations/katana.md': {
    'pip install ./clients/python':
      'needs Katana and a public site; npm run test:python runs the filter',
  },
  'docs/integrations/heritrix.md': {
    "javac -d neardup -cp 'lib/*' …/neardup/examples/java/Neardup.java …/neardup/examples/heritrix/NeardupProcessor.java":
      'needs Heritrix; npm run test:crawler compiles the same',
  },
  'docs/integrations/langchain.md': {
    "pip install './clients/python[langchain]'": 'npm run test:python',
  },
  'docs/integrations/nutch.md': {
    'mkdir plugins/neardup': 'needs Nutch; npm run test:crawler compiles the same',
    'bin/nutch commoncrawldump -outputDir warcs -segment crawl/segments -warc': 'needs Nutch',
  },
  'docs/integrations/scrapy.md': {
    "pip install './clients/python[scrapy]'": 'npm run test:python',
  },
  'docs/monitoring.md': {
    'export OTEL_SERVICE_NAME=neardup OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318':
      'needs a collector of OpenTelemetry and packages that neardup does not install',
  },
  'engines/README.md': { 'npm run pack': 'npm run test:package' },
  'engines/batch/README.md': {
    'python3 engines/hadoop/classify.py --recipe recipe.json --class category --output /crawl/classes /crawl/pages.ndjson':
      'needs Hadoop and Spark; npm run test:engines',
  },
  'engines/hadoop/README.md': {
    'neardup batch pack ./pages | hdfs dfs -put - /crawl/pages.seq':
      'needs Hadoop; npm run test:engines',
    'neardup batch terms --recipe recipe.json --store cassandra://10.0.0.1/pages < pages.typedbytes > terms.tsv':
      'needs Cassandra; npm run test:engines',
  },
  'engines/spark/README.md': {
    'neardup recipe --url http://127.0.0.1:8080 --collection crawl > recipe.json   # or --new':
      'needs Spark; npm run test:engines',
  },
  'docs/zh/integrations.md': { "pip install './clients/python[scrapy]'": 'npm run test:python' },
  'docs/zh/quick-start.md': {
    'git clone … neardup && cd neardup': 'clones the repository',
    'pip install ./clients/python': 'npm run test:python',
  },
  'examples/crawlee/README.md': {
    'npm ci && npm run build   # in the folder of the project: builds the service':
      'npm run test:crawler',
  },
};

const firstLine = (code: string) => code.split('\n', 1)[0]!;

export function runsElsewhere(page: string, code: string): boolean {
  return Object.hasOwn(elsewhere[page] ?? {}, firstLine(code));
}

/** Chinese pages with the same blocks as their English ones, by the test of the pair in docs.test.ts. */
export const translations: readonly (readonly [string, string])[] = [
  ['README.zh-CN.md', 'README.md'],
  ['docs/zh/tour.md', 'docs/tour.md'],
  ['docs/zh/goals.md', 'docs/goals.md'],
  ['docs/zh/papers.md', 'docs/papers.md'],
  ['docs/zh/recipes.md', 'docs/recipes.md'],
  ['docs/zh/console.md', 'docs/console.md'],
];

/** Every page for users. */
export const pages = [
  ...readdirSync(root),
  ...['clients', 'docs', 'engines', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  ),
].filter(
  (path) =>
    path.endsWith('.md') &&
    !/node_modules|^docs\/internals|^engines\/measured|^CHANGELOG/.test(path),
);

/** Returns the commands of a page that run in these tests. */
function commandsOf(page: string): string[] {
  return blocksOf(readDocument(page))
    .filter(({ language, code }) => language === 'sh' && !runsElsewhere(page, code))
    .map(({ code }) => code);
}

/** Pages that continue with what an earlier one stored. */
const continued = [
  ['docs/api.md', 'docs/api-compare.md', 'docs/api-curate.md', 'docs/api-operate.md'],
];

/** Chinese page whose first example is in Chinese, so that its commands run as well. */
export const withOwnExample = 'README.zh-CN.md';

const others = new Set([...continued.flat(), ...translations.map(([chinese]) => chinese)]);
others.delete(withOwnExample);

const groups = [
  ...continued,
  ...pages.filter((page) => !others.has(page)).map((page) => [page]),
].filter((group) => group.some((page) => commandsOf(page).length > 0));

/** Groups with commands that start a process of neardup take most of the time. */
const startsProcess = (group: readonly string[]) =>
  group
    .flatMap(commandsOf)
    .some((code) => /^(neardup|node dist\/main\.js) |[|;]\s*neardup /m.test(code));

export const quickGroups = groups.filter((group) => !startsProcess(group));
export const slowGroups = groups.filter(startsProcess);
