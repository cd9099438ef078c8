import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { repair } from '../../../../src/store/sqlite/maintenance/repair.js';
import { createWriteBuffer } from '../../../../src/store/sqlite/write-buffer/write-buffer.js';
import { repetitions } from '../../../repetitions.js';
import { addition, newCollection, signature, sketched } from '../../samples.js';
import { expectIntegrity, removedIn, sortedRowsIn } from '../integrity.js';
import { temporaryFile } from '../temporary.js';
import { tinyRuns } from '../tiny-runs.js';

/*
 * One table represents all of them. Its rows are `(collection, content % 5, content)`, so they can be derived again
 * from the contents, as the rows of an index can.
 */
const keys = 11;
const collection = fc.constantFrom(1, 2);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('insert' as const), collection }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), nth: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        ...['roll back', 'commit', 'commit', 'commit early'],
        ...['commit and load filters', 'commit and shrink', 'open again'],
      ].map((kind) => ({ kind: kind as 'roll back' })),
    ),
  },
);

it('holds the rows inserted and not removed, through flushes, rollbacks and reopenings', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 150, size: 'max' }),
      fc.integer({ min: 1, max: 12 }),
      (steps, buffered) => {
        const db = openContents();
        const open = () =>
          createWriteBuffer(db, () => true, {
            buffered: () => buffered,
            runs: tinyRuns,
          });
        let writeBuffer = open();
        let stored = new Map<number, number>();
        let committed = new Map(stored);
        const begin = () => db.exec('BEGIN');
        begin();
        for (const each of steps as unknown as readonly Step[]) {
          if (each.kind === 'insert') {
            const number = writeBuffer.nextContent();
            db.prepare(
              `INSERT INTO contents (number, collection, fingerprint, exact_hash, short_text)
               VALUES (?, ?, 0, x'', 0)`,
            ).run(number, each.collection);
            writeBuffer.bands.insert(each.collection, number % keys, number);
            stored.set(number, each.collection);
          } else if (each.kind === 'remove') {
            const [number, of] = [...stored][each.nth % Math.max(1, stored.size)] ?? [0, 0];
            db.prepare('DELETE FROM contents WHERE number = ?').run(number);
            writeBuffer.bands.remove(of, number % keys, number);
            stored.delete(number);
          } else if (each.kind === 'roll back') {
            writeBuffer.flushDue();
            db.exec('ROLLBACK');
            writeBuffer.rolledBack();
            stored = new Map(committed);
            begin();
          } else {
            if (each.kind === 'commit and shrink') writeBuffer.shrink();
            if (each.kind === 'commit early') writeBuffer.flushEarly();
            else writeBuffer.flushDue();
            db.exec('COMMIT');
            writeBuffer.committed();
            committed = new Map(stored);
            expectOnDisk(db, stored);
            if (each.kind === 'commit and load filters') writeBuffer.loadFilters();
            if (each.kind === 'open again') {
              writeBuffer = open();
              restore(db, writeBuffer);
            }
            begin();
          }
          expect(contentsOf(writeBuffer)).toEqual(
            [...stored].map(([number, of]) => `${of} ${number}`).sort(),
          );
        }
        db.close();
      },
    ),
    { numRuns: repetitions(300) },
  );
});

const rowsOnDisk = (db: Database.Database) => sortedRowsIn(db).length;

it('flushes all but the newest contents to disk, and merges', () => {
  const db = openContents();
  const writeBuffer = createWriteBuffer(db, () => true, { buffered: () => 100 });
  for (let i = 1; i <= 5000; i++) {
    writeBuffer.bands.insert(1, i, writeBuffer.nextContent());
    writeBuffer.flushDue();
    writeBuffer.committed();
    if (i % 50 !== 0) continue;
    expect(i - rowsOnDisk(db)).toBeLessThanOrEqual(200);
    const levels = db.prepare<[], number>('SELECT level FROM content_runs').pluck().all();
    for (const level of new Set(levels)) {
      expect(levels.filter((each) => each === level).length).toBeLessThanOrEqual(9);
    }
  }
  expect(db.prepare('SELECT up_to FROM moves').pluck().get()).toBe(4900);
  expect(db.prepare('SELECT max(level) FROM content_runs WHERE state = 1').pluck().get()).toBe(2);
  db.close();
});

it('flushes everything early, and then has nothing to flush', () => {
  const db = openContents();
  const writeBuffer = createWriteBuffer(db, () => true, { buffered: () => 100 });
  for (let i = 1; i <= 150; i++) {
    writeBuffer.bands.insert(1, i, writeBuffer.nextContent());
    writeBuffer.flushDue();
    writeBuffer.committed();
  }
  let turns = 0;
  for (; writeBuffer.hasUnflushed(); turns++) {
    writeBuffer.flushEarly();
    writeBuffer.committed();
  }
  // The rows already being flushed, then the others.
  expect(turns).toBe(2);
  expect(rowsOnDisk(db)).toBe(150);
  expect(db.prepare('SELECT up_to FROM moves').pluck().get()).toBe(150);
  db.close();
});

