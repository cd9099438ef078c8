/*
 * What each method costs in the store: a check of a new document, a query, bytes.
 *
 *   npx tsx bench/methods.ts [--documents 1000000] [--bands 8x3] [--dir DIR]
 *
 * Random documents, the same for all methods, which take turns: checks in groups of 31, as a service
 * makes them, each group durable; then queries of one each. Then queries at every distance. The
 * databases lie in DIR (default: the system's directory for temporary files), which needs about 1.5
 * GB; they are removed in the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from 'better-sqlite3';
import { figure, median, quantile, table } from '../harness/measure.js';
import type { Method } from '../src/fingerprint/recipe.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import type { Request } from '../src/store/sqlite/requests.js';
import { bytesByPart } from './bytes-by-part.js';
import { newCollection, randomChecks, recipeFor } from './random-documents.js';
import { createServiceEngine } from './service-engine.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    bands: { type: 'string', default: '8x3' },
    dir: { type: 'string' },
  },
});
const size = Number(options.documents);
const [count, rows] = options.bands.split('x').map(Number) as [number, number];
const fillGroup = 10_000;
const checkGroup = 31;
const rounds = 8;
const checksPerRound = checkGroup * 128;
const queriesPerRound = 1000;

interface Side {
  readonly method: Method;
  readonly db: Database;
  readonly runBatch: ReturnType<typeof createServiceEngine>['runBatch'];
  readonly next: ReturnType<typeof randomChecks>;
  readonly fillRate: number;
  readonly checks: Measured[];
  readonly queries: number[];
}

interface Measured {
  readonly rate: number;
  readonly cpuMicros: number;
  readonly groupMs: readonly number[];
}

const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'neardup-bench-'));
try {
  const sides = (['simhash', 'minhash', 'hybrid'] as const).map(open);
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      side.checks.push(runChecks(side));
      for (let i = 0; i < queriesPerRound; i++) side.queries.push(queryMicros(side, 3));
    }
  }
  console.log(`${figure(size)} documents, ${count} bands of ${rows} rows\n`);
  console.log(`${methodsTable(sides)}\n\n${bytesTable(sides)}\n\n${distancesTable(sides)}`);
  for (const { db } of sides) db.close();
} finally {
  rmSync(directory, { recursive: true });
}

function open(method: Method): Side {
  const db = openDatabase(join(directory, `${method}.db`));
  const { runBatch } = createServiceEngine(db);
  const recipe = recipeFor(method, { count, rows });
  runBatch([{ kind: 'createCollection', input: newCollection('pages', recipe) }]);
  const next = randomChecks(1, { name: 'pages', generation: 1 }, recipe);
  let spent = 0;
  for (let done = 0; done < size; done += fillGroup) {
    const batch = Array.from(
      { length: Math.min(fillGroup, size - done) },
      (): Request => ({ kind: 'add', input: next() }),
    );
    const start = performance.now();
    runBatch(batch);
    spent += performance.now() - start;
  }
  return { method, db, runBatch, next, fillRate: (size * 1000) / spent, checks: [], queries: [] };
}

function runChecks({ runBatch, next }: Side): Measured {
  const groupMs: number[] = [];
  let cpuMicros = 0;
  for (let done = 0; done < checksPerRound; done += checkGroup) {
    const batch = Array.from(
      { length: checkGroup },
      (): Request => ({ kind: 'check', input: next() }),
    );
    const cpu = process.cpuUsage();
    const start = performance.now();
    const replies = runBatch(batch);
    groupMs.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    cpuMicros += user + system;
    const failed = replies.find(({ ok }) => !ok);
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
  }
  const total = groupMs.reduce((sum, time) => sum + time, 0);
  return {
    rate: (checksPerRound * 1000) / total,
    cpuMicros: cpuMicros / checksPerRound,
    groupMs,
  };
}

function queryMicros({ runBatch, next }: Side, maxDistance: number): number {
  const { collection, signature, rule, limit } = next();
  const query = { collection, probe: { signature }, rule: { ...rule, maxDistance }, limit, now: 0 };
  const start = performance.now();
  runBatch([{ kind: 'query', input: query }]);
  return (performance.now() - start) * 1000;
}

function methodsTable(sides: readonly Side[]): string {
  const rates = (side: Side) => side.checks.map(({ rate }) => rate);
  const base = rates(sides[0]!);
  return table(
    [
      ...['method', 'add/s in 10,000s', 'check/s in 31s', 'of simhash', 'processor µs a check'],
      ...['group p50 ms', 'p99 ms', 'query p50 µs', 'p99 µs'],
    ],
    sides.map((side) => {
      const groups = side.checks.flatMap(({ groupMs }) => groupMs);
      return [
        side.method,
        ...[
          side.fillRate,
          median(rates(side)),
          median(rates(side).map((rate, i) => rate / base[i]!)),
          median(side.checks.map(({ cpuMicros }) => cpuMicros)),
          ...[0.5, 0.99].map((share) => quantile(groups, share)),
          ...[0.5, 0.99].map((share) => quantile(side.queries, share)),
        ].map(figure),
      ];
    }),
  );
}

function bytesTable(sides: readonly Side[]): string {
  const parts = sides.map(({ db }) => bytesByPart(db));
  const names = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  const documents = size + rounds * checksPerRound;
  const rows = names
    .map((name) => [name, ...parts.map((part) => (part.get(name) ?? 0) / documents)] as const)
    .filter(([, ...bytes]) => Math.max(...bytes) >= 0.1)
    .sort((a, b) => b[3]! - a[3]!);
  const total = [1, 2, 3].map((i) => rows.reduce((sum, row) => sum + (row[i] as number), 0));
  return table(
    ['bytes a document', ...sides.map(({ method }) => method)],
    [...rows, ['all', ...total]].map(([name, ...bytes]) => [
      name as string,
      ...(bytes as number[]).map(figure),
    ]),
  );
}

function distancesTable(sides: readonly Side[]): string {
  const distances = [0, 1, 2, 3, 4, 5, 6, 7];
  return table(
    ['query p50 µs at distance', ...distances.map(String)],
    sides
      .filter(({ method }) => method !== 'minhash')
      .map((side) => [
        side.method,
        ...distances.map((maxDistance) =>
          figure(median(Array.from({ length: 500 }, () => queryMicros(side, maxDistance)))),
        ),
      ]),
  );
}
