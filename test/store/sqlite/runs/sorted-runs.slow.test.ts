import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import type { Row } from '../../../../src/store/sqlite/runs/rows.js';
import { packSpace } from '../../../../src/store/sqlite/runs/rows.js';
import { createSortedRuns } from '../../../../src/store/sqlite/runs/sorted-runs.js';
import { repetitions } from '../../../repetitions.js';
import { sortedRowsIn } from '../integrity.js';

function compareRows(a: Row, b: Row): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

const collections = [1, 2, 3];
const keys = [-3, 0, 1, 7, 2 ** 32, -(2 ** 47), 2 ** 51];
const absent = 0.5;

/** A run of level 0. Some keys have enough values to span several chunks. */
const flush = fc.record({
  kind: fc.constant('flush' as const),
  rows: fc.array(
    fc.record({
      collection: fc.constantFrom(...collections),
      nthKey: fc.nat({ max: 6 }),
      contents: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
        { weight: 1, arbitrary: fc.constant(1200) },
      ),
    }),
    { maxLength: 6 },
  ),
});
const step = fc.oneof(
  { weight: 4, arbitrary: flush },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      nth: fc.nat(),
      many: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(
        'merge',
        'merge',
        'merge',
        'shrink',
        'roll back',
        'kill',
        'load filters',
        'load all filters',
      )
      .map((kind) => ({ kind })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'delete' as const }) },
);
type Step = { readonly kind: string } & Partial<
  (typeof flush extends fc.Arbitrary<infer F> ? F : never) & { nth: number; many: boolean }
>;

it('runs hold the rows written and not removed, through merges, rollbacks and kills', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 2, max: 3 }),
      fc.constantFrom(1, 5, 700, undefined),
      (steps, runsOfLevel, rowsOfSegment) => {
        const db = new Database(':memory:');
        migrate(db);
        const deleted = new Set<number>();
        const options = { runsOfLevel, ...(rowsOfSegment && { rowsOfSegment }), keysMin: 1 };
        const open = () => createSortedRuns(db, (each) => !deleted.has(each), options);
        let runs = open();
        let last = 0;
        let stored: Row[] = [];
        let committed = stored;
        const begin = () => {
          db.exec('BEGIN');
        };
        const commit = () => {
          runs.mergeDue(last, 1);
          db.exec('COMMIT');
          runs.committed();
          committed = stored;
        };
        const rollBack = () => {
          db.exec('ROLLBACK');
          runs.rolledBack();
          stored = committed;
        };
        begin();
        for (const each of steps as readonly Step[]) {
          if (each.kind === 'flush') {
            const after = last;
            const rows: Row[] = [];
            for (const { collection, nthKey, contents } of each.rows!) {
              for (let i = 0; i < contents; i++) {
                last += 1;
                rows.push([packSpace(collection, 'bands'), keys[nthKey]!, last]);
              }
            }
            rows.sort(compareRows);
            if (last > after) {
              const run = runs.newRun({ after, upTo: last, rows: rows.length });
              for (const row of rows) run.add(...row);
              run.finish();
            }
            stored = [...stored, ...rows];
          } else if (each.kind === 'remove' && stored.length > 0) {
            const at = each.nth! % stored.length;
            const gone = new Set(
              stored.slice(at, at + (each.many ? 2000 : 1)).map(([, , content]) => content),
            );
            for (const content of gone) runs.removed.add(content);
            stored = stored.filter(([, , content]) => !gone.has(content));
          } else if (each.kind === 'roll back') {
            runs.mergeDue(last, 1);
            rollBack();
            begin();
          } else if (each.kind === 'kill') {
            rollBack();
            runs = open();
            begin();
          } else if (each.kind === 'delete') {
            commit();
            deleted.add(3);
            begin();
          } else {
            if (each.kind === 'shrink') runs.shrink();
            commit();
            if (each.kind === 'load filters') runs.loadFilters();
            if (each.kind === 'load all filters') while (runs.loadFilters());
            begin();
          }
          const live = stored.filter(([space]) => !deleted.has(Math.floor(space / 4)));
          for (const collection of collections.filter((of) => !deleted.has(of))) {
            const space = packSpace(collection, 'bands');
            for (const key of keys) {
              const values = live
                .filter(([ofSpace, of]) => ofSpace === space && of === key)
                .map(([, , content]) => content)
                .sort((a, b) => a - b);
              expect(runs.valuesOf(space, key, [])).toEqual(values);
              const [middle = 1] = values.slice(values.length >> 1);
              expect(runs.valuesOf(space, key, [], middle, 7)).toEqual(
                values.filter((value) => value > middle).slice(0, 7),
              );
            }
            expect(runs.valuesOf(space, absent, [])).toEqual([]);
          }
        }
        commit();
        db.exec('BEGIN');
        runs.mergeAll();
        db.exec('COMMIT');
        runs.committed();
        for (const level of new Set(runs.runs.map((run) => run.level))) {
          expect(runs.runs.filter((run) => run.level === level).length).toBeLessThan(runsOfLevel);
        }
        const live = stored.filter(([space]) => !deleted.has(Math.floor(space / 4)));
        const found = new Set(sortedRowsIn(db).map((row) => row.join(' ')));
        const missing = live.filter(
          ([space, key, value]) => !found.has(`${Math.floor(space / 4)} 0 ${key} ${value}`),
        );
        expect(missing).toEqual([]);
        const left =
          'SELECT count(*) FROM content_segments WHERE run NOT IN (SELECT number FROM content_runs)';
        expect(db.prepare(left).pluck().get()).toBe(0);
        db.close();
      },
    ),
    { numRuns: repetitions(40) },
  );
});

