import type { Database } from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { recipeId } from '../../../../src/fingerprint/recipe.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { repair } from '../../../../src/store/sqlite/maintenance/repair.js';
import { verify } from '../../../../src/store/sqlite/maintenance/verify.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { checking, newCollection, recipeOf, signature } from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile } from '../temporary.js';

/** Creates a database with two clusters: a and b with c refused, x and y. */
async function writtenDatabase(): Promise<Database> {
  const file = temporaryFile();
  const store = createGroupedStore(createInlineRunner(openDatabase(file)), 100);
  const id = recipeId(recipeOf('simhash'));
  const collection = await store.createCollection({ ...newCollection('pages'), recipeId: id });
  const check = (id: string, bits: number[], onDuplicate: 'skip' | 'store' = 'store') =>
    store.check(checking(collection, id, { signature: signature(bits), onDuplicate }));
  const far = [1, 2, 3, 4, 5, 6];
  for (const id of ['a', 'b']) await check(id, []);
  for (const id of ['x', 'y']) await check(id, far);
  await check('c', [], 'skip');
  await store.separate({ collection, a: 'a', b: 'n', now: 1 });
  await store.close();
  const db = openDatabase(file);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

const wrongCounts = '1 clusters have wrong counts';

it.each([
  ["UPDATE clusters SET size = size + 1 WHERE id = 'cluster of b'", wrongCounts],
  ["UPDATE clusters SET members = 9 WHERE id = 'cluster of b'", wrongCounts],
  ['UPDATE clusters SET last_seat = 1 WHERE number = 1', wrongCounts],
  [
    'UPDATE clusters SET chosen = 3 WHERE number = 1',
    '1 clusters have a representative that is not a stored member',
  ],
  ["DELETE FROM members WHERE id = 'b'", wrongCounts],
  ['DELETE FROM clusters WHERE number = 1', '3 members belong to no cluster'],
  [
    "UPDATE members SET stored = 1 WHERE id = 'c'",
    '1 members of clusters have a wrong `stored` flag',
  ],
  ["DELETE FROM documents WHERE id = 'x'", '1 members of clusters have a wrong `stored` flag'],
  [
    "INSERT INTO separations VALUES (99, 'a', 'b', 1)",
    '1 rows without a collection in separations',
  ],
  ['UPDATE decision_hours SET lineage = 99', '1 rows without a collection in decision_hours'],
  ['UPDATE decision_hosts SET lineage = 99', '1 rows without a collection in decision_hosts'],
])('verify finds and repairs: %s', async (damage, what) => {
  const db = await writtenDatabase();
  expect(verify(db).faults).toEqual([]);
  db.exec(damage);
  expect(verify(db).faults.map((fault) => fault.what)).toContain(what);
  expect(repair(db)).toBe(0);
  expect(verify(db).faults).toEqual([]);
  expectIntegrity(db);
});
