import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { RowCursor } from '../../../../src/store/sqlite/runs/run.js';
import { createRunCatalog } from '../../../../src/store/sqlite/runs/run-catalog.js';
import { createSortedRuns } from '../../../../src/store/sqlite/runs/sorted-runs.js';

it('a cursor continues after the given row', () => {
  const db = new Database(':memory:');
  migrate(db);
  const runs = createSortedRuns(db, () => true);
  const { add, finish } = runs.newRun({ after: 0, upTo: 4, rows: 4 });
  for (const [key, value] of [
    [10, 1],
    [10, 2],
    [10, 3],
    [20, 4],
  ] as const) {
    add(4, key, value);
  }
  finish();
  runs.committed();
  const catalog = createRunCatalog(db);
  const valuesBehind = (...behind: [space: number, key: number, value: number]) => {
    const values: number[] = [];
    const cursor = new RowCursor(runs.runs[0]!.number, catalog, behind);
    for (; cursor.isAt; cursor.next()) values.push(cursor.value);
    return values;
  };
  expect(valuesBehind(4, 10, 2)).toEqual([3, 4]);
  expect(valuesBehind(4, 10, 3)).toEqual([4]);
  expect(valuesBehind(4, 15, 0)).toEqual([4]);
  expect(valuesBehind(3, 99, 9)).toEqual([1, 2, 3, 4]);
  expect(valuesBehind(4, 20, 4)).toEqual([]);
  db.close();
});

it('a run refuses rows out of order, which look-ups would miss', () => {
  const db = new Database(':memory:');
  migrate(db);
  const { add } = createSortedRuns(db, () => true).newRun({ after: 0, upTo: 4, rows: 4 });
  add(4, 10, 2);
  expect(() => add(4, 10, 1)).toThrow('rows of a run are in order');
  expect(() => add(4, 9, 3)).toThrow('rows of a run are in order');
  expect(() => add(3, 11, 3)).toThrow('rows of a run are in order');
  db.close();
});