it('a merge forgets contents removed before it began', () => {
  const db = new Database(':memory:');
  migrate(db);
  const runs = createSortedRuns(db, () => true, { runsOfLevel: 4 });
  const space = packSpace(1, 'bands');
  for (let run = 0; run < 4; run++) {
    const { add, finish } = runs.newRun({ after: run * 5000, upTo: run * 5000 + 5000, rows: 5000 });
    for (let content = run * 5000 + 1; content <= run * 5000 + 5000; content++) {
      add(space, content, content);
    }
    finish();
  }
  for (let content = 1; content < 9000; content++) runs.removed.add(content);
  runs.mergeDue(20_000, 5000);
  runs.committed();
  runs.removed.add(9000);
  for (let last = 20_000; last < 45_000; last += 64) {
    runs.mergeDue(last, 5000);
    runs.committed();
  }
  expect(runs.runs.map(({ level }) => level)).toEqual([1]);
  // One was removed too late to be forgotten; its row may be present or not.
  expect(runs.removed.countIn(0, 1e6)).toBe(1);
  expect(runs.valuesOf(space, 9000, [])).toEqual([]);
  expect(runs.valuesOf(space, 9001, [])).toEqual([9001]);
  expect(sortedRowsIn(db).length).toBeLessThanOrEqual(20_000 - 8999);
  db.close();
});

it('forgets removed values without rows in any run', () => {
  const db = new Database(':memory:');
  migrate(db);
  const deleted = new Set<number>();
  const open = () => createSortedRuns(db, (each) => !deleted.has(each), { runsOfLevel: 4 });
  let runs = open();
  const step = () => {
    const isMore = runs.shrink();
    runs.mergeDue(20_000, 5000);
    runs.committed();
    return isMore;
  };
  for (let run = 0; run < 4; run++) {
    const { add, finish } = runs.newRun({ after: run * 5000, upTo: run * 5000 + 5000, rows: 5000 });
    const space = packSpace(1 + (run % 2), 'bands');
    for (let i = run * 5000 + 1; i <= run * 5000 + 5000; i++) if (run < 3) add(space, i, i);
    // Nothing of the last run remains when it is written.
    for (let i = 15_001; run === 3 && i <= 20_000; i++) runs.removed.add(i);
    finish();
  }
  // Removes values of the first and third run, some after their merge began, some before a kill.
  for (let i = 1; i <= 3000; i++) runs.removed.add(i);
  step();
  for (let i = 3001; i <= 5000; i++) runs.removed.add(i);
  step();
  for (let i = 10_001; i <= 14_000; i++) runs.removed.add(i);
  step();
  runs = open();
  for (let i = 14_001; i <= 15_000; i++) runs.removed.add(i);
  while (step());
  // The rows of the second run belong to a deleted collection.
  deleted.add(2);
  runs.removed.add(5001);
  while (step());
  for (let i = 5001; i <= 10_000; i++) runs.removed.add(i);
  while (step());
  runs.removed.add(5001);
  while (step());
  expect(runs.runs.map(({ after }) => after)).toEqual([]);
  expect(runs.removed.largest).toBe(0);
  expect(db.prepare('SELECT count(*) FROM removed_contents').pluck().get()).toBe(0);
  db.close();
});

it('merges pause after a rollback of their transaction, so that others succeed', () => {
  const db = new Database(':memory:');
  migrate(db);
  const runs = createSortedRuns(db, () => true, { runsOfLevel: 2 });
  for (let run = 0; run < 2; run++) {
    const { add, finish } = runs.newRun({ after: run * 5000, upTo: run * 5000 + 5000, rows: 5000 });
    for (let content = run * 5000 + 1; content <= run * 5000 + 5000; content++) {
      add(packSpace(1, 'bands'), content, content);
    }
    finish();
  }
  runs.committed();
  const chunks = db.prepare<[], number>('SELECT count(*) FROM content_chunks').pluck();
  const before = chunks.get();
  const group = (last: number) => {
    db.exec('BEGIN');
    runs.mergeDue(last, 5000);
  };
  // Begins the merge and does a part of it.
  group(10_000);
  db.exec('COMMIT');
  runs.committed();
  group(20_000);
  expect(chunks.get()).toBeGreaterThan(before!);
  db.exec('ROLLBACK');
  runs.rolledBack();
  let rested = 0;
  while (runs.runs.length > 1) {
    group(20_000);
    if (chunks.get() === before) rested += 1;
    db.exec('COMMIT');
    runs.committed();
  }
  expect(rested).toBe(32);
  db.close();
});

