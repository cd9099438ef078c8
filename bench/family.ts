/**
 * Measures checks of families, which are pages of one template, each with unique words: `npm run bench -- family
 * [--pages 6000,100000] [--kind NAME] [--rounds 3] [--checks 1000] [--seconds 10]`
 *
 * Reports the service's processor time per check over HTTP within a family, relative to pages that have nothing in
 * common with stored ones; the share of detected copies of stored pages; and the latency of honest clients while
 * another client sends a family, relative to their latency while it sends unrelated pages.
 *
 * Pages are added without a check. Rounds alternate between unrelated pages and those of the family; figures are
 * medians.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, median, table } from '../harness/measure.js';
import { runService, stopService } from '../harness/running-service.js';
import { processorMilliseconds } from './baseline/process-figures.js';
import { honestBeside } from './family/honest-clients.js';
import { copies, families, unlikePage } from './family/pages.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '6000,20000' },
    kind: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    checks: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
  },
});
const sizes = options.pages.split(',').map(Number);
const rounds = Number(options.rounds);
/** Number of checks measured in each round, and of copies looked up. */
const measured = Number(options.checks);
/** Duration of each measurement of the honest clients. */
const seconds = Number(options.seconds);
/** Number of concurrent checks, as from a crawler. */
const together = 16;
const addedAtOnce = 2000;

const kinds = Object.entries(families).filter(([kind]) => options.kind?.includes(kind) ?? true);
const costs: string[][] = [];
const shares: string[][] = [];
for (const [kind, textOf] of kinds) {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-family-'));
  const service = await runService(join(directory, 'family.db'), { NEARDUP_RATE_LIMIT: '0' });
  try {
    await measure(kind, textOf, service.url, service.child.pid!);
  } finally {
    await stopService(service, 'SIGTERM');
    rmSync(directory, { recursive: true });
  }
}
const head = ['family', 'stored'];
const ofCosts = ['ms a check', 'unlike all, ms', 'ratio', 'honest p99 beside it, ms'];
const besides = ['beside unlike pages', 'ratio'];
console.log(
  `\nProcessor of the whole process a check over HTTP\n\n${table([...head, ...ofCosts, ...besides], costs)}`,
);
console.log(
  `\nShares of copies that are refused\n\n${table([...head, ...Object.keys(copies)], shares)}`,
);

async function measure(kind: string, textOf: (own: number) => string, url: URL, pid: number) {
  const collection = kind.replace(/\W+/g, '-');
  await post('/collections', { name: collection });
  const decisionOn = async (text: string) =>
    (await post('/check', { id: 'copy', text, collection, dryRun: true })).decision;
  let stored = 0;
  for (const size of sizes) {
    const samples: string[] = [];
    const every = Math.max(1, Math.floor((size - stored) / measured));
    while (stored < size) {
      const lines = Array.from({ length: Math.min(addedAtOnce, size - stored) }, (_, at) => {
        const text = textOf(stored + at);
        if ((stored + at) % every === 0) samples.push(text);
        return JSON.stringify({ id: `${stored + at}`, text, collection });
      });
      await add(lines);
      stored += lines.length;
    }
    const numbers = Array.from({ length: measured }, (_, at) => at);
    const unlike = numbers.map(unlikePage);
    const alike = numbers.map((at) => textOf(size + at));
    await timed(unlike);
    const others: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < rounds; round++) {
      others.push(await timed(unlike));
      own.push(await timed(alike));
    }
    const ratio = median(own.map((each, round) => each / others[round]!));
    let at = 0;
    const beside = await honestBeside(url, collection, () => alike[at++ % measured]!, seconds);
    const besideUnlike = await honestBeside(
      url,
      collection,
      () => unlike[at++ % measured]!,
      seconds,
    );
    costs.push([
      ...[kind, `${stored}`, figure(median(own)), figure(median(others)), figure(ratio)],
      ...[figure(beside.p99), figure(besideUnlike.p99), figure(beside.p99 / besideUnlike.p99)],
    ]);
    console.log(costs.at(-1)!.join(' · '));
    const found: string[] = [];
    for (const copy of Object.values(copies)) {
      let refused = 0;
      for (const text of samples) refused += Number((await decisionOn(copy(text))) === 'duplicate');
      found.push((refused / samples.length).toFixed(3));
    }
    shares.push([kind, `${stored}`, ...found]);
    console.log(shares.at(-1)!.join(' · '));
  }

  async function timed(texts: readonly string[]): Promise<number> {
    const before = processorMilliseconds(pid);
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < texts.length; at = next++) {
        await post('/check', { id: `try ${at}`, text: texts[at], collection, dryRun: true });
      }
    };
    await Promise.all(Array.from({ length: together }, worker));
    return (processorMilliseconds(pid) - before) / texts.length;
  }

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, url), request);
    const reply = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
    return reply;
  }

  async function add(lines: readonly string[]): Promise<void> {
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = `${lines.join('\n')}\n`;
    const answer = await fetch(new URL('/documents/bulk?mode=add', url), {
      ...{ method: 'POST', headers, body },
    });
    const text = await answer.text();
    if (!answer.ok || !text.includes('"failed":0')) throw new Error(text.slice(-1000));
  }
}
