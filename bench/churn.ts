/**
 * Whether the file grows: `npm run bench -- churn [--documents 20000] [--operations 1000000]`
 *
 * Fills a collection, then does operations on random ids, out of twice as many: replaces a document
 * by a new content, sees it again, deletes it, stores it with an expiry. Prints the number of
 * documents and the size of the file on the way, the size after all is deleted, and how long a step
 * of the sweep and a group kept others waiting: until its replies, and with the checkpoint that may
 * follow.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, quantile, table } from '../harness/measure.js';
import { randomWords } from '../harness/random.js';
import type { CheckOperation } from '../src/store/contract/documents.js';
import { createInlineRunner } from '../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../src/store/sqlite/sqlite-store.js';
import { newCollection, randomChecks, recipeFor } from './random-documents.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    operations: { type: 'string', default: '1000000' },
  },
});
const documents = Number(options.documents);
const operations = Number(options.operations);
const groupLength = 128;
const reports = 10;

const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
try {
  await churn(join(directory, 'churn.db'));
} finally {
  rmSync(directory, { recursive: true });
}

async function churn(file: string): Promise<void> {
  const store = createGroupedStore(createInlineRunner(openDatabase(file)), 100_000);
  const recipe = recipeFor('hybrid', { count: 8, rows: 3 });
  const pages = await store.createCollection(newCollection('pages', recipe));
  const next = randomChecks(5, pages, recipe);
  const word = randomWords(6);
  const random = () => word() / 2 ** 32;
  const last = new Map<string, CheckOperation>();
  const waits = { steps: newWaits(), groups: newWaits() };
  const rows: string[][] = [];
  let now = 0;

  const timed = async <T>(taken: Waits, act: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await act();
    taken.replies.push(performance.now() - start);
    await endOfTurn();
    taken.all.push(performance.now() - start);
    return result;
  };
  const sweepStep = () => timed(waits.steps, () => store.sweep(now));
  const operate = async (): Promise<unknown> => {
    const id = `https://example.org/${Math.floor(random() * 2 * documents)}`;
    const kind = random();
    const seen = last.get(id);
    if (kind < 0.3 && seen !== undefined) return store.check({ ...seen, now });
    if (kind < 0.5) return store.delete({ collection: pages, ids: [id], now });
    const expiresAt = kind < 0.6 ? now + 5_000 : null;
    const check = { ...next(), id, newId: id, expiresAt, now };
    last.set(id, check);
    return store.check(check);
  };
  const report = async (done: number) => {
    const { bytes, walBytes, documents: count } = await store.stats();
    const mebibytes = ((bytes ?? 0) - (walBytes ?? 0)) / 2 ** 20;
    rows.push([String(done), String(count), figure(mebibytes), figure((walBytes ?? 0) / 2 ** 20)]);
  };

  for (let done = 0; done < operations; done += groupLength) {
    await timed(waits.groups, () => Promise.all(Array.from({ length: groupLength }, operate)));
    now += groupLength;
    await sweepStep();
    if (done % (Math.ceil(operations / reports / groupLength) * groupLength) === 0) {
      await report(done);
    }
  }
  await report(operations);
  await store.deleteCollection('pages');
  while (await sweepStep());
  await report(operations);
  await store.close();
  rows.push(['closed', '0', figure(statSync(file).size / 2 ** 20), '0']);
  process.stdout.write(`${table(['operations', 'documents', 'MiB', 'MiB of log'], rows)}\n`);
  const figures = Object.entries(waits).map(([name, { replies, all }]) => [
    `${all.length} ${name}`,
    ...[replies, all].flatMap((taken) => [0.5, 0.99, 1].map((q) => figure(quantile(taken, q)))),
  ]);
  const heads = ['p50', 'p99', 'longest'];
  process.stdout.write(
    `${table(['ms', ...heads, ...heads.map((head) => `${head}, with the log`)], figures)}\n`,
  );
}

interface Waits {
  readonly replies: number[];
  readonly all: number[];
}

function newWaits(): Waits {
  return { replies: [], all: [] };
}
