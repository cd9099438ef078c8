/**
 * Measures the cost of a large database with the complete schema:
 *
 *   npm run bench -- growth [--documents 1000000,10000000] [--method simhash]
 *     [--parts] [--collections 1] [--ids random|hosts] [--checks 262144] [--queries 20000] [--dir DIR]
 *
 * Stores random documents in groups of 10,000, equally divided between collections, with 100 shingles each if there are
 * parts. Ids are in random order, or host by host as in a crawl. Then checks new documents with precomputed signatures,
 * in durable groups of 64 from random collections. Their number, by default, is twice the capacity of the write buffer,
 * so rows move to disk meanwhile. Reports wall-clock and processor time (which excludes waiting for the disk), both including a
 * service's work between groups, and the number of candidates per check, all by chance because documents are unrelated.
 * Then runs queries one by one, half of them for stored documents. Also reports bytes read and written (on Linux),
 * resident memory, and bytes by part. With several sizes, one file grows from each to the next and is measured at each. At the
 * end, measures a backup, opening the file in the state left by a killed process, closing it, and opening it again.
 * Needs 3 GB in DIR for 10 million documents, 6 GB with sketches, and as much for the backup (default: the system's
 * temporary directory).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from 'better-sqlite3';
import { figure, quantile, table } from '../harness/measure.js';
import { defaultParts } from '../src/fingerprint/parts.js';
import type { CheckOperation } from '../src/store/contract/documents.js';
import { createEngine } from '../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import { createBackups } from '../src/store/sqlite/maintenance/backup.js';
import type { Request } from '../src/store/sqlite/operations/operations.js';
import { bytesByPart } from './bytes-by-part.js';
import { readProcessIo } from './process-io.js';
import {
  idOrderNamed,
  methodNamed,
  newCollection,
  randomChecks,
  recipeFor,
} from './random-documents.js';
import { createServiceEngine } from './service-engine.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000,10000000' },
    method: { type: 'string', default: 'simhash' },
    parts: { type: 'boolean', default: false },
    collections: { type: 'string', default: '1' },
    ids: { type: 'string', default: 'random' },
    checks: { type: 'string', default: `${2 ** 18}` },
    queries: { type: 'string', default: '20000' },
    dir: { type: 'string' },
  },
});
const sizes = options.documents.split(',').map(Number);
const collections = Number(options.collections);
const method = methodNamed(options.method);
const order = idOrderNamed(options.ids);
const parts = options.parts ? defaultParts : null;
const recipe = recipeFor(method, { count: 8, rows: 3 }, parts);
const fillGroup = 10_000;
const checkGroup = 64;
const groups = Math.ceil(Number(options.checks) / checkGroup);
const checks = groups * checkGroup;
if (sizes.some((size, at) => size <= (at === 0 ? 0 : sizes[at - 1]! + checks))) {
  throw new Error(`--documents grows by more than ${checks} from size to size`);
}
const queries = Number(options.queries);

const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'neardup-bench-'));
try {
  const file = join(directory, 'growth.db');
  await measure(file);
  reopen(file, 'after the end of a process that was killed');
  reopen(file, 'after a closing');
} finally {
  rmSync(directory, { recursive: true });
}

function reopen(file: string, state: string): void {
  const start = performance.now();
  const db = openDatabase(file);
  const { close } = createEngine(db);
  const opened = performance.now();
  process.stdout.write(`opened ${state}: ${figure(opened - start)} ms`);
  close();
  db.close();
  process.stdout.write(`, then closed: ${figure(performance.now() - opened)} ms\n`);
}

async function measure(file: string): Promise<void> {
  const db = openDatabase(file);
  const { runBatch, lastGroup } = createServiceEngine(db);
  const run = (batch: readonly Request[]) => {
    const failed = runBatch(batch).find(({ ok }) => !ok);
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
  };
  const nexts = Array.from({ length: collections }, (_, index) => {
    const name = `pages-${index}`;
    const input = { ...newCollection(name, recipe), collectionsMax: collections };
    run([{ kind: 'createCollection', input }]);
    return randomChecks(index + 1, { name, generation: index + 1 }, recipe, order);
  });
  const next = () => nexts[Math.floor(Math.random() * collections)]!();

  let documents = 0;
  for (const size of sizes) {
    const stored = fill(size - documents);
    measureChecks();
    measureQueries(stored);
    documents = size + checks;
    print(`resident memory, at most: ${figure(process.resourceUsage().maxRSS / 1024)} MiB`);
    printBytes(db, documents);
  }
  const copied = performance.now();
  const backup = join(directory, 'backup.db');
  await createBackups(db).write(backup);
  print(`backup: ${figure((performance.now() - copied) / 1000)} s`);
  rmSync(backup);
  db.close();

  /** @returns a sample of the documents */
  function fill(count: number): CheckOperation[] {
    const stored: CheckOperation[] = [];
    const sampled = Math.max(1, Math.floor(count / 1000));
    const writtenBefore = readProcessIo()?.bytesWritten;
    const started = performance.now();
    let last = { done: 0, written: writtenBefore, started };
    for (let done = 0; done < count; done += fillGroup) {
      const inputs = Array.from({ length: Math.min(fillGroup, count - done) }, next);
      run(inputs.map((input): Request => ({ kind: 'add', input })));
      if (done % sampled < fillGroup) stored.push(inputs[0]!);
      if (done + fillGroup <= 0.9 * count) {
        last = {
          done: done + fillGroup,
          written: readProcessIo()?.bytesWritten,
          started: performance.now(),
        };
      }
      if (done % (50 * fillGroup) === 0) process.stderr.write(`${documents + done} documents\r`);
    }
    const ended = performance.now();
    const written = readProcessIo()?.bytesWritten;
    const rate = (since: number, of: number) => `${figure((of / (ended - since)) * 1000)} a second`;
    print(
      `${figure(documents + count)} documents, ${method}${options.parts ? ' with parts' : ''}, collections: ${collections}, ids: ${order}; ${figure(count)} stored in ${figure((ended - started) / 1000)} s, ${rate(started, count)}, the last tenth ${rate(last.started, count - last.done)}`,
    );
    if (written !== undefined) {
      const kilobytes = (since: number, of: number) => figure((written - since) / 1024 / of);
      print(
        `written a document: ${kilobytes(writtenBefore!, count)} KB, of the last tenth ${kilobytes(last.written!, count - last.done)} KB`,
      );
    }
    return stored;
  }

  function measureChecks(): void {
    const clock: number[] = [];
    const processor: number[] = [];
    let candidates = 0;
    const before = readProcessIo();
    for (let group = 0; group < groups; group++) {
      const batch = Array.from(
        { length: checkGroup },
        (): Request => ({ kind: 'check', input: next() }),
      );
      const cpu = process.cpuUsage();
      const start = performance.now();
      run(batch);
      clock.push(((performance.now() - start) * 1000) / checkGroup);
      const { user, system } = process.cpuUsage(cpu);
      processor.push((user + system) / checkGroup);
      for (const search of lastGroup().searches) candidates += search.candidates;
    }
    print(
      table(
        ['µs, checks in groups of 64', 'mean', 'p50', 'p99'],
        [
          ['by the clock, durable', ...summary(clock)],
          ['processor', ...summary(processor)],
        ],
      ),
    );
    print(`candidates by chance: ${figure(candidates / checks)} a check`);
    const after = readProcessIo();
    if (before === undefined || after === undefined) return;
    print(
      `read a check: ${figure((after.bytesRead - before.bytesRead) / 1024 / checks)} KB in ${figure((after.reads - before.reads) / checks)} reads`,
    );
  }

  function measureQueries(stored: readonly CheckOperation[]): void {
    const latencies = [next, () => stored[Math.floor(Math.random() * stored.length)]!].map(
      (drawn) =>
        Array.from({ length: queries }, () => {
          const { collection, signature, rule, limit, now } = drawn();
          const input = { collection, probe: { signature }, rule, limit, now };
          const start = performance.now();
          run([{ kind: 'query', input }]);
          return (performance.now() - start) * 1000;
        }),
    );
    print(
      table(
        ['µs, a query', 'mean', 'p50', 'p99'],
        [
          ['for what is new', ...summary(latencies[0]!)],
          ['for what is stored', ...summary(latencies[1]!)],
          ['half and half', ...summary(latencies.flat())],
        ],
      ),
    );
  }
}

function printBytes(db: Database, documents: number): void {
  const parts = [...bytesByPart(db)]
    .map(([name, bytes]) => [name, bytes / documents] as const)
    .filter(([, bytes]) => bytes >= 0.1)
    .sort(([, a], [, b]) => b - a);
  const all = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const rows = [...parts, ['all', all] as const].map(([name, bytes]) => [name, figure(bytes)]);
  print(table(['part', 'bytes a document'], rows));
}

function summary(values: readonly number[]): string[] {
  return [mean(values), quantile(values, 0.5), quantile(values, 0.99)].map(figure);
}

function print(paragraph: string): void {
  process.stdout.write(`${paragraph}\n\n`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
