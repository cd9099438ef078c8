import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoreCapabilities } from '../../../src/store/contract/capabilities.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  recipeOf,
  rule,
  signature,
  sweptStats,
} from '../samples.js';
import { whereOffered } from './where-offered.js';

/** Collections, and the life of the store itself. */
export function describeCollections(
  name: string,
  open: () => Promise<Store>,
  capabilities: StoreCapabilities,
): void {
  describe(`${name} holds collections`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    describe('collections', () => {
      whereOffered(capabilities.reindexing)(
        'change their defaults, and those of their successors',
        async () => {
          const begun = { collection: pages, recipe: recipeOf('hybrid'), recipeId: 'x' };
          await store.beginSuccessor(begun);
          const settings = {
            ...{ maxDistance: 5, minSimilarity: 0.7, compareTitles: false },
            ...{ ttlSeconds: 60, keepText: true, keepPerFamily: 7 },
          };
          expect(await store.updateCollection({ collection: pages, settings })).toEqual({
            ...pages,
            ...settings,
          });
          const back = { ttlSeconds: null, keepPerFamily: null };
          const updated = await store.updateCollection({ collection: pages, settings: back });
          expect(updated).toEqual({ ...pages, ...settings, ...back });
          expect(await store.getCollection('pages')).toEqual(updated);
          expect(await store.completeSuccessor({ collection: pages })).toBeDefined();
          expect(await store.getCollection('pages')).toMatchObject({ ...settings, ...back });
          await expect(
            store.updateCollection({ collection: pages, settings }),
          ).rejects.toMatchObject({ code: 'collection_not_found' });
        },
      );

      whereOffered(capabilities.statistics)('are counted, each by itself', async () => {
        const news = await store.createCollection(newCollection('news'));
        const gone = await store.createCollection(newCollection('gone'));
        await store.deleteCollection({ name: 'gone' });
        const hour = 3_600_000;
        await store.add(addition(pages, 'a'));
        await store.check(
          checking(pages, 'b', { signature: signature([1, 2, 3, 4, 5]), now: hour + 5 }),
        );
        await store.check(checking(pages, 'a', { now: 2 * hour + 1 }));
        await store.check(checking(pages, 'c', { now: 3 * hour, dryRun: true }));
        const none = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };
        expect(await store.statsOfEach({ collections: [news, gone, pages] })).toEqual([
          { documents: 0, contents: 0, decisions: none, lastDecisionHour: null },
          null,
          {
            ...{ documents: 2, contents: 2, decisions: { ...none, new: 1, unchanged: 1 } },
            lastDecisionHour: 2 * hour,
          },
        ]);
        expect(await store.statsOfEach({ collections: [] })).toEqual([]);
      });

      it('are created, found and listed by name', async () => {
        const news = await store.createCollection({
          ...newCollection('news', 'hybrid'),
          maxDistance: 2,
          minSimilarity: 0.75,
          minContainment: 0.5,
          compareTitles: false,
          ttlSeconds: 60,
          keepText: true,
          keepPerFamily: 9,
        });
        expect(news).toEqual({
          name: 'news',
          generation: expect.any(Number),
          recipe: recipeOf('hybrid'),
          recipeId: 'f00dfeedf00dfeed',
          maxDistance: 2,
          minSimilarity: 0.75,
          minContainment: 0.5,
          duplicateIf: 'addsNothing',
          compareTitles: false,
          ttlSeconds: 60,
          keepText: true,
          keepRefused: 3,
          keepPerFamily: 9,
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

      it('have one name each, and a limited number', async () => {
        await expect(store.createCollection(newCollection('pages'))).rejects.toMatchObject({
          code: 'collection_exists',
          message: 'Collection "pages" exists already',
        });
        const full = { ...newCollection('news'), collectionsMax: 1 };
        await expect(store.createCollection(full)).rejects.toMatchObject({
          code: 'validation_failed',
        });
        expect(await store.listCollections()).toEqual([pages]);
      });

      it('are gone at once when deleted; a new one with the same name is another', async () => {
        await store.add(addition(pages, 'a'));
        await store.deleteCollection({ name: 'pages' });
        expect(await store.getCollection('pages')).toBeUndefined();
        expect(await sweptStats(store)).toMatchObject({
          documents: 0,
          contents: 0,
          fingerprints: 0,
        });

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

    // Counts see the order; over several machines operations run side by side, and nothing is counted.
    whereOffered(capabilities.statistics)(
      'takes operations in the order of the calls',
      async () => {
        const probe = { signature: signature() };
        const [empty, , one, , none] = await Promise.all([
          store.query({
            collection: pages,
            now: later,
            probe,
            rule: { ...rule, maxDistance: 0 },
            limit: 1,
          }),
          store.add(addition(pages, 'a')),
          store.query({
            collection: pages,
            now: later,
            probe,
            rule: { ...rule, maxDistance: 0 },
            limit: 1,
          }),
          store.delete({ collection: pages, now: later, ids: ['a'] }),
          sweptStats(store, pages),
        ]);
        expect(empty!.matches).toHaveLength(0);
        expect(one!.matches).toHaveLength(1);
        expect(none).toMatchObject({ documents: 0 });
      },
    );

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
