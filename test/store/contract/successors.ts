import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { StoredDocument } from '../../../src/store/contract/documents.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import {
  addition,
  alone,
  checking,
  later,
  newCollection,
  recipeOf,
  signature,
  sketched,
  sweptStats,
} from '../samples.js';

/** Tests rebuilding a collection under another recipe while it is in use. */
export function describeSuccessors(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: successors`, () => {
    let store: EmbeddedStore;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection({
        ...newCollection('pages'),
        maxDistance: 5,
        minSimilarity: 0.7,
        ttlSeconds: 60,
        keepText: true,
      });
    });
    afterEach(() => store.close());

    const begin = (collection = pages) =>
      store.beginSuccessor({ collection, recipe: recipeOf('hybrid'), recipeId: 'another' });
    const document = (id: string, changes: Partial<StoredDocument> = {}) => ({
      id,
      signature: signature(),
      metadata: '{"n":1}',
      page: '["One"]',
      extractor: null,
      revision: 7,
      storedAt: 10,
      updatedAt: 20,
      lastSeenAt: 30,
      seenCount: 40,
      ...{ expiresAt: null, lifetimeMs: null },
      ...changes,
    });

    it('begins empty and unlisted, with the settings of its collection', async () => {
      await store.add(addition(pages, 'a'));
      const successor = await begin();
      expect(successor).toEqual({
        ...pages,
        recipe: recipeOf('hybrid'),
        recipeId: 'another',
        generation: expect.any(Number),
      });
      expect(successor.generation).not.toBe(pages.generation);
      expect(
        await store.list({
          collection: successor,
          idPrefix: null,
          now: later,
          after: null,
          limit: 9,
        }),
      ).toEqual([]);
      await store.restore({ collection: successor, documents: [{ ...document('b'), text: null }] });
      expect(await store.getCollection('pages')).toEqual(pages);
      expect(await store.listCollections()).toEqual([pages]);
      expect(await sweptStats(store)).toMatchObject({ documents: 1 });
      expect(await sweptStats(store, successor)).toMatchObject({ documents: 1 });
      const one = { ...newCollection('news'), collectionsMax: 2 };
      expect(await store.createCollection(one)).toMatchObject({ name: 'news' });
    });

    it('is built one at a time, for an existing collection', async () => {
      await begin();
      await expect(begin()).rejects.toMatchObject({
        code: 'collection_exists',
        message: 'Collection "pages" is already being reindexed',
      });
      await expect(begin({ ...pages, generation: 99 })).rejects.toMatchObject({
        code: 'collection_not_found',
      });
    });

    it('restores documents verbatim', async () => {
      const successor = await begin();
      const text = Uint8Array.of(1, 2);
      const given = document('a', { signature: sketched(signature()) });
      await store.restore({ collection: successor, documents: [{ ...given, text }] });
      expect(await store.get({ collection: successor, ids: ['a'], now: later })).toEqual([
        alone(given),
      ]);
      expect(await store.texts({ collection: successor, ids: ['a'], now: later })).toEqual([text]);
      const probe = { signature: sketched(signature([1]), { from: 100, to: 128 }) };
      const rule = { maxDistance: 0, minSimilarity: 0.6, shortMinSimilarity: 0.6 };
      expect(
        await store.query({ collection: successor, now: later, probe, rule, limit: 1 }),
      ).toMatchObject({
        matches: [{ id: 'a' }],
      });

      const other = document('a', { revision: 3, storedAt: 9, metadata: null });
      await store.restore({ collection: successor, documents: [{ ...other, text: null }] });
      expect(await store.get({ collection: successor, ids: ['a'], now: later })).toEqual([
        alone(other),
      ]);
      expect(await sweptStats(store, successor)).toMatchObject({ documents: 1, contents: 1 });
      expect(await store.texts({ collection: successor, ids: ['a'], now: later })).toEqual([null]);
    });

    it('remembers the distinct ids written or deleted since', async () => {
      for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
      expect(await store.takeChanges({ collection: pages, limit: 10 })).toEqual([]);
      await begin();
      expect(await store.takeChanges({ collection: pages, limit: 10 })).toEqual([]);
      await store.add(addition(pages, 'd'));
      await store.add(addition(pages, 'd'));
      await store.check(checking(pages, 'c'));
      await store.check(checking(pages, 'e'));
      await store.check(checking(pages, 'f', { dryRun: true }));
      await store.delete({ collection: pages, now: later, ids: ['a', 'none'] });
      expect(await store.takeChanges({ collection: pages, limit: 2 })).toEqual(['a', 'c']);
      expect(await store.takeChanges({ collection: pages, limit: 2 })).toEqual(['d']);
      expect(await store.takeChanges({ collection: pages, limit: 2 })).toEqual([]);
    });

    it('replaces the collection at once when no change is left', async () => {
      const successor = await begin();
      await store.add(addition(pages, 'a'));
      expect(await store.completeSuccessor({ collection: pages })).toBeUndefined();
      expect(await store.takeChanges({ collection: pages, limit: 10 })).toEqual(['a']);
      await store.restore({ collection: successor, documents: [{ ...document('a'), text: null }] });
      const [done, afterwards] = await Promise.all([
        store.completeSuccessor({ collection: pages }),
        store.getCollection('pages'),
      ]);
      expect(done).toEqual(successor);
      expect(afterwards).toEqual(successor);
      expect(await store.listCollections()).toEqual([successor]);
      expect(await store.get({ collection: successor, ids: ['a'], now: later })).toEqual([
        alone(document('a')),
      ]);
      expect(await sweptStats(store)).toMatchObject({ documents: 1 });
      const late = store.add(addition(pages, 'b'));
      await expect(late).rejects.toMatchObject({ code: 'collection_not_found' });
      await expect(store.completeSuccessor({ collection: successor })).rejects.toMatchObject({
        code: 'collection_not_found',
        message: 'Collection "pages" has no successor',
      });
      expect(await begin(successor)).toMatchObject({ name: 'pages' });
    });

    it('can be abandoned and restarted', async () => {
      const successor = await begin();
      await store.add(addition(pages, 'a'));
      await store.abandonSuccessor({ collection: pages });
      await store.abandonSuccessor({ collection: pages });
      await expect(sweptStats(store, successor)).rejects.toMatchObject({
        code: 'collection_not_found',
      });
      expect(await store.takeChanges({ collection: pages, limit: 10 })).toEqual([]);
      expect(await store.get({ collection: pages, ids: ['a'], now: later })).toHaveLength(1);
      const again = await begin();
      expect(again.generation).not.toBe(successor.generation);
      expect(await store.takeChanges({ collection: pages, limit: 10 })).toEqual([]);
    });

    it('is deleted with its collection', async () => {
      const successor = await begin();
      await store.deleteCollection({ name: 'pages' });
      await expect(sweptStats(store, successor)).rejects.toMatchObject({
        code: 'collection_not_found',
      });
      await store.createCollection(newCollection('pages'));
      await expect(store.takeChanges({ collection: pages, limit: 1 })).rejects.toMatchObject({
        code: 'collection_not_found',
      });
    });

    it('loses no write made while it is built', async () => {
      const put = (id: string, n: number) =>
        store.add(addition(pages, id, { signature: signature([n % 64, (n * 7) % 64], n), now: n }));
      for (let n = 0; n < 40; n++) await put(`old-${n % 25}`, n);
      const successor = await begin();
      let writing = true;
      const write = async () => {
        for (let n = 100; n < 160; n++) {
          await put(n % 3 === 0 ? `new-${n}` : `old-${n % 25}`, n);
          if (n % 5 === 0)
            await store.delete({ collection: pages, now: later, ids: [`old-${n % 7}`] });
        }
        writing = false;
      };
      const [, complete] = await Promise.all([write(), rebuild(successor, () => writing)]);
      expect(complete.generation).toBe(successor.generation);
    });

    /** Copies all documents into the successor and completes it as soon as writing has ended. */
    async function rebuild(successor: Collection, isWriting: () => boolean): Promise<Collection> {
      const copy = async (documents: StoredDocument[]) => {
        const texted = documents.map((each) => ({ ...each, text: null }));
        await store.restore({ collection: successor, documents: texted });
      };
      for (let after: string | null = null; ; ) {
        const page: StoredDocument[] = await store.list({
          collection: pages,
          idPrefix: null,
          now: later,
          after,
          limit: 5,
        });
        await copy(page);
        if (page.length < 5) break;
        after = page.at(-1)!.id;
      }
      for (;;) {
        const ids = await store.takeChanges({ collection: pages, limit: 4 });
        const changed = await store.get({ collection: pages, ids, now: later });
        const gone = ids.filter((id) => !changed.some((each) => each.id === id));
        await store.delete({ collection: successor, now: later, ids: gone });
        await copy(changed);
        if (ids.length > 0 || isWriting()) continue;
        const former = await store.list({
          collection: pages,
          idPrefix: null,
          now: later,
          after: null,
          limit: 1000,
        });
        const rebuilt = await store.list({
          collection: successor,
          idPrefix: null,
          now: later,
          after: null,
          limit: 1000,
        });
        expect(rebuilt).toEqual(former);
        expect(await store.completeSuccessor({ collection: pages })).toBeDefined();
        return (await store.getCollection('pages'))!;
      }
    }

    it('change their defaults with those of their collection', async () => {
      const begun = { collection: pages, recipe: recipeOf('hybrid'), recipeId: 'x' };
      await store.beginSuccessor(begun);
      const settings = {
        ...{ maxDistance: 5, minSimilarity: 0.7 },
        ...{ ttlSeconds: 60, keepText: true, keepPerFamily: 7, siteLines: false },
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
      await expect(store.updateCollection({ collection: pages, settings })).rejects.toMatchObject({
        code: 'collection_not_found',
      });
    });

    it('receive documents with their expiry', async () => {
      const sweepAll = async (now: number) => {
        while (await store.sweep({ now }));
      };
      await store.add(addition(pages, 'a', { now: 1_000, expiresAt: 2_000 }));
      const begun = { collection: pages, recipe: recipeOf('simhash'), recipeId: 'x' };
      const successor = await store.beginSuccessor(begun);
      const [document] = await store.get({ collection: pages, ids: ['a'], now: 1_500 });
      await store.restore({ collection: successor, documents: [{ ...document!, text: null }] });
      expect(await store.get({ collection: successor, ids: ['a'], now: 1_999 })).toEqual([
        document,
      ]);
      expect(await store.get({ collection: successor, ids: ['a'], now: 2_000 })).toEqual([]);
      await sweepAll(2_000);
      expect(await sweptStats(store, successor)).toMatchObject({ documents: 0, contents: 0 });
      expect(await store.takeChanges({ collection: pages, limit: 9 })).toEqual([]);
      expect(await store.completeSuccessor({ collection: pages })).toBeDefined();
    });
  });
}
