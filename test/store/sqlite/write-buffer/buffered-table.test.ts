import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { createBufferedTable } from '../../../../src/store/sqlite/write-buffer/buffered-table.js';
import {
  createPostingLists,
  readRests,
} from '../../../../src/store/sqlite/write-buffer/posting-lists.js';

const all = { list: readRests, value: () => true };

it('flushes rows again after a rollback of their flush', () => {
  const db = new Database(':memory:');
  migrate(db);
  const disk = createPostingLists(db, 'blocks_0');
  const table = createBufferedTable(disk, () => true, { upTo: 0, has: () => false });
  for (const key of [3, 5, 9]) table.insert(1, key, 7);
  table.committed();
  expect(table.beginFlush(1)).toBe(3);
  db.exec('BEGIN');
  table.flush(2);
  expect(table.flushPosition()).toEqual({ collection: 1, key: 9 });
  db.exec('ROLLBACK');
  table.rolledBack();
  expect(table.flushPosition()).toEqual({ collection: 1, key: 3 });
  table.flush(3);
  table.committed();
  expect(table.flushPosition()).toBeUndefined();
  // The rows in memory are dropped with the following flush.
  table.beginFlush(1);
  for (const key of [3, 5, 9]) {
    expect(disk.search(1, key)).toContain(7);
    expect(table.search(1, key, all)).toContain(7);
  }
  db.close();
});

it('reverts inserted and removed rows', () => {
  const db = new Database(':memory:');
  migrate(db);
  const disk = createPostingLists(db, 'blocks_0');
  const table = createBufferedTable(disk, () => true, { upTo: 0, has: () => false });
  table.insert(1, 3, 7);
  table.committed();
  table.insert(1, 3, 8);
  table.remove(1, 3, 7);
  table.rolledBack();
  expect(table.search(1, 3, all)).toEqual([7]);
  db.close();
});

it('finds rows on disk again after a rollback of their removal', () => {
  const db = new Database(':memory:');
  migrate(db);
  const disk = createPostingLists(db, 'blocks_0', { keepFrom: 1 });
  const table = createBufferedTable(disk, () => true, { upTo: 0, has: () => false });
  const rests = Array.from({ length: 200 }, (_, rest) => rest);
  for (const rest of rests) disk.insert([[1, 3, rest]]);
  const found = () => [...table.search(1, 3, all)].sort((a, b) => a - b);
  db.exec('BEGIN');
  table.remove(1, 3, 0);
  expect(found()).toEqual(rests.slice(1));
  db.exec('ROLLBACK');
  table.rolledBack();
  expect(found()).toEqual(rests);
  db.close();
});

it('does not flush rows again that an earlier process had flushed', () => {
  const db = new Database(':memory:');
  migrate(db);
  const disk = createPostingLists(db, 'blocks_0');
  disk.insert([[1, 3, 7]]);
  // That process was killed before it recorded that the row was flushed.
  const table = createBufferedTable(disk, () => true, { upTo: 2, has: () => false });
  table.restore(1, 3, 7, 1);
  table.restore(1, 3, 8, 2);
  expect(table.search(1, 3, all)).toEqual([7, 8]);
  expect(table.resumeFlush()).toBe(2);
  table.flush(2);
  table.committed();
  expect(disk.search(1, 3)).toEqual([7, 8]);
  db.close();
});
