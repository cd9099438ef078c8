import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createDiskTable,
  type DiskTable,
  type KeyPage,
  keysOf,
} from '../../../../src/store/sqlite/write-buffer/disk-table.js';
import {
  createFilteredTable,
  type FilteredTable,
} from '../../../../src/store/sqlite/write-buffer/filtered-table.js';

const columns = { table: 'held', key: 'key', value: 'value' };
const keys = 6;
const row = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.nat(keys - 1), fc.nat(3));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), row }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), row }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('learn' as const), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open again' as const), row }) },
);

function openRows(): { db: Database.Database; disk: DiskTable; open: () => FilteredTable } {
  const db = new Database(':memory:');
  db.exec(
    `CREATE TABLE held (collection INTEGER, key INTEGER, value INTEGER,
       PRIMARY KEY (collection, key, value)) WITHOUT ROWID`,
  );
  const disk = createDiskTable(db, columns);
  return {
    db,
    disk,
    open: () =>
      createFilteredTable(
        disk,
        () => keysOf(db, columns, 3),
        () => 1,
      ),
  };
}

it('finds what the table holds, while rows come, go and are read', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const { db, disk, open } = openRows();
      let rows = open();
      for (const { kind, row: each } of steps) {
        if (kind === 'insert') rows.insertMissing([each]);
        else if (kind === 'remove') rows.remove(...each);
        else if (kind === 'learn') rows.learn();
        else rows = open();
        for (const collection of [1, 2]) {
          const all = Array.from({ length: keys }, (_, key) => key);
          expect(rows.search(collection, all)).toEqual(disk.search(collection, all));
          for (const key of all) {
            expect(rows.search(collection, [key])).toEqual(disk.search(collection, [key]));
            expect(rows.first(collection, key)).toBe(disk.first(collection, key));
          }
        }
      }
      db.close();
    }),
    { numRuns: 200 },
  );
});

it('seldom reads the disk for absent keys, once all keys are read and after growth', () => {
  const { db, disk } = openRows();
  disk.insert(rowsFrom(0, 40_000));
  const { rows, askedFor } = countedRows(db, disk, 40_000);
  expect(askedFor(500_000, 501_000)).toBe(1000);
  while (rows.learn());
  expect(askedFor(500_000, 501_000)).toBeLessThan(20);
  expect(askedFor(0, 1000)).toBe(1000);

  rows.insert(rowsFrom(40_000, 300_000));
  expect(askedFor(500_000, 501_000)).toBeGreaterThan(20);
  while (rows.learn());
  expect(askedFor(500_000, 501_000)).toBeLessThan(20);
  expect(askedFor(299_000, 300_000)).toBe(1000);
  db.close();
});

it('reads the keys again if it is too small', () => {
  const { db, disk } = openRows();
  disk.insert(rowsFrom(0, 300_000));
  const { rows, askedFor } = countedRows(db, disk, 1);
  while (rows.learn());
  expect(askedFor(500_000, 501_000)).toBeLessThan(20);
  db.close();
});

it('finds everything if some rows cannot be read', () => {
  const { db, disk } = openRows();
  disk.insert(rowsFrom(0, 100));
  function* pages(): Generator<KeyPage, undefined> {
    yield { collection: 1, keys: rowsFrom(0, 50).map(([, key]) => key) };
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
  }
  const rows = createFilteredTable(disk, pages, () => 100);
  expect([rows.learn(), rows.learn(), rows.learn()]).toEqual([true, false, false]);
  for (let key = 0; key < 100; key++) expect(rows.search(1, [key])).toEqual([0]);
  db.close();
});

it('is built anew if most of its keys were removed, and reads them once', () => {
  const { db, disk } = openRows();
  disk.insert(rowsFrom(0, 10));
  const { rows, askedFor } = countedRows(db, disk, 10);
  while (rows.learn());
  for (let from = 1000; from < 400_000; from += 1000) {
    const some = rowsFrom(from, from + 1000);
    rows.insert(some);
    for (const row of some) rows.remove(...row);
  }
  expect(askedFor(1000, 100_000)).toBeGreaterThan(90_000);
  let turns = 0;
  while (rows.learn()) turns += 1;
  expect(turns).toBeLessThan(5);
  expect(askedFor(1000, 100_000)).toBeLessThan(100);
  expect(askedFor(0, 10)).toBe(10);
  db.close();
});

it('is built anew, smaller, if few of many rows are left', () => {
  const { db, disk } = openRows();
  disk.insert(rowsFrom(0, 1000));
  let [expected, made, read] = [1_000_000, 0, 0];
  function* pages(): Generator<KeyPage, undefined> {
    made += 1;
    for (const page of keysOf(db, columns, 100)) {
      read += page.keys.length;
      yield page;
    }
  }
  const rows = createFilteredTable(disk, pages, () => expected);
  while (rows.learn());
  expect([made, read]).toEqual([1, 1000]);
  expected = 300_000;
  expect(rows.learn()).toBe(false);
  expected = 1000;
  while (rows.learn());
  expect([made, read]).toEqual([2, 2000]);
  expect(rows.learn()).toBe(false);
  expect(rows.search(1, [999])).toEqual([0]);
  db.close();
});

it('gives up a new filter if it cannot read, until there is a reason again', () => {
  const { db, disk } = openRows();
  let made = 0;
  let expected = 1_000_000;
  const pages = () => {
    made += 1;
    const isDamaged = made > 1;
    return {
      next(): IteratorReturnResult<undefined> {
        if (isDamaged) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
        return { done: true, value: undefined };
      },
    };
  };
  const rows = createFilteredTable(disk, pages, () => expected);
  while (rows.learn());
  expected = 0;
  while (rows.learn());
  expect([made, rows.learn()]).toEqual([2, false]);
  db.close();
});

/** Rows behind a filter, and how many of some keys they ask the disk for. */
function countedRows(db: Database.Database, disk: DiskTable, expected: number) {
  let asked = 0;
  const counted: DiskTable = {
    ...disk,
    search(collection, wanted) {
      asked += wanted.length;
      return disk.search(collection, wanted);
    },
  };
  const rows = createFilteredTable(
    counted,
    () => keysOf(db, columns, 1000),
    () => expected,
  );
  const askedFor = (from: number, to: number) => {
    asked = 0;
    for (let key = from; key < to; key++) rows.search(1, [key]);
    return asked;
  };
  return { rows, askedFor };
}

function rowsFrom(from: number, to: number): (readonly [number, number, number])[] {
  return Array.from({ length: to - from }, (_, index) => [1, from + index, 0] as const);
}
