/*
 * Measures inserting and searching fingerprints in the index, and its size.
 *
 *   npm run bench -- index [--sizes 10000,100000,1000000] [--documents 100000] [--dir DIR] [--report DIR]
 *
 * Uniform random fingerprints of the given sizes; queries at distance 3 alternate with brute force over a typed array,
 * whose results must be equal. Of n fingerprints, n / 65,536 are stored under each block, and a query compares four
 * times as many. Then whole documents. The database is created in DIR (default: the system's temporary directory),
 * needs 35 bytes per fingerprint, and is removed at the end. --report writes charts (SVG) into a directory.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from 'better-sqlite3';
import { lineChart } from '../harness/chart.js';
import { figure, quantile, table } from '../harness/measure.js';
import { randomFingerprint, randomWords } from '../harness/random.js';
import { popcount, toHex } from '../src/fingerprint/blocks.js';
import type { Fingerprint } from '../src/fingerprint/signature.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import type { Request } from '../src/store/sqlite/operations/operations.js';
import { type BlockIndex, createBlockIndex } from '../src/store/sqlite/search/block-index.js';
import { blockTables, createWriteBuffer } from '../src/store/sqlite/write-buffer/write-buffer.js';
import { inGroups } from './in-groups.js';
import { readProcessIo } from './process-io.js';
import { newCollection, randomChecks, recipeFor } from './random-documents.js';
import { createServiceEngine } from './service-engine.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    documents: { type: 'string', default: '100000' },
    dir: { type: 'string' },
    report: { type: 'string' },
  },
});
const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'neardup-bench-'));
try {
  benchIndex(options.sizes.split(',').map(Number));
  benchDocuments(Number(options.documents));
} finally {
  rmSync(directory, { recursive: true });
}

function benchIndex(sizes: readonly number[]): void {
  const batchSize = 50_000;
  const db = openDatabase(join(directory, 'index.db'));
  const writeBuffer = createWriteBuffer(db, () => true);
  const index = createBlockIndex(writeBuffer.blocks);
  const insertAll = inGroups<Fingerprint>(db, writeBuffer, (each) => index.insert(1, each, false));
  const word = randomWords(1);
  const all = { high: new Uint32Array(sizes.at(-1)!), low: new Uint32Array(sizes.at(-1)!) };
  let stored = 0;
  const results = sizes.map((size) => {
    const rates: number[] = [];
    while (stored < size) {
      const batch = Array.from({ length: Math.min(batchSize, size - stored) }, () =>
        randomFingerprint(word),
      );
      for (const [i, { high, low }] of batch.entries()) {
        all.high[stored + i] = high;
        all.low[stored + i] = low;
      }
      const start = performance.now();
      insertAll(batch);
      rates.push((batch.length / (performance.now() - start)) * 1000);
      stored += batch.length;
    }
    const lastRates = rates.slice(-Math.ceil(rates.length / 4));
    const insertRate = lastRates.length / lastRates.reduce((sum, each) => sum + 1 / each, 0);
    const bytes = blockTables.reduce((sum, name) => sum + bytesOf(db, name), 0) / size;
    return { size, insertRate, ...queryTimes(index, all, size, word), bytes };
  });
  const rows = results.map(({ size, insertRate, p50, p99, bruteForce, bytes, read, reads }) => [
    ...[size, insertRate, size / 2 ** 16].map(figure),
    ...[p50, p99, bruteForce, bruteForce / p50, bytes, read / 1024, reads].map(figure),
  ]);
  const head = [
    'fingerprints',
    'insert/s',
    'a block has',
    'query p50 µs',
    'p99 µs',
    'brute force p50 µs',
    'ratio',
  ];
  console.log(`Block tables alone, groups of up to ${figure(batchSize)}; k = 3\n`);
  console.log(`${table([...head, 'bytes each', 'KB read a query', 'reads'], rows)}\n`);
  db.close();
  if (options.report !== undefined) writeCharts(options.report, results);
}

interface Result {
  readonly size: number;
  readonly insertRate: number;
  /** Microseconds per query. */
  readonly p50: number;
  readonly p99: number;
  readonly bruteForce: number;
  /** Bytes that a query reads from the file; not a number if the system does not report it. */
  readonly read: number;
  /** Number of reads of a query. */
  readonly reads: number;
}

function writeCharts(folder: string, results: readonly Result[]): void {
  const sizeAxis = { name: 'fingerprints, logarithmic', log: true };
  const points = (valueIn: (result: Result) => number) =>
    results.map((result) => [result.size, Number(valueIn(result).toPrecision(3))] as const);
  const charts = {
    'index-queries': lineChart({
      title: 'A query within 3 bits by the number of fingerprints',
      x: sizeAxis,
      y: { name: 'µs, logarithmic', log: true },
      series: [
        { name: 'four tables, median', points: points(({ p50 }) => p50) },
        { name: 'four tables, p99', points: points(({ p99 }) => p99), dashed: true },
        { name: 'brute force, median', points: points(({ bruteForce }) => bruteForce) },
      ],
    }),
    'index-inserts': lineChart({
      title: 'Inserts a second by the number of fingerprints, in groups',
      x: sizeAxis,
      y: { name: 'fingerprints/s', min: 0 },
      series: [{ name: 'four tables', points: points(({ insertRate }) => insertRate) }],
    }),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(charts)) {
    writeFileSync(join(folder, `${name}.svg`), svg);
  }
}

