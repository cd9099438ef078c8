/**
 * Compares this build with the commit in `baseline/COMMIT`, in alternation:
 *
 *   npm run bench -- baseline [--against REV] [--pages 100000] [--rounds 5] [--seconds 3]
 *     [--connections 32] [--data DIR]
 *
 * Each build has one service per method, over a file with `--pages` documents. A round measures every kind of request
 * with both builds, in alternating order. Ratios are medians of the ratios of such pairs, because the speed of a
 * machine drifts. Signing is measured with texts so long that other costs are negligible. The baseline commit is built
 * in a temporary directory. `--against itself` compares this build with a copy of it, which shows the noise.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generatedHtmlPages } from '../harness/html-pages.js';
import { figure, median, table } from '../harness/measure.js';
import { chinesePages } from '../harness/pages.js';
import { type RunningService, runServiceOf, stopService } from '../harness/running-service.js';
import { withServices } from '../harness/service.js';
import { buildRevision, commitOf, copyOwnBuild } from './baseline/build-revision.js';
import { bytesIn, residentMebibytes, writtenBytes } from './baseline/process-figures.js';
import { createCrawl, fill, prepared } from './crawl.js';
import { htmlRequest, type LoadResult, load, postRequest, sendAll } from './load.js';

const baselineCommit = readFileSync(new URL('baseline/COMMIT', import.meta.url), 'utf8').trim();

const { values: options } = parseArgs({
  options: {
    against: { type: 'string', default: baselineCommit },
    pages: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    data: { type: 'string' },
  },
});
const pages = Number(options.pages);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const methods = ['simhash', 'hybrid'] as const;
/** Number of pages that every service stores first; duplicates are copies of them. */
const originals = Math.min(1000, pages);
const longTextCharacters = 50_000;

interface Service extends RunningService {
  readonly directory: string;
  readonly pid: number;
}

/** Services of one build, by method. */
type Services = Readonly<Record<(typeof methods)[number], Service>>;

/** Rows of the report: values of both builds, pair by pair. */
type Rows = Map<string, { readonly ours: number[]; readonly others: number[] }>;

const stopping = new AbortController();
const interrupted = new Promise<never>((_, reject) => {
  // Not `once`: npm forwards the signal, so it arrives twice.
  process.on('SIGINT', () => {
    stopping.abort();
    reject(new Error('Interrupted'));
  });
});
const running: RunningService[] = [];
try {
  await withServices(async (_start, directory) => {
    await Promise.race([compare(directory), interrupted]);
  });
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await Promise.all(running.map((service) => stopService(service, 'SIGKILL')));
  process.exit();
}

async function compare(directory: string): Promise<void> {
  const { dist, name } = await otherBuild(join(directory, 'theirs'));
  const ours = await startServices(copyOwnBuild(join(directory, 'ours')), 'this build');
  const others = await startServices(dist, options.against);
  const rows = await measure(ours, others);
  process.stdout.write(
    `This build beside ${name}: ${figure(pages)} documents stored, ${connections} connections, ${rounds} rounds of ${seconds} s\n\n`,
  );
  process.stdout.write(`${report(rows)}\n`);
}

async function otherBuild(directory: string): Promise<{ dist: string; name: string }> {
  if (options.against === 'itself') return { dist: copyOwnBuild(directory), name: 'itself' };
  const commit = await commitOf(options.against);
  const name = `${options.against} (${commit.slice(0, 10)})`;
  progress(`Building ${name}`);
  return { dist: await buildRevision(commit, directory, stopping.signal), name };
}

async function startServices(dist: string, name: string): Promise<Services> {
  const build = {
    ...(await import(pathToFileURL(join(dist, 'store/sqlite/sqlite-store.js')).href)),
    ...(await import(pathToFileURL(join(dist, 'fingerprint/recipe.js')).href)),
  };
  const services: Partial<Record<string, Service>> = {};
  for (const method of methods) {
    progress(`Storing ${figure(pages)} documents by ${method}, ${name}`);
    const directory = join(dist, '..', `data-${method}`);
    mkdirSync(directory);
    const file = join(directory, 'documents.db');
    await fill(file, method, pages, build);
    const service = await runServiceOf(['--data', file], {}, [], join(dist, 'main.js'));
    running.push(service);
    services[method] = { ...service, directory, pid: service.child.pid as number };
  }
  return services as Services;
}

