import { expect, it } from 'vitest';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { checking, newCollection, signature } from '../../samples.js';
import { temporaryFile } from '../temporary.js';

function open(file: string) {
  const db = openDatabase(file);
  // Disables the decision log, which would write a record of each refusal.
  const noLog = { days: 0, rows: 1 };
  const runner = createInlineRunner(db, undefined, undefined, noLog);
  return { db, store: createGroupedStore(runner, 100) };
}

it('decision counts survive the process, even those of a group that wrote nothing else', async () => {
  const file = temporaryFile();
  const first = open(file);
  const pages = await first.store.createCollection(newCollection('pages'));
  await first.store.check(checking(pages, 'a'));
  await first.store.check(checking(pages, 'b'));
  const written = () => first.db.prepare('SELECT duplicate FROM decision_totals').pluck().get();
  expect(written()).toBe(1);
  const changes = first.db.prepare('SELECT total_changes()').pluck();
  const before = changes.get();
  await first.store.check(checking(pages, 'b'));
  expect(changes.get()).toBe(before);
  expect((await first.store.stats({ collection: pages })).decisions).toMatchObject({
    duplicate: 2,
  });
  await first.store.sweep({ now: 5_000 });
  expect(written()).toBe(2);
  await first.store.check(checking(pages, 'b'));
  await first.store.close();

  const { store } = open(file);
  expect((await store.stats({})).decisions).toEqual({
    ...{ new: 1, similar: 0, duplicate: 3, changed: 0, unchanged: 0 },
  });
  expect(await store.history({ since: 0 })).toEqual([
    { at: 0, new: 1, similar: 0, duplicate: 3, changed: 0, unchanged: 0 },
  ]);
  await store.close();
});

it('a failed group counts nothing', async () => {
  const { db, store } = open(temporaryFile());
  const pages = await store.createCollection(newCollection('pages'));
  await store.check(checking(pages, 'a'));
  await store.check(checking(pages, 'b'));
  await store.check(checking(pages, 'b')); // counted, and not written yet
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const large = { metadata: JSON.stringify({ x: 'y'.repeat(1_000_000) }) };
  const failed = [
    store.check(checking(pages, 'c', { ...large, signature: signature([1, 2, 3, 4, 5]) })),
    store.check(checking(pages, 'd')),
  ];
  const codes = await Promise.all(failed.map((check) => check.catch(({ code }) => code)));
  expect(codes).toEqual(['disk_full', 'disk_full']);
  expect((await store.stats({ collection: pages })).decisions).toMatchObject({
    new: 1,
    duplicate: 2,
  });
  db.pragma('max_page_count = 1000000');
  await store.check(checking(pages, 'e'));
  expect((await store.stats({ collection: pages })).decisions).toMatchObject({
    new: 1,
    duplicate: 3,
  });
  expect(db.prepare('SELECT new, duplicate FROM decision_totals').get()).toEqual({
    ...{ new: 1, duplicate: 3 },
  });
  await store.close();
});
