import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  rule,
  signature,
  sketched,
  sweptStats,
  withEvidence,
} from '../samples.js';

const none = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };
const hour = 3_600_000;

/** Tests the counts of every store. */
export function describeStats(name: string, open: () => Promise<Store>): void {
  describe(`${name}: counts of collections`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    it('are those of documents, contents and decisions, of one collection or of all', async () => {
      const news = await store.createCollection(newCollection('news'));
      const gone = await store.createCollection(newCollection('gone'));
      await store.add(addition(gone, 'a'));
      await store.deleteCollection({ name: 'gone' });
      await store.add(addition(pages, 'a'));
      const far = { signature: signature([1, 2, 3, 4, 5]) };
      await store.check(checking(pages, 'b', far));
      await store.check(checking(pages, 'a'));
      await store.check(checking(pages, 'c', { ...far, dryRun: true }));
      await store.check(checking(news, 'a', far));
      const ofPages = { documents: 2, contents: 2, decisions: { ...none, new: 1, unchanged: 1 } };
      const ofNews = { documents: 1, contents: 1, decisions: { ...none, new: 1 } };
      expect(await store.stats({ collection: pages })).toMatchObject({ ...ofPages, claims: 0 });
      expect(await store.stats({})).toMatchObject({
        ...{ documents: 3, contents: 3, decisions: { ...none, new: 2, unchanged: 1 } },
      });
      const collections = [news, gone, pages];
      expect(await store.statsOfEach({ collections })).toMatchObject([ofNews, null, ofPages]);
      await store.delete({ collection: pages, ids: ['a'], now: later });
      expect(await sweptStats(store, pages)).toMatchObject({ documents: 1, contents: 1 });
    });

    it('have the distance of the best match of each decision', async () => {
      await store.check(checking(pages, 'a', { signature: withEvidence(signature(), 1) }));
      await store.check(checking(pages, 'b', { signature: withEvidence(signature([7]), 2) }));
      const { decisions, distances } = await store.stats({ collection: pages });
      expect(decisions).toEqual({ ...none, new: 1, similar: 1 });
      expect(
        distances.flatMap((count, distance) => (count > 0 ? [[distance, count]] : [])),
      ).toEqual([[1, 1]]);
    });
  });
}

/** Tests the counts of embedded stores, which observe the order of operations. */
export function describeCounts(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: counts`, () => {
    let store: EmbeddedStore;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    it('counts each collection separately', async () => {
      const news = await store.createCollection(newCollection('news'));
      const gone = await store.createCollection(newCollection('gone'));
      await store.deleteCollection({ name: 'gone' });
      await store.add(addition(pages, 'a'));
      await store.check(
        checking(pages, 'b', { signature: signature([1, 2, 3, 4, 5]), now: hour + 5 }),
      );
      await store.check(checking(pages, 'a', { now: 2 * hour + 1 }));
      await store.check(checking(pages, 'c', { now: 3 * hour, dryRun: true }));
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

    // Counts depend on the order; across several machines, operations run concurrently and nothing is counted.
    it('executes operations in call order', async () => {
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
    });

    it('counts distinct fingerprints', async () => {
      await store.add(addition(pages, 'a'));
      await store.add(addition(pages, 'b', { signature: signature([], 1) }));
      await store.add(addition(pages, 'c', { signature: signature([1]) }));
      expect(await sweptStats(store, pages)).toMatchObject({ contents: 3, fingerprints: 2 });
      await store.delete({ collection: pages, ids: ['c'], now: later });
      expect(await sweptStats(store, pages)).toMatchObject({ contents: 2, fingerprints: 1 });
    });

    it('counts documents until they expire and are swept', async () => {
      const sweepAll = async (now: number) => {
        while (await store.sweep({ now }));
      };
      const other = signature([], 1);
      await store.add(addition(pages, 'a', { now: 1_000, expiresAt: 2_000 }));
      await store.add(addition(pages, 'b', { now: 1_100, signature: other, expiresAt: 3_000 }));
      const counts = async () => {
        const { documents, contents, fingerprints } = await sweptStats(store, pages);
        return [documents, contents, fingerprints];
      };
      await sweepAll(1_999);
      expect(await counts()).toEqual([2, 2, 1]);
      await sweepAll(2_000);
      expect(await counts()).toEqual([1, 1, 1]);
      expect(await store.get({ collection: pages, ids: ['b'], now: 2_000 })).toHaveLength(1);
      await sweepAll(3_000);
      expect(await counts()).toEqual([0, 0, 0]);
    });

    it('counts limits of families and refused documents', async () => {
      pages = await store.createCollection({
        ...newCollection('limited', 'minhash'),
        keepPerFamily: 1,
      });
      const far = Array.from({ length: 20 }, (_, bit) => bit);
      const check = (id: string, number: 1 | 2) => {
        const shape = { from: 120, to: 128 };
        const given = withEvidence(sketched(signature(far, 2 * number), shape), number);
        return store.check(checking(pages, id, { signature: given, now: 4_000 }));
      };
      await check('a', 1);
      const { cluster } = await check('b', 2);
      expect(cluster).toBe('cluster of b');
      const members = { collection: pages, id: cluster!, storedOnly: false, after: null };
      const found = await store.cluster({ ...members, limit: 10, now: later });
      expect(found!.members).toMatchObject([
        { id: 'a', stored: true },
        { id: 'b', stored: false },
      ]);
      const { decisions } = await store.stats({ collection: pages });
      expect(decisions).toMatchObject({ new: 1, similar: 1, duplicate: 0 });
    });
  });
}