async function measure(ours: Services, others: Services): Promise<Rows> {
  const crawl = createCrawl(options.data);
  const first = Array.from({ length: originals }, () => postRequest('/check', crawl.newPage()));
  for (const services of [ours, others]) {
    for (const method of methods) await sendAll(services[method].url, connections, first);
  }
  const ofCheck = (page: object) => postRequest('/check', page);
  const newPages = prepared(crawl.newPage, ofCheck);
  const copies = prepared(() => crawl.copiedPage(originals), ofCheck);
  const html = inTurn(generatedHtmlPages(300).map((page) => htmlRequest('/extract', page)));
  const texts = inTurn(longTexts().map((text) => postRequest('/fingerprint', { text })));
  const rows: Rows = new Map();

  for (let round = 0; round <= rounds; round++) {
    /** Measures both builds in turn. The first round is not counted. */
    const inPairs = async (name: string, run: (services: Services) => Promise<Figures>) => {
      progress(`Round ${round} of ${rounds}: ${name}`);
      const turns = round % 2 === 0 ? [ours, others] : [others, ours];
      const figures = new Map<Services, Figures>();
      for (const services of turns) figures.set(services, await run(services));
      if (round === 0) return;
      const [own, theirs] = [figures.get(ours)!, figures.get(others)!];
      for (const [what, value] of Object.entries(own)) {
        const row = rows.get(what) ?? { ours: [], others: [] };
        rows.set(what, row);
        row.ours.push(value);
        row.others.push(theirs[what]!);
      }
    };
    for (const method of methods) {
      await inPairs(`new pages, ${method}`, async ({ [method]: service }) => {
        newPages.prepare(8000 * seconds);
        const before = writtenBytes(service.pid);
        const result = await loaded(service, newPages.next);
        const written = writtenBytes(service.pid) - before;
        return {
          [`checks of new pages a second, ${method}`]: rateOf(result),
          [`bytes written a new page, ${method}`]: written / result.answered,
        };
      });
      await inPairs(`duplicates, ${method}`, async ({ [method]: service }) => {
        copies.prepare(8000 * seconds);
        return {
          [`checks of duplicates a second, ${method}`]: rateOf(await loaded(service, copies.next)),
        };
      });
    }
    await inPairs('HTML', async ({ hybrid }) => ({
      'pages of HTML a second': rateOf(await loaded(hybrid, html)),
    }));
    await inPairs('signing', async ({ hybrid }) => ({
      'characters signed a second': rateOf(await loaded(hybrid, texts)) * longTextCharacters,
    }));
    for (const method of methods) {
      await inPairs(`memory, ${method}`, async ({ [method]: { pid, directory, url } }) => ({
        [`MiB of resident memory, ${method}`]: residentMebibytes(pid),
        [`bytes stored a document, ${method}`]: bytesIn(directory) / (await documentsOf(url)),
      }));
    }
  }
  return rows;
}

type Figures = Readonly<Record<string, number>>;

function loaded({ url }: Service, next: () => Buffer): Promise<LoadResult> {
  return load({ url, connections, seconds, next });
}

function rateOf({ answered, seconds: time, statuses }: LoadResult): number {
  const failed = Object.keys(statuses).some((status) => !status.startsWith('2'));
  if (failed) throw new Error(`Not all requests succeeded: ${JSON.stringify(statuses)}`);
  return answered / time;
}

async function documentsOf(url: URL): Promise<number> {
  const stats = await fetch(new URL('/stats', url));
  return ((await stats.json()) as { documents: number }).documents;
}

function inTurn(requests: readonly Buffer[]): () => Buffer {
  let sent = 0;
  return () => requests[sent++ % requests.length] as Buffer;
}

function longTexts(): string[] {
  const all = chinesePages(options.data, 2000).join('\n');
  return Array.from({ length: Math.floor(all.length / longTextCharacters) }, (_, index) =>
    all.slice(index * longTextCharacters, (index + 1) * longTextCharacters),
  );
}

function report(rows: Rows): string {
  return table(
    ['', 'this build', options.against, 'ratio'],
    [...rows].map(([name, { ours, others }]) => [
      name,
      figure(median(ours)),
      figure(median(others)),
      figure(median(ours.map((value, pair) => value / others[pair]!))),
    ]),
  );
}

function progress(step: string): void {
  process.stderr.write(`${step}\n`);
}
