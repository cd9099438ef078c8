/**
 * Measures durable checks per second over HTTP, relative to plain Fastify echoing the same bodies, with the load
 * generator on the same machine: `npm run bench -- http [--data DIR] [--documents 1000000] [--seconds 5] [--rounds 5]
 * [--connections 64] [--beside CHECKOUT]`
 *
 * Each method (simhash, hybrid) has its own service with its own file; the services take turns. New pages are stored;
 * duplicates are copies of stored pages under new ids. Bulk requests send new pages in two streams. With `--beside`,
 * runs alternate between this build and that of another checkout. Bulk requests and 2 MB pages are then left out: only
 * this build would receive them, and a service that has stored more is slower.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { figure, median, table } from '../harness/measure.js';
import { chinesePages } from '../harness/pages.js';
import { withServices } from '../harness/service.js';
import { compiledFile } from '../src/package-facts.js';
import { bulkLoad } from './bulk-load.js';
import { createCrawl, fill, prepared } from './crawl.js';
import { type LoadResult, load, postRequest, sendAll } from './load.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    beside: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const largePageBytes = 2_000_000;
/** Number of checks prepared per second of measurement: more than the service can answer. */
const checksPerSecond = 12_000;
const echoesPerSecond = 35_000;
/** Number of pages that every service stores through HTTP first; duplicates are copies of them. */
const originals = Math.min(1000, Number(options.documents));
const crawl = createCrawl(options.data);

await withServices(async (start, directory) => {
  const echo = await start('--import', 'tsx', new URL('echo-server.ts', import.meta.url).pathname);
  const services: Record<string, URL> = {};
  for (const method of ['simhash', 'hybrid'] as const) {
    const file = join(directory, `${method}.db`);
    await fill(file, method, Number(options.documents));
    services[method] = await start(
      compiledFile('main.js').pathname,
      ...['serve', '--port', '0', '--data', file],
    );
  }
  const others: Record<string, URL> = {};
  if (options.beside !== undefined) {
    const built = pathToFileURL(`${resolve(options.beside)}/dist/`);
    const build = {
      ...(await import(new URL('store/sqlite/sqlite-store.js', built).href)),
      ...(await import(new URL('fingerprint/recipe.js', built).href)),
    };
    for (const method of ['simhash', 'hybrid'] as const) {
      const file = join(directory, `${method}-beside.db`);
      await fill(file, method, Number(options.documents), build);
      const program = new URL('main.js', built).pathname;
      others[method] = await start(program, ...['serve', '--port', '0', '--data', file]);
    }
  }
  const first = Array.from({ length: originals }, () => postRequest('/check', crawl.newPage()));
  for (const url of [...Object.values(services), ...Object.values(others)]) {
    await sendAll(url, connections, first);
  }
  const requests = prepared(crawl.newPage, (page) => postRequest('/check', page));
  const copies = prepared(
    () => crawl.copiedPage(originals),
    (page) => postRequest('/check', page),
  );
  const lines = prepared(crawl.newPage, (page) => Buffer.from(`${JSON.stringify(page)}\n`));
  const largePages = largeRequests();
  const run = (url: URL, perSecond = checksPerSecond) => {
    requests.prepare(perSecond * seconds);
    return load({ url, connections, seconds, next: requests.next });
  };
  const runCopies = (url: URL) => {
    copies.prepare(checksPerSecond * seconds);
    return load({ url, connections, seconds, next: copies.next });
  };
  const besideLargePages = async (url: URL) => {
    const checks = run(url);
    await Promise.all([checks, load({ url, connections: 1, seconds, next: largePages })]);
    return checks;
  };
  const kinds: Record<string, () => Promise<LoadResult>> = {
    echo: () => run(echo, echoesPerSecond),
  };
  for (const [method, url] of Object.entries(services)) {
    const other = others[method];
    for (const [pages, measure] of [
      ['new', run],
      ['duplicates', runCopies],
    ] as const) {
      kinds[`check ${pages}, ${method}`] = () => measure(url);
      if (other !== undefined) kinds[`check ${pages}, ${method}, beside`] = () => measure(other);
    }
  }
  const alone = options.beside === undefined ? Object.entries(services) : [];
  for (const [method, url] of alone) {
    kinds[`bulk check, ${method}`] = () => {
      lines.prepare(checksPerSecond * seconds);
      return bulkLoad({ url, streams: 2, seconds, next: lines.next });
    };
  }
  for (const [method, url] of alone) {
    kinds[`check new, ${method}, beside 2 MB pages`] = () => besideLargePages(url);
  }
  const runs: Record<string, LoadResult[]> = {};
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const [kind, measure] of Object.entries(kinds)) {
      const result = await measure();
      if (round > 0) runs[kind] = [...(runs[kind] ?? []), result];
    }
  }
  process.stdout.write(
    `${options.documents} documents stored, ${connections} connections, ${options.rounds} rounds of ${seconds} s\n\n`,
  );
  process.stdout.write(`${report(runs)}\n`);
  for (const method of Object.keys(services)) {
    const pairs =
      options.beside === undefined
        ? [['bulk / single checks', `bulk check, ${method}`, `check new, ${method}`] as const]
        : ['new', 'duplicates'].map((pages) => {
            const kind = `check ${pages}, ${method}`;
            return [
              `checks of ${pages} / those of the other build`,
              kind,
              `${kind}, beside`,
            ] as const;
          });
    for (const [what, kind, other] of pairs) {
      const ratio = figure(medianRatio(runs[kind]!, runs[other]!));
      process.stdout.write(`${what}, ${method}: ${ratio}\n`);
    }
  }
});

