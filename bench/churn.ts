/**
 * Compares a file after turnovers of its documents with a fresh one that has the same living documents:
 *
 *   npm run bench -- churn [--documents 200000] [--turns 10] [--method hybrid] [--checks 8192] [--dir DIR]
 *
 * In each turn a third of the documents is deleted and as many others are stored, a third gets other contents, and a
 * third expires and is stored under other ids. Nothing sweeps, as on a machine that is too busy for any step, so dead
 * rows are deleted by writes alone. Each file is made in a process of its own, in groups of 64 operations. Reports the
 * size of the file and its log, resident memory at the end, contents, and the processor time of a check; half of the
 * checks are of copies. The aim is a ratio of at most 1.3.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { runProgram } from '../harness/run-each.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import type { Request } from '../src/store/sqlite/operations/operations.js';
import { methodNamed, newCollection, randomChecks, recipeFor } from './random-documents.js';
import { createServiceEngine } from './service-engine.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '200000' },
    turns: { type: 'string', default: '10' },
    method: { type: 'string', default: 'hybrid' },
    checks: { type: 'string', default: '8192' },
    dir: { type: 'string', default: tmpdir() },
    /** Part to make in this process; absent: each of them in a child process. */
    file: { type: 'string' },
  },
});
const documents = Number(options.documents);
const turns = Number(options.turns);
const checks = Number(options.checks);
const recipe = recipeFor(methodNamed(options.method), { count: 8, rows: 3 });
const pages = { name: 'pages', generation: 1 };
const groupSize = 64;
const turnMs = 3_600_000;
const start = 1_700_000_000_000;

/** Measurements of a file. */
interface Measured {
  readonly bytes: number;
  readonly memory: number;
  readonly contents: number;
  /** Processor time of a check, in microseconds. */
  readonly checkMicros: number;
}

if (options.file === undefined) compare();
else process.stdout.write(JSON.stringify(measure(options.file === 'churned')));

function compare(): void {
  const [churned, fresh] = ['churned', 'fresh'].map((file) => {
    const { isSuccess, output } = runProgram(import.meta.filename, [
      ...['--documents', options.documents, '--turns', options.turns, '--method', options.method],
      ...['--checks', options.checks, '--dir', options.dir, '--file', file],
    ]);
    if (!isSuccess) throw new Error(output);
    return JSON.parse(output.slice(0, output.lastIndexOf('}') + 1)) as Measured;
  }) as [Measured, Measured];
  const row = (what: string, of: (measured: Measured) => number) => [
    what,
    ...[churned, fresh].map((each) => figure(of(each))),
    figure(of(churned) / of(fresh)),
  ];
  const head = [`${figure(documents)} documents`, `after ${turns} turns`, 'fresh', 'ratio'];
  process.stdout.write(
    `${table(head, [
      row('file, MB', ({ bytes }) => bytes / 1e6),
      row('memory, MiB', ({ memory }) => memory / 2 ** 20),
      row('contents', ({ contents }) => contents),
      row('check, µs', ({ checkMicros }) => checkMicros),
    ])}\n`,
  );
}

/** Returns the document of a slot in a turn. Equal arguments give equal documents. */
function documentOf(slot: number, turn: number) {
  const number = turn * documents + slot;
  const given = randomChecks(number + 1, pages, recipe)();
  // Documents of every third slot keep their ids.
  const id = `https://example.com/${slot % 3 === 1 ? slot : number}`;
  const now = start + turn * turnMs;
  const expiresAt = slot % 3 === 2 ? now + turnMs : null;
  return { ...given, id, now, expiresAt };
}

function measure(isChurned: boolean): Measured {
  const directory = mkdtempSync(join(options.dir, 'neardup-bench-'));
  try {
    const file = join(directory, 'churn.db');
    const db = openDatabase(file);
    const { runBatch } = createServiceEngine(db);
    const run = (batch: readonly Request[]) => {
      const failed = runBatch(batch).find(({ ok }) => !ok);
      if (failed !== undefined) throw new Error(JSON.stringify(failed));
    };
    run([{ kind: 'createCollection', input: newCollection('pages', recipe) }]);
    for (let turn = isChurned ? 0 : turns; turn <= turns; turn++) {
      for (let from = 0; from < documents; from += groupSize) {
        const slots = Array.from(
          { length: Math.min(groupSize, documents - from) },
          (_, at) => from + at,
        );
        const { now } = documentOf(from, turn);
        const ids = slots
          .filter((slot) => slot % 3 === 0 && turn > 0)
          .map((slot) => documentOf(slot, turn - 1).id);
        const adds = slots.map((slot): Request => ({ kind: 'add', input: documentOf(slot, turn) }));
        run([{ kind: 'delete', input: { collection: pages, ids, now } }, ...adds]);
      }
    }
    const probes = Array.from({ length: checks }, (_, at) => {
      const slot = (at * 7919) % documents;
      return {
        ...documentOf(slot, at % 2 === 0 ? turns : turns + 1),
        id: `copy ${at}`,
        dryRun: true,
      };
    });
    const now = start + turns * turnMs;
    const before = process.cpuUsage();
    for (let at = 0; at < checks; at += groupSize) {
      const some = probes.slice(at, at + groupSize);
      run(some.map((input): Request => ({ kind: 'check', input: { ...input, now } })));
    }
    const { user, system } = process.cpuUsage(before);
    const memory = process.memoryUsage.rss();
    const contents = db.prepare<[], number>('SELECT count(*) FROM contents').pluck().get()!;
    const bytes = [file, `${file}-wal`].reduce((sum, each) => sum + statSync(each).size, 0);
    db.close();
    return { bytes, memory, contents, checkMicros: (user + system) / checks };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