/** Alternates queries with brute force, half of them near a stored fingerprint. */
function queryTimes(
  index: BlockIndex,
  all: { readonly high: Uint32Array; readonly low: Uint32Array },
  size: number,
  word: () => number,
): Omit<Result, 'size' | 'insertRate'> {
  const bruteEvery = Math.ceil(size / 1e5);
  const indexed: number[] = [];
  const brute: number[] = [];
  const queries = 4000;
  const before = readProcessIo();
  for (let i = 0; i < queries; i++) {
    const at = word() % size;
    const probe =
      i % 2 === 0
        ? randomFingerprint(word)
        : { high: (all.high[at]! ^ (1 << (word() & 31))) >>> 0, low: all.low[at]! };
    const start = performance.now();
    const found = index.nearest(1, probe, false, 3);
    indexed.push((performance.now() - start) * 1000);
    // The step is odd, so both kinds of probes are compared.
    if (i % (bruteEvery * 20 + 1) !== 0) continue;
    const bruteStart = performance.now();
    const expected = scan(all, size, probe, 3);
    brute.push((performance.now() - bruteStart) * 1000);
    const hexes = found.map(({ fingerprint }) => toHex(fingerprint)).sort();
    if (hexes.join() !== expected.map(toHex).sort().join()) {
      throw new Error(`The index and brute force differ for ${toHex(probe)}`);
    }
  }
  const after = readProcessIo();
  return {
    p50: quantile(indexed, 0.5),
    p99: quantile(indexed, 0.99),
    bruteForce: quantile(brute, 0.5),
    read: after && before ? (after.bytesRead - before.bytesRead) / queries : Number.NaN,
    reads: after && before ? (after.reads - before.reads) / queries : Number.NaN,
  };
}

function scan(
  { high, low }: { readonly high: Uint32Array; readonly low: Uint32Array },
  size: number,
  probe: Fingerprint,
  maxDistance: number,
): Fingerprint[] {
  const found: Fingerprint[] = [];
  for (let i = 0; i < size; i++) {
    const distance = popcount(high[i]! ^ probe.high) + popcount(low[i]! ^ probe.low);
    if (distance <= maxDistance) found.push({ high: high[i]!, low: low[i]! });
  }
  return found;
}

/** Size of a table or index, from SQLite's own statistics. */
function bytesOf(db: Database, name: string): number {
  return db
    .prepare<[string], number>('SELECT sum(pgsize) FROM dbstat WHERE name = ? AND aggregate = 1')
    .pluck()
    .get(name)!;
}

/** Measures whole documents, with URLs of 45 bytes as ids, in groups like those of an import and a service. */
function benchDocuments(size: number): void {
  const db = openDatabase(join(directory, 'documents.db'));
  const { runBatch } = createServiceEngine(db);
  const recipe = recipeFor('simhash', null);
  runBatch([{ kind: 'createCollection', input: newCollection('pages', recipe) }]);
  const next = randomChecks(2, { name: 'pages', generation: 1 }, recipe);
  const run = (kind: 'add' | 'check', group: number, count: number): string[] => {
    const times: number[] = [];
    for (let done = 0; done < count; done += group) {
      const batch = Array.from(
        { length: group },
        (): Request => ({ kind, input: next() }) as Request,
      );
      const start = performance.now();
      const failed = runBatch(batch).find(({ ok }) => !ok);
      if (failed !== undefined) throw new Error(JSON.stringify(failed));
      times.push(performance.now() - start);
    }
    const total = times.reduce((sum, time) => sum + time, 0);
    const rate = figure((times.length * group * 1000) / total);
    return [
      `${kind} in groups of ${group}`,
      rate,
      ...[0.5, 0.99].map((q) => figure(quantile(times, q))),
    ];
  };
  const checked = Math.min(30_000, size);
  const rows = [
    run('add', Math.min(10_000, size), size),
    run('check', 31, checked),
    run('check', 512, checked),
  ];
  console.log(`Whole documents, up to ${figure(size)} of them, each group durable\n`);
  console.log(`${table(['operation', 'documents/s', 'group p50 ms', 'p99 ms'], rows)}\n`);

  const { documents } = db.prepare('SELECT documents FROM collections').get() as {
    documents: number;
  };
  const names = db
    .prepare<[], string>('SELECT name FROM dbstat WHERE aggregate = 1 ORDER BY pgsize DESC')
    .pluck()
    .all();
  const parts = names
    .map((name): [string, number] => [name, bytesOf(db, name) / documents])
    .filter(([, bytes]) => bytes >= 0.1)
    .map(([name, bytes]) => [name, figure(bytes)]);
  console.log(table(['part', 'bytes a document'], parts));
  db.close();
}
