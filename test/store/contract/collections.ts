import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import { addition, checking, later, newCollection, recipeOf, sweptStats } from '../samples.js';

/** Tests collections, and the lifecycle of the store itself. */
export function describeCollections(name: string, open: () => Promise<Store>): void {
  describe(`${name}: collections`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    describe('collections', () => {
      it('are created, found and listed by name', async () => {
        const news = await store.createCollection({
          ...newCollection('news', 'hybrid'),
          maxDistance: 2,
          minSimilarity: 0.75,
          minContainment: 0.5,
          ttlSeconds: 60,
          keepText: true,
          keepPerFamily: 9,
          siteLines: false,
          refusedPages: { days: 7, texts: true },
        });
        expect(news).toEqual({
          name: 'news',
          generation: expect.any(Number),
          recipe: recipeOf('hybrid'),
          recipeId: 'f00dfeedf00dfeed',
          maxDistance: 2,
          minSimilarity: 0.75,
          minContainment: 0.5,
          duplicateIf: 'page',
          ttlSeconds: 60,
          keepText: true,
          keepRefused: 3,
          keepPerFamily: 9,
          siteLines: false,
          refusedPages: { days: 7, texts: true },
          createdAt: 1_000,
        });
        expect(await store.getCollection('news')).toEqual(news);
        expect(await store.getCollection('none')).toBeUndefined();
        expect(await store.listCollections()).toEqual([news, pages]);
      });

      it('are found by every call after the one that creates them', async () => {
        const created = store.createCollection(newCollection('news'));
        expect(await store.getCollection('news')).toEqual(await created);
      });

      it('have unique names and a limited number', async () => {
        await expect(store.createCollection(newCollection('pages'))).rejects.toMatchObject({
          code: 'collection_exists',
          message: 'Collection "pages" already exists',
        });
        const full = { ...newCollection('news'), collectionsMax: 1 };
        await expect(store.createCollection(full)).rejects.toMatchObject({
          code: 'validation_failed',
        });
        expect(await store.listCollections()).toEqual([pages]);
      });

      it('are gone at once when deleted; a new one with the same name is different', async () => {
        await store.add(addition(pages, 'a'));
        await store.deleteCollection({ name: 'pages' });
        expect(await store.getCollection('pages')).toBeUndefined();
        expect(await sweptStats(store)).toMatchObject({ documents: 0, contents: 0 });

        const again = await store.createCollection(newCollection('pages'));
        expect(again.generation).not.toBe(pages.generation);
        expect(await store.get({ collection: again, ids: ['a'], now: later })).toEqual([]);
        expect(await store.check(checking(again, 'b'))).toMatchObject({ decision: 'new' });
        await expect(store.add(addition(pages, 'c'))).rejects.toMatchObject({
          code: 'collection_not_found',
        });
        await expect(store.deleteCollection({ name: 'none' })).rejects.toMatchObject({
          code: 'collection_not_found',
          message: 'No collection is named "none"',
        });
      });

      it('are independent of each other', async () => {
        const news = await store.createCollection(newCollection('news'));
        await store.add(addition(news, 'a'));
        expect(await store.check(checking(pages, 'b'))).toMatchObject({ decision: 'new' });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toEqual([]);
        expect(await sweptStats(store, news)).toMatchObject({ documents: 1 });
        expect(await sweptStats(store)).toMatchObject({ documents: 2 });
      });
    });

    it('completes the operations called before close, and none after', async () => {
      await store.ping();
      const added = store.add(addition(pages, 'a'));
      await Promise.all([store.close(), store.close()]);
      expect(await added).toMatchObject({ status: 'created' });
      await expect(store.ping()).rejects.toMatchObject({ code: 'not_ready' });
      await expect(store.add(addition(pages, 'b'))).rejects.toMatchObject({
        code: 'shutting_down',
      });
    });
  });
}