/** Returns one row per kind of run: medians over the rounds, with round-by-round ratios. */
function report(runs: Readonly<Record<string, LoadResult[]>>): string {
  const echoes = runs.echo as LoadResult[];
  return table(
    ['requests', 'a second', 'of the echo', 'p50 ms', 'p99 ms', 'answers by status'],
    Object.entries(runs).map(([name, results]) => [
      name,
      figure(median(results.map(rate))),
      figure(medianRatio(results, echoes)),
      latency(results, 0.5),
      latency(results, 0.99),
      JSON.stringify(totals(results)),
    ]),
  );
}

/** Median of the round-by-round ratios, because the speed of a machine drifts. */
function medianRatio(results: readonly LoadResult[], others: readonly LoadResult[]): number {
  return median(results.map((result, round) => rate(result) / rate(others[round] as LoadResult)));
}

function rate({ answered, seconds: time }: LoadResult): number {
  return answered / time;
}

function totals(results: readonly LoadResult[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { statuses } of results) {
    for (const [status, count] of Object.entries(statuses)) {
      sum[status] = (sum[status] ?? 0) + count;
    }
  }
  return sum;
}

/**
 * Formats a quantile of the latencies. Lines of a stream have none, because each is sent without waiting for an answer.
 */
function latency(results: readonly LoadResult[], share: number): string {
  if (results.every(({ latencies }) => latencies.length === 0)) return '–';
  return figure(median(results.map(({ latencies }) => quantileOf(latencies, share))));
}

function quantileOf(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Returns requests with the same four pages of 2 MB in turn. After the first round, each page is read, signed and found
 * unchanged.
 */
function largeRequests(): () => Buffer {
  const slices = chinesePages(options.data, 5000);
  let text = '';
  for (let i = 0; Buffer.byteLength(text) < largePageBytes - 2000; i++) text += slices[i % 5000];
  const requests = Array.from({ length: 4 }, (_, i) =>
    postRequest('/check', { id: `large/${i}`, text: `${i} ${text}` }),
  );
  let sent = 0;
  return () => requests[sent++ % requests.length] as Buffer;
}
