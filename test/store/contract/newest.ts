import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { ListNewest, NewestPage } from '../../../src/store/contract/newest.js';
import { documentBytes, isFull } from '../../../src/store/rules/reply-bytes.js';
import { addition, later, newCollection, signature } from '../samples.js';

const all = {
  ...{ before: null, limit: 100, rows: 1000 },
  ...{ storedAfter: null, storedBefore: null, search: null, only: null },
};

/** Tests lists of a store's newest documents. */
export function describeNewest(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: newest documents`, () => {
    let store: EmbeddedStore;
    let pages: Collection;
    let others: Collection;
    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
      others = await store.createCollection(newCollection('others'));
    });
    afterEach(() => store.close());

    const add = (id: string, now: number, collection = pages) =>
      store.add(addition(collection, id, { now }));
    const page = (given: Partial<ListNewest> = {}) =>
      store.newest({ collection: pages, ...all, now: later, ...given });
    const idsOf = ({ documents }: NewestPage) => documents.map(({ document }) => document.id);
    async function walk(given: Partial<ListNewest>): Promise<string[]> {
      const seen: string[] = [];
      for (let before: number | null = null; ; ) {
        const found: NewestPage = await page({ ...given, before });
        seen.push(...idsOf(found));
        if (found.next === null) return seen;
        before = found.next;
      }
    }

    it('returns documents of one collection as `get` does, in reverse order of arrival', async () => {
      for (const id of ['b', 'c', 'a']) await add(id, 1000);
      await add('other', 2000, others);
      const found = await page();
      expect(idsOf(found)).toEqual(['a', 'c', 'b']);
      const documents = found.documents.map(({ document }) => document);
      expect(documents).toEqual(
        await store.get({ collection: pages, ids: ['a', 'c', 'b'], now: later }),
      );
      expect(found.next).toBeNull();
      expect(await page({ collection: { ...pages, ...(await emptyOne()) } })).toEqual({
        ...{ documents: [], next: null },
      });
    });
    const emptyOne = () => store.createCollection(newCollection('empty'));

    it('keeps the position of a replaced document, and gives a new one to a document stored again', async () => {
      for (const id of ['a', 'b', 'c']) await add(id, 1000);
      await store.add(addition(pages, 'a', { signature: signature([1]), now: 2000 }));
      expect(idsOf(await page())).toEqual(['c', 'b', 'a']);
      await store.delete({ collection: pages, ids: ['b'], now: 2000 });
      await add('b', 2001);
      expect(idsOf(await page())).toEqual(['b', 'c', 'a']);
    });

    it('lists restored documents in order of arrival, regardless of their times', async () => {
      for (const id of ['a', 'b']) await add(id, 1000);
      const given = await store.getArchived({ collection: pages, ids: ['b', 'a'], now: later });
      const ofBefore = given.map((document) => ({ ...document, storedAt: 1 }));
      await add('x', 1, others);
      await store.restore({ collection: others, documents: ofBefore });
      expect(idsOf(await page({ collection: others }))).toEqual(['a', 'b', 'x']);
    });

    it('leaves out expired documents', async () => {
      await add('a', 1000);
      await store.add(addition(pages, 'gone', { now: 1000, expiresAt: later }));
      expect(idsOf(await page({ now: later - 1 }))).toEqual(['gone', 'a']);
      expect(idsOf(await page())).toEqual(['a']);
      await add('b', 1000);
      await add('gone', later);
      expect(idsOf(await page())).toEqual(['gone', 'b', 'a']);
    });

    it('lists each document once, page by page, however few rows a page scans, even among other collections', async () => {
      const ids = Array.from({ length: 12 }, (_, i) => `page-${i}`);
      for (const [i, id] of ids.entries()) {
        await add(id, 1000 + i);
        for (let n = 0; n < i; n++) await add(`other-${i}-${n}`, 1000, others);
      }
      const expected = ids.toReversed();
      expect(await walk({ limit: 5 })).toEqual(expected);
      expect(await walk({ limit: 5, rows: 1 })).toEqual(expected);
      expect(await walk({ limit: 1, rows: 7 })).toEqual(expected);
      const first = await page({ limit: 4 });
      await store.delete({ collection: pages, ids: ['page-8', 'page-7'], now: later });
      await add('late', later);
      expect(idsOf(await page({ before: first.next }))).toEqual(expected.slice(5));
    });

    it('filters by time, independent of the order of arrival', async () => {
      const times = [5, 3, 4, 1, 2];
      for (const now of times) await add(`at-${now}`, now);
      const between = { storedAfter: 2, storedBefore: 5 };
      expect(idsOf(await page(between))).toEqual(['at-2', 'at-4', 'at-3']);
      expect(await walk({ ...between, limit: 1, rows: 2 })).toEqual(['at-2', 'at-4', 'at-3']);
      expect(idsOf(await page({ storedAfter: 6 }))).toEqual([]);
    });

    it('finds substrings of ids and titles, ignoring the case of ASCII letters', async () => {
      const titled = { metadata: '{"title":"Der FÄHRmann"}', page: '["The Ferry"]' };
      await store.add(addition(pages, 'https://A.example/', titled));
      await store.add(addition(pages, 'b', { metadata: '{"name":"ferry"}' }));
      for (const search of ['a.example', 'der fÄhr', 'the ferry', 'ferry', 'https://']) {
        expect(idsOf(await page({ search }))).toEqual(['https://A.example/']);
        expect(await walk({ search, rows: 1 })).toEqual(['https://A.example/']);
      }
      expect(idsOf(await page({ search: 'name' }))).toEqual([]);
    });

    it('selects by kind: changed documents, and those with a short text', async () => {
      for (const id of ['a', 'b', 'c']) await add(id, 1000);
      await store.add(addition(pages, 'a', { signature: signature([1]), now: 2000 }));
      const short = { ...signature([2]), shortText: true };
      await store.add(addition(pages, 'b', { signature: short, now: 2000 }));
      const idsBy = async (only: ListNewest['only']) => idsOf(await page({ only }));
      expect(await idsBy('changed')).toEqual(['b', 'a']);
      expect(await idsBy('short')).toEqual(['b']);
      expect(await idsBy('clustered')).toEqual([]);
      expect(await idsBy('claimed')).toEqual([]);
      expect(await walk({ only: 'changed', rows: 1, limit: 1 })).toEqual(['b', 'a']);
    });

    it('ends a page at its size limit, and continues after it', async () => {
      const metadata = JSON.stringify({ text: 'x'.repeat(16_000) });
      const ids = Array.from({ length: 80 }, (_, i) => `fat-${i}`);
      for (const id of ids) await store.add(addition(pages, id, { metadata }));
      const { documents, next } = await page();
      expect(documents.length).toBeLessThan(80);
      expect(
        isFull(
          documents.map(({ document }) => document),
          documentBytes,
        ),
      ).toBe(true);
      expect(next).toBe(documents.at(-1)!.number);
      expect(await walk({})).toEqual(ids.toReversed());
    });
  });
}