it('drops the rows of deleted collections', () => {
  const db = openContents();
  const writeBuffer = createWriteBuffer(db, (generation) => generation === 2, {
    buffered: () => 10,
  });
  for (let i = 0; i < 40; i++) {
    writeBuffer.bands.insert(1 + (i % 2), i, writeBuffer.nextContent());
    writeBuffer.flushDue();
    writeBuffer.committed();
  }
  expect(new Set(sortedRowsIn(db).map(([collection]) => collection))).toEqual(new Set([2]));
  db.close();
});

it('frees the space of removed contents, even if none arrives', () => {
  const db = openContents();
  const open = () => createWriteBuffer(db, () => true, { buffered: () => 1000 });
  let writeBuffer = open();
  const commit = () => {
    writeBuffer.flushDue();
    writeBuffer.committed();
  };
  for (let i = 1; i <= 4000; i++) {
    const number = writeBuffer.nextContent();
    writeBuffer.bands.insert(1, i, number);
    writeBuffer.contentsByHash.insert(1, i, number);
    commit();
  }
  while (writeBuffer.hasUnflushed()) {
    writeBuffer.flushEarly();
    writeBuffer.committed();
  }
  const chunks = () => db.prepare<[], number>('SELECT count(*) FROM content_chunks').pluck().get()!;
  const before = chunks();
  for (let i = 1; i <= 4000; i++) {
    if (i % 100 !== 0) writeBuffer.contentsByHash.remove(1, i, i);
    if (i === 2000) {
      commit();
      writeBuffer = open();
    }
  }
  do commit();
  while (writeBuffer.shrink());
  expect(chunks()).toBeLessThan(before / 4);
  expect(sortedRowsIn(db)).toHaveLength(2 * 40);
  expect(
    Array.from({ length: 4000 }, (_, i) => writeBuffer.bands.first(1, i + 1)).filter(
      (each) => each !== undefined,
    ),
  ).toHaveLength(40);
  db.close();
});

interface Step {
  readonly kind:
    | 'insert'
    | 'remove'
    | 'roll back'
    | 'commit'
    | 'commit early'
    | 'commit and load filters'
    | 'commit and shrink'
    | 'open again';
  readonly collection: number;
  readonly nth: number;
}

type WriteBuffer = ReturnType<typeof createWriteBuffer>;

function openContents(): Database.Database {
  const db = new Database(':memory:');
  migrate(db);
  return db;
}

function restore(db: Database.Database, writeBuffer: WriteBuffer): void {
  const rows = db
    .prepare<[number], [number, number]>('SELECT number, collection FROM contents WHERE number > ?')
    .raw()
    .all(writeBuffer.flushedUpTo);
  for (const [number, of] of rows) writeBuffer.bands.restore(of, number % keys, number);
  writeBuffer.restored();
}

function contentsOf({ bands }: WriteBuffer): string[] {
  const all = Array.from({ length: keys }, (_, key) => key);
  const named = (of: number, found: readonly number[]) => found.map((number) => `${of} ${number}`);
  const found = [1, 2].flatMap((of) => all.flatMap((key) => named(of, bands.search(of, key))));
  for (const of of [1, 2]) {
    const present = bands.present(of, all);
    for (const key of all) {
      const values = bands.search(of, key);
      if (present[key] === 0) expect(values).toEqual([]);
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(bands.search(of, key, 3)).toEqual(values.slice(0, 3));
    }
  }
  return found.sort();
}

/** Expects no surplus row on disk, and all rows except those of the newest contents. */
function expectOnDisk(db: Database.Database, stored: ReadonlyMap<number, number>): void {
  const flushedUpTo = db.prepare<[], number>('SELECT up_to FROM moves').pluck().get()!;
  const removed = removedIn(db);
  const rows = sortedRowsIn(db).map(([, , , content]) => content);
  expect(new Set(rows).size).toBe(rows.length);
  expect([...stored.keys()].filter((number) => removed.has(number))).toEqual([]);
  expect(rows.filter((number) => !stored.has(number) && !removed.has(number))).toEqual([]);
  const missing = [...stored.keys()].filter((number) => !rows.includes(number));
  expect(missing.filter((number) => number <= flushedUpTo)).toEqual([]);
}

it('is sized by the number of existing contents, not by the largest number', () => {
  const file = temporaryFile();
  const pages = { name: 'pages', generation: 1 };
  const filled = openDatabase(file);
  const engine = createEngine(filled);
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }]);
  engine.runBatch([
    { kind: 'add', input: addition(pages, 'a', { signature: sketched(signature(), {}) }) },
  ]);
  engine.close();
  for (const place of ['contents SET number', 'documents SET content', 'moves SET up_to']) {
    filled.exec(`UPDATE ${place} = 50000000`);
  }
  repair(filled);
  filled.close();
  const db = openDatabase(file);
  const before = process.memoryUsage().arrayBuffers;
  const asked: number[] = [];
  const reopened = createEngine(db, {
    buffered: (contents) => {
      asked.push(contents);
      return 4096;
    },
  });
  while (reopened.loadFilters());
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20);
  expect(new Set(asked)).toEqual(new Set([1]));
  expectIntegrity(db);
  db.close();
});
