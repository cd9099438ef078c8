import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { createRemovedValues } from '../../../../src/store/sqlite/runs/removed-values.js';

it('a range of removed values excludes its first number and includes its last', () => {
  const db = new Database(':memory:');
  migrate(db);
  const removed = createRemovedValues(db);
  const values = [1, 31, 32, 33, 4095, 4096, 9000];
  for (const value of values) removed.add(value);
  removed.committed();
  for (const after of [0, ...values]) {
    for (const upTo of values) {
      const within = values.filter((value) => value > after && value <= upTo);
      expect(removed.countIn(after, upTo), `${after} to ${upTo}`).toBe(within.length);
    }
  }
  for (const [page, bits] of removed.snapshot(32, 4096)) removed.forget(page, bits);
  expect(values.filter(removed.has)).toEqual([1, 31, 32, 9000]);
  db.close();
});
