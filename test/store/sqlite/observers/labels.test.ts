import { expect, it, onTestFinished } from 'vitest';
import { labelsMax, labelsOfDocumentMax } from '../../../../src/store/contract/labels.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createLabels } from '../../../../src/store/sqlite/observers/labels.js';
import { createObservers } from '../../../../src/store/sqlite/observers/observer.js';
import { createCatalog } from '../../../../src/store/sqlite/tables/catalog.js';
import { newCollection } from '../../samples.js';

/** Labels some pairs. One more pair may be labelled. */
function keeping(pairs: readonly (readonly [a: string, b: string])[]) {
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
  });
  const insert = db.prepare("INSERT INTO labels VALUES (1, ?, ?, 'same', 1)");
  db.transaction(() => {
    for (const pair of pairs) insert.run(...pair);
  })();
  const catalog = createCatalog(db);
  const pages = catalog.create(newCollection('pages'));
  const labels = createLabels(db, catalog, createObservers());
  return (a: string, b: string) => {
    labels.refuseFull(1, a, b);
    labels.put(pages, { a, b, label: 'different', now: 2 });
  };
}

const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

it('a document has no more labels than can be deleted with it in one step', () => {
  const half = labelsOfDocumentMax / 2;
  const before = numbered(half, 'a').map((other) => [other, 'm'] as const);
  const after = numbered(half, 'z').map((other) => ['m', other] as const);
  const put = keeping([...before, ...after]);
  for (const [a, b] of [
    ['m', 'new'],
    ['new', 'm'],
  ] as const) {
    expect(() => put(a, b)).toThrow('document "m" and another one: it already has 1000 labels');
  }
  expect(() => put('z1', 'm')).not.toThrow();
  expect(() => put('a1', 'z1')).not.toThrow();
});

it('a collection has no more labels than a recommendation reads', () => {
  const put = keeping(numbered(labelsMax, 'p').map((id) => [id, `${id} too`] as const));
  expect(() => put('one', 'more')).toThrow('has 10000 labels');
  expect(() => put('p1', 'p1 too')).not.toThrow();
});
