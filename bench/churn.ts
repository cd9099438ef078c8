/**
 * Whether the file grows: `npm run bench -- churn [--documents 20000] [--operations 1000000]`
 *
 * A collection of so many documents; then operations on random ids of twice as many: replaced by a
 * content that never was, seen again, deleted, stored for a while. Printed are the documents and the
 * size of the file as it goes, what a step of the sweep took, and the size when all is deleted.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckOperation } from '../src/store/document-operations.js';
import { openDatabase } from '../src/store/sqlite/connection.js';
import { createInlineRunner } from '../src/store/sqlite/engine.js';
import { createGroupedStore } from '../src/store/sqlite/sqlite-store.js';
import { figure, quantile, table } from './measure.js';
import { randomWords } from './random.js';
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
  const steps: number[] = [];
  const rows: string[][] = [];
  let now = 0;

  const sweepStep = async () => {
    const start = performance.now();
    const more = await store.sweep(now);
    if (more) steps.push(performance.now() - start);
    return more;
  };
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
    await Promise.all(Array.from({ length: groupLength }, operate));
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
  const share = (of: number) => figure(quantile(steps, of));
  process.stdout.write(
    `${steps.length} steps of the sweep: p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, longest ${share(1)} ms\n`,
  );
}
