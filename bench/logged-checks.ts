/**
 * Measures checks over HTTP with and without the decision log (`NEARDUP_DECISION_DAYS=0`): their rate, and the
 * service's processor time per check. The two services alternate, on two files with the same documents.
 *
 * npm run bench -- logged-checks [--data DIR] [--documents 20000] [--checks 2000] [--rounds 7] [--connections 64]
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, median, table } from '../harness/measure.js';
import { type RunningService, runService, stopService } from '../harness/running-service.js';
import { processorMilliseconds, writtenBytes } from './baseline/process-figures.js';
import { type CrawledPage, createCrawl, fill } from './crawl.js';
import { postRequest, sendAll } from './load.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '20000' },
    checks: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    connections: { type: 'string', default: '64' },
  },
});
const checks = Number(options.checks);
const connections = Number(options.connections);
/** Pages that both services store first; duplicates are copies of them. */
const originals = Math.min(1000, Number(options.documents));
const crawl = createCrawl(options.data);

interface Figures {
  readonly rate: number;
  /** Processor time in microseconds, and bytes written, per check. */
  readonly processor: number;
  readonly bytes: number;
}

const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
const running: RunningService[] = [];
try {
  const filled = join(directory, 'filled.db');
  await fill(filled, 'hybrid', Number(options.documents));
  const services = { log: await start(filled, '30'), 'no log': await start(filled, '0') };
  const runs: Record<string, Figures[]> = {};
  const first = Array.from({ length: originals }, crawl.newPage);
  for (const service of Object.values(services)) await measure(service, first);
  const kinds: Record<string, () => CrawledPage> = {
    new: crawl.newPage,
    duplicates: () => crawl.copiedPage(originals),
  };
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const [kind, next] of Object.entries(kinds)) {
      const pages = Array.from({ length: checks }, next);
      const inTurn = Object.entries(services);
      for (const [name, service] of round % 2 === 0 ? inTurn : inTurn.reverse()) {
        const figures = await measure(service, pages);
        const kept = runs[`${kind}, ${name}`] ?? [];
        if (round > 0) runs[`${kind}, ${name}`] = [...kept, figures];
      }
    }
  }
  process.stdout.write(`${report(runs, Object.keys(kinds))}\n`);
} finally {
  await Promise.all(running.map((service) => stopService(service, 'SIGKILL')));
  rmSync(directory, { recursive: true, force: true });
}

/** Starts a service on a copy of a file. */
async function start(filled: string, days: string): Promise<RunningService> {
  const file = join(directory, `${days}.db`);
  copyFileSync(filled, file);
  const service = await runService(file, { NEARDUP_DECISION_DAYS: days });
  running.push(service);
  return service;
}

async function measure({ url, child }: RunningService, pages: readonly CrawledPage[]) {
  const pid = child.pid!;
  const requests = pages.map((page) => postRequest('/check', page));
  const [processor, bytes] = [processorMilliseconds(pid), writtenBytes(pid)];
  const begun = performance.now();
  await sendAll(url, connections, requests);
  const seconds = (performance.now() - begun) / 1000;
  return {
    rate: pages.length / seconds,
    processor: ((processorMilliseconds(pid) - processor) * 1000) / pages.length,
    bytes: (writtenBytes(pid) - bytes) / pages.length,
  };
}

function report(runs: Readonly<Record<string, readonly Figures[]>>, kinds: readonly string[]) {
  const rows = Object.entries(runs).map(([name, figures]) => [
    name,
    ...(['rate', 'processor', 'bytes'] as const).map((field) =>
      figure(median(figures.map((each) => each[field]))),
    ),
  ]);
  const ratios = kinds.flatMap((kind) => {
    const [log, without] = [runs[`${kind}, log`]!, runs[`${kind}, no log`]!];
    const ratio = (field: 'rate' | 'processor') =>
      figure(median(log.map((each, round) => each[field] / without[round]![field])));
    return `${kind}, log to no log: rate ${ratio('rate')}, processor ${ratio('processor')}`;
  });
  const heads = ['checks', 'a second', 'processor µs', 'bytes written'];
  return [table(heads, rows), ...ratios].join('\n');
}
