/**
 * What a database of many documents costs, with the whole schema:
 *
 *   npm run bench -- schema [--documents 10000000] [--method simhash] [--recipe-version 1]
 *     [--collections 1] [--dir DIR]
 *
 * Random documents, as many in each collection, are stored in groups of 10,000. Then checks of new
 * documents with their signatures given, in groups of 64, each of random collections and durable: time
 * by the clock, and of the processor, which leaves out the waiting for the disk; both with what a service
 * does between groups. How many candidates a check meets: all by chance, as nothing resembles anything.
 * Then what this process holds in memory, bytes by part, and how long the file takes
 * to open again as a process that was killed leaves it, to close, and to open after that. It needs 3 GB in
 * DIR for 10 million, 9 GB with sketches (default: the system's directory for temporary files).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, quantile, table } from '../harness/measure.js';
import { createEngine } from '../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import type { Request } from '../src/store/sqlite/requests.js';
import { bytesByPart } from './bytes-by-part.js';
import {
  methodNamed,
  newCollection,
  randomChecks,
  recipeFor,
  versionNamed,
} from './random-documents.js';
import { createServiceEngine } from './service-engine.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000000' },
    method: { type: 'string', default: 'simhash' },
    'recipe-version': { type: 'string', default: '1' },
    collections: { type: 'string', default: '1' },
    dir: { type: 'string' },
  },
});
const size = Number(options.documents);
const collections = Number(options.collections);
const method = methodNamed(options.method);
const version = versionNamed(options['recipe-version']);
const recipe = recipeFor(method, { count: 8, rows: 3 }, version);
const fillGroup = 10_000;
const checkGroup = 64;
const groups = 500;

const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'neardup-bench-'));
try {
  const file = join(directory, 'schema.db');
  measure(file);
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

function measure(file: string): void {
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
    return randomChecks(index + 1, { name, generation: index + 1 }, recipe);
  });
  const next = () => nexts[Math.floor(Math.random() * collections)]!();

  const started = performance.now();
  for (let done = 0; done < size; done += fillGroup) {
    const length = Math.min(fillGroup, size - done);
    run(Array.from({ length }, (): Request => ({ kind: 'add', input: next() })));
    if (done % (50 * fillGroup) === 0) process.stderr.write(`${done} documents\r`);
  }
  const filled = (performance.now() - started) / 1000;

  const clock: number[] = [];
  const processor: number[] = [];
  let candidates = 0;
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
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  process.stdout.write(
    `${figure(size)} documents, ${method}, recipe version ${version}, collections: ${collections}; stored in ${figure(filled)} s\n\n`,
  );
  process.stdout.write(
    `${table(
      ['µs a check, in groups of 64', 'mean', 'p50', 'p99'],
      [
        ['by the clock, durable', ...summary(clock)],
        ['processor', ...summary(processor)],
      ],
    )}\n\n`,
  );
  const checks = groups * checkGroup;
  process.stdout.write(`candidates by chance: ${figure(candidates / checks)} a check\n\n`);
  function summary(values: readonly number[]): string[] {
    return [mean(values), quantile(values, 0.5), quantile(values, 0.99)].map(figure);
  }
  const resident = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`resident memory, at most: ${figure(resident)} MiB\n\n`);
  const documents = size + checks;
  const parts = [...bytesByPart(db)]
    .map(([name, bytes]) => [name, bytes / documents] as const)
    .filter(([, bytes]) => bytes >= 0.1)
    .sort(([, a], [, b]) => b - a);
  const all = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const rows = [...parts, ['all', all] as const].map(([name, bytes]) => [name, figure(bytes)]);
  process.stdout.write(`${table(['part', 'bytes a document'], rows)}\n\n`);
  db.close();
}