it('deletes the inputs of merges as fast as they arrive, with a chunk per row', () => {
  const db = new Database(':memory:');
  migrate(db);
  const runs = createSortedRuns(db, () => true, { runsOfLevel: 4 });
  const contents = 32_000;
  const buffered = 1000;
  for (let last = buffered; last <= contents; last += buffered) {
    const { add, finish } = runs.newRun({ after: last - buffered, upTo: last, rows: buffered });
    // Each content has its own collection.
    for (let content = last - buffered + 1; content <= last; content++) {
      add(packSpace(content, 'bands'), 7, content);
    }
    finish();
    for (let group = 0; group < buffered; group += 50) {
      runs.mergeDue(last + group, buffered);
      runs.committed();
    }
  }
  const chunks = db.prepare<[], number>('SELECT count(*) FROM content_chunks').pluck().get()!;
  expect(chunks).toBeLessThan(1.3 * contents);
  db.close();
});

it('a run never has the segments of a deleted one', () => {
  const db = new Database(':memory:');
  migrate(db);
  const open = () => createSortedRuns(db, () => true, { runsOfLevel: 2 });
  const write = (runs: ReturnType<typeof open>, content: number) => {
    const run = runs.newRun({ after: content - 1, upTo: content, rows: 1 });
    run.add(packSpace(1, 'bands'), content, content);
    run.finish();
    runs.committed();
  };
  const former = open();
  write(former, 1);
  write(former, 2);
  former.removed.add(1);
  former.removed.add(2);
  // The merge output is empty, and its inputs are not deleted yet.
  for (const last of [2, 9]) {
    former.mergeDue(last, 1);
    former.committed();
  }
  expect(former.runs).toEqual([]);
  expect(db.prepare('SELECT count(*) FROM content_segments').pluck().get()).toBe(2);
  write(open(), 3);
  expect(open().runs.map(({ segments }) => segments.length)).toEqual([1]);
  expect(open().valuesOf(packSpace(1, 'bands'), 3, [])).toEqual([3]);
  db.close();
});

it('a merge step writes no more chunks than a group can wait for', () => {
  const db = new Database(':memory:');
  migrate(db);
  const runs = createSortedRuns(db, () => true, { runsOfLevel: 2 });
  const contents = 10_000;
  for (let run = 0; run < 2; run++) {
    const after = run * contents;
    const { add, finish } = runs.newRun({ after, upTo: after + contents, rows: contents });
    // Each content has its own collection, so that each row has a chunk.
    for (let i = 1; i <= contents; i++) add(packSpace(after + i, 'bands'), 7, after + i);
    finish();
  }
  runs.committed();
  const chunks = db.prepare<[], number>('SELECT count(*) FROM content_chunks').pluck();
  let steps = 0;
  for (; runs.runs.length > 1; steps++) {
    const before = chunks.get()!;
    // Behind schedule from the second step on.
    runs.mergeDue(2 * contents + 64 * steps, 100);
    runs.committed();
    expect(chunks.get()! - before).toBeLessThanOrEqual(8192 / 5 + 1);
  }
  expect(steps).toBeGreaterThan(10);
  db.close();
});

it.each(['a kill', 'a rollback'])('finds every key of a merge resumed after %s', (end) => {
  const db = new Database(':memory:');
  migrate(db);
  const open = () => createSortedRuns(db, () => true, { runsOfLevel: 2 });
  let runs = open();
  const spaces = [packSpace(1, 'bands'), packSpace(2, 'bands')];
  for (let run = 0; run < 2; run++) {
    const after = run * 5000;
    const { add, finish } = runs.newRun({ after, upTo: after + 5000, rows: 5000 });
    for (const [of, space] of spaces.entries()) {
      for (let i = after + 1 + of; i <= after + 5000; i += 2) add(space, i * 7, i);
    }
    finish();
  }
  runs.committed();
  // Merges some rows per group until done.
  for (let last = 10_000; runs.runs.length > 1; last += 2000) {
    db.exec('BEGIN');
    runs.mergeDue(last, 5000);
    db.exec('COMMIT');
    runs.committed();
    if (runs.runs.length === 1) break;
    if (end === 'a kill') runs = open();
    else {
      db.exec('BEGIN');
      runs.mergeDue(last + 1000, 5000);
      db.exec('ROLLBACK');
      runs.rolledBack();
      for (let group = 0; group < 32; group++) runs.mergeDue(last + 1000, 5000);
      runs.committed();
    }
  }
  while (runs.loadFilters());
  for (const [of, space] of spaces.entries()) {
    for (let i = 1 + of; i <= 10_000; i += 2) expect(runs.valuesOf(space, i * 7, [])).toEqual([i]);
  }
  db.close();
});
