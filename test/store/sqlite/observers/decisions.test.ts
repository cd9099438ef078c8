import { expect, it } from 'vitest';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { checking, newCollection, signature } from '../../samples.js';
import { temporaryFile } from '../temporary.js';

function open(file: string) {
  const db = openDatabase(file);
  return { db, store: createGroupedStore(createInlineRunner(db), 100) };
}

it('decision counts survive the process', async () => {
  const file = temporaryFile();
  const first = open(file);
  const pages = await first.store.createCollection(newCollection('pages'));
  for (const id of ['a', 'b', 'b']) await first.store.check(checking(pages, id));
  expect(first.db.prepare('SELECT new, duplicate FROM decision_totals').get()).toEqual({
    ...{ new: 1, duplicate: 2 },
  });
  await first.store.close();

  const { store } = open(file);
  const counts = { new: 1, similar: 0, duplicate: 2, changed: 0, unchanged: 0 };
  expect((await store.stats({})).decisions).toEqual(counts);
  expect(await store.history({ since: 0 })).toEqual([{ at: 0, ...counts }]);
  await store.close();
});

it('a failed group counts nothing', async () => {
  const { db, store } = open(temporaryFile());
  const pages = await store.createCollection(newCollection('pages'));
  await store.check(checking(pages, 'a'));
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const large = { metadata: JSON.stringify({ x: 'y'.repeat(1_000_000) }) };
  const failed = [
    store.check(checking(pages, 'c', { ...large, signature: signature([1, 2, 3, 4, 5]) })),
    store.check(checking(pages, 'd')),
  ];
  const codes = await Promise.all(failed.map((check) => check.catch(({ code }) => code)));
  expect(codes).toEqual(['disk_full', 'disk_full']);
  db.pragma('max_page_count = 1000000');
  await store.check(checking(pages, 'e'));
  expect((await store.stats({ collection: pages })).decisions).toMatchObject({
    ...{ new: 1, duplicate: 1 },
  });
  await store.close();
});
