import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  documentBytes,
  isFull,
  memberBytes,
  replyBytesMax,
  separationBytes,
} from '../../../src/store/rules/reply-bytes.js';
import { addition, checking, later, newCollection, rule, signature } from '../samples.js';

const fat = JSON.stringify({ text: 'x'.repeat(16_000) });
const documentsOfPage = Math.ceil(replyBytesMax / (fat.length + 6));
const count = documentsOfPage + 10;
const ids = Array.from({ length: count }, (_, i) => `fat-${String(i).padStart(2, '0')}`);
const longId = (name: string) => name.padEnd(2000, '-');

/** Tests the size limit of responses, and the signs of a cut. */
export function describeReplyBytes(name: string, open: () => Promise<Store>): void {
  describe(`${name}: size of responses`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const addAll = (bits: (index: number) => number[]) =>
      Promise.all(
        ids.map((id, index) =>
          store.add(
            addition(pages, id, {
              metadata: fat,
              signature: signature(bits(index)),
              now: 1000 + index,
            }),
          ),
        ),
      );

    it('cuts pages of documents, and continues after the last document', async () => {
      await addAll(() => []);
      const page = { collection: pages, idPrefix: null, limit: 1000, now: later };
      const first = await store.list({ ...page, after: null });
      expect(first.map(({ id }) => id)).toEqual(ids.slice(0, documentsOfPage));
      expect(isFull(first, documentBytes)).toBe(true);
      const rest = await store.list({ ...page, after: first.at(-1)!.id });
      expect(rest.map(({ id }) => id)).toEqual(ids.slice(documentsOfPage));
      expect(isFull(rest, documentBytes)).toBe(false);
      expect(await store.list({ ...page, after: null, limit: 0 })).toEqual([]);
    });

    it('cuts lookups of documents by id', async () => {
      await addAll(() => []);
      const found = await store.get({ collection: pages, ids: ['absent', ...ids], now: later });
      expect(found.map(({ id }) => id)).toEqual(ids.slice(0, documentsOfPage));
    });

    it('counts the facts of pages', async () => {
      const page = JSON.stringify(['x'.repeat(16_000)]);
      await Promise.all(ids.map((id) => store.add(addition(pages, id, { page }))));
      const found = await store.get({ collection: pages, ids, now: later });
      expect(found.length).toBeLessThan(count);
      expect(isFull(found, documentBytes)).toBe(true);
    });

    it('cuts matches of one content or several, and marks them as truncated', async () => {
      await addAll((index) => (index % 3 === 0 ? [] : [index % 2]));
      const all = { collection: pages, rule, now: later };
      const probe = { signature: signature() };
      const found = (await store.query({ ...all, probe, limit: 1000 }))!;
      expect(found.matches).toHaveLength(documentsOfPage);
      expect(found.truncated).toBe(true);
      const some = (await store.query({ ...all, probe, limit: 5 }))!;
      expect(found.matches.slice(0, 5)).toEqual(some.matches);
      const nothing = (await store.query({ ...all, probe, limit: 0 }))!;
      expect(nothing).toMatchObject({ matches: [], truncated: true });
      const checked = await store.check(checking(pages, 'probe', { limit: 1000, now: later }));
      expect(checked).toMatchObject({ decision: 'duplicate', truncated: true });
      expect(checked.matches).toEqual(found.matches);
    });
  });
}

/** The same tests for stores with clusters. */
export function describeClusterBytes(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: size of pages of clusters`, () => {
    let store: EmbeddedStore;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    it('cuts pages of members', async () => {
      await store.check(checking(pages, 'a'));
      await store.check(checking(pages, 'b', { onDuplicate: 'store' }));
      const measured = { distance: 0, similarity: null, exact: true, addsNothing: true };
      const match = { seat: 1, ...measured, containment: null, at: 90 };
      const members = Array.from({ length: 300 }, (_, i) => ({
        id: longId(`m${i}`),
        stored: false,
        seat: i + 3,
        match: { id: longId('a'), ...match },
      }));
      const cluster = { id: 'cluster of b', createdAt: 80, updatedAt: 100 };
      await store.restoreMembers({ collection: pages, cluster, members });
      const page = { collection: pages, id: cluster.id, storedOnly: false, limit: 1000 };
      const first = (await store.cluster({ ...page, after: null, now: later }))!.members;
      expect(isFull(first, memberBytes)).toBe(true);
      const rest = (await store.cluster({ ...page, after: first.at(-1)!, now: later }))!.members;
      expect(rest.length).toBeGreaterThan(0);
      expect([...first, ...rest].map(({ seat }) => seat)).toEqual([
        ...[1, 2],
        ...members.map(({ seat }) => seat),
      ]);
    });

    it('cuts pages of separations', async () => {
      for (let i = 0; i < 300; i++) {
        const pair = { a: longId('a'), b: longId(`b${String(i).padStart(3, '0')}`) };
        await store.separate({ collection: pages, ...pair, now: later });
      }
      const first = await store.separations({ collection: pages, after: null, limit: 1000 });
      expect(isFull(first, separationBytes)).toBe(true);
      const after = first.at(-1)!;
      const rest = await store.separations({ collection: pages, after, limit: 1000 });
      expect(first.length + rest.length).toBe(300);
    });
  });
}
