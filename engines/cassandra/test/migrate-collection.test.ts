import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../src/store/contract/store.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../../test/model/model-store.js';
import {
  addition,
  later,
  newCollection,
  signature,
  sketched,
} from '../../../test/store/samples.js';
import { migrateCollection } from '../src/migrate-collection.js';

let from: Store;
let to: Store;
beforeEach(async () => {
  from = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  to = createModelStore();
});
afterEach(() => Promise.all([from.close(), to.close()]));

const migrate = (onProgress = () => {}) =>
  migrateCollection({ from, to, name: 'pages', collectionsMax: 10, now: later, onProgress });

async function fill(count: number): Promise<void> {
  const pages = await from.createCollection({
    ...newCollection('pages', 'hybrid'),
    maxDistance: 5,
    keepText: true,
  });
  for (let n = 0; n < count; n++) {
    const given = sketched(signature([n % 64], n % 7), { family: n % 11 });
    const text = Uint8Array.of(n % 11, n % 7, n % 64);
    const changes = { signature: given, text, metadata: `{"n":${n}}`, now: 2_000 + n };
    await from.add(
      addition(pages, `page-${n % 480}`, { ...changes, page: `["${n}"]`, extractor: 'html/1' }),
    );
  }
  await from.add(addition(pages, 'gone', { expiresAt: 3_000 }));
}

it('copies documents verbatim, with the settings of their collection', async () => {
  await fill(500);
  expect(await migrate()).toEqual({ documents: 480, written: 480 });
  const [source, target] = [await from.getCollection('pages'), await to.getCollection('pages')];
  expect(target).toMatchObject({
    ...{ maxDistance: 5, keepText: true, recipe: source!.recipe },
  });
  const page = { idPrefix: null, after: null, limit: 1000, now: later };
  expect(await to.list({ collection: target!, ...page })).toEqual(
    await from.list({ collection: source!, ...page }),
  );
  expect(await to.texts({ collection: target!, ids: ['page-7'], now: later })).toEqual(
    await from.texts({ collection: source!, ids: ['page-7'], now: later }),
  );
});

it('resumes an interrupted copy without rewriting documents', async () => {
  await fill(500);
  const stop = () => {
    throw new Error('interrupted');
  };
  await expect(migrate(stop)).rejects.toThrow('interrupted');
  expect(await migrate()).toEqual({ documents: 480, written: 280 });
  expect(await migrate()).toEqual({ documents: 480, written: 0 });
});

it('reports a copy that differs, and refuses another recipe', async () => {
  await expect(migrate()).rejects.toMatchObject({ code: 'collection_not_found' });
  await fill(3);
  await migrate();
  const pages = (await to.getCollection('pages'))!;
  await to.add(addition(pages, 'more'));
  await expect(migrate()).rejects.toMatchObject({
    code: 'internal',
    message: 'The copy of collection "pages" differs: it has 4 documents instead of 3',
  });
  await to.deleteCollection({ name: 'pages' });
  await to.createCollection({ ...newCollection('pages'), recipeId: 'another' });
  await expect(migrate()).rejects.toMatchObject({ code: 'recipe_mismatch' });
});

it('refuses a recipe with own texts if the target does not support them', async () => {
  const given = newCollection('pages');
  const recipe = { ...given.recipe, ownStopWords: '患者' };
  await from.createCollection({ ...given, recipe });
  to = { ...to, features: new Set() };
  await expect(migrate()).rejects.toMatchObject({
    code: 'store_unsupported',
    message: expect.stringContaining('does not support recipes with words of their own'),
  });
  expect(await to.listCollections()).toEqual([]);
});
