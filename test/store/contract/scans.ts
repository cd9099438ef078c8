import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { FoundMatch } from '../../../src/store/contract/scans.js';
import { addition, checking, newCollection, signature } from '../samples.js';

const now = 5_000;
const [plain, near, far] = [signature(), signature([0, 1]), signature([7, 8, 9, 10, 11])];

/** Tests the operations of a scan for duplicates among the stored documents. */
export function describeScans(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: scans`, () => {
    let store: EmbeddedStore;
    let collection: Collection;
    beforeEach(async () => {
      store = await open();
      collection = await store.createCollection(newCollection('pages'));
      await store.add(addition(collection, 'a', { signature: plain, now: 1 }));
      await store.add(addition(collection, 'b', { signature: near, now: 2 }));
    });
    afterEach(() => store.close());

    const bOfA: FoundMatch = {
      document: { id: 'b', exactHash: near.exactHash },
      match: { id: 'a', exactHash: plain.exactHash },
      ...{ byParts: false, deletes: false, newClusterId: 'found' },
    };
    const seat = (...found: FoundMatch[]) => store.seatFound({ collection, found, now });
    const membersOf = async (id: string) => {
      const page = { collection, id, storedOnly: false, after: null, limit: 10, now };
      return (await store.cluster(page))?.members.map(({ id, match, stored }) => [
        ...[id, stored, match?.id ?? null],
      ]);
    };

    it('returns the documents in the order of their first storing, without expired ones', async () => {
      await store.add(addition(collection, 'A', { signature: far, now: 3 }));
      await store.add(addition(collection, 'gone', { now: 4, expiresAt: now }));
      await store.add(addition(collection, 'a', { signature: far, now: 5 }));
      const seen: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page = await store.signatures({ collection, after, rows: 2, now });
        seen.push(...page.documents.map(({ id, storedAt }) => `${id} ${storedAt}`));
        after = page.next;
      }
      expect(seen).toEqual(['a 1', 'b 2', 'A 3']);
    });

    it('seats a document with its match, once', async () => {
      expect(await seat(bOfA)).toEqual({ seated: 1, deleted: 0, left: 0 });
      expect(await seat(bOfA)).toEqual({ seated: 0, deleted: 0, left: 0 });
      expect(await membersOf('found')).toEqual([
        ['a', true, null],
        ['b', true, 'a'],
      ]);
    });

    it('seats the match of a founding member beside it', async () => {
      const c = checking(collection, 'c', { signature: near, onDuplicate: 'store' });
      await store.separate({ collection, a: 'c', b: 'a', now });
      const { cluster } = await store.check({ ...c, newClusterId: 'early' });
      expect(cluster).toBe('early');
      expect(await seat(bOfA)).toEqual({ seated: 1, deleted: 0, left: 0 });
      expect(await membersOf('early')).toEqual([
        ['b', true, null],
        ['c', true, 'b'],
        ['a', true, 'b'],
      ]);
    });

    it('deletes a document and remembers its id', async () => {
      expect(await seat({ ...bOfA, deletes: true })).toEqual({ seated: 0, deleted: 1, left: 0 });
      expect(await store.get({ collection, ids: ['b'], now })).toEqual([]);
      expect(await membersOf('found')).toEqual([
        ['a', true, null],
        ['b', false, 'a'],
      ]);
    });

    it('skips documents changed since', async () => {
      const left = { seated: 0, deleted: 0, left: 1 };
      const unlike = { ...bOfA, document: { id: 'b', exactHash: far.exactHash } };
      expect(await seat(unlike)).toEqual(left);
      expect(await seat({ ...bOfA, match: { ...bOfA.match, id: 'x' } })).toEqual(left);
      await store.separate({ collection, a: 'a', b: 'b', now });
      for (const deletes of [false, true]) expect(await seat({ ...bOfA, deletes })).toEqual(left);
      await store.unseparate({ collection, a: 'a', b: 'b', now });
      await store.delete({ collection, ids: ['a'], now });
      expect(await seat(bOfA)).toEqual(left);
    });

    it('deletes no document that was stored for longer than its match', async () => {
      const [left, deletes] = [{ seated: 0, deleted: 0, left: 1 }, true];
      await store.add(addition(collection, 'a', { now: 4_000, expiresAt: 8_000 }));
      expect(await seat({ ...bOfA, deletes })).toEqual(left);
      await store.add(addition(collection, 'b', { signature: near, now: 4_500, expiresAt: 8_501 }));
      expect(await seat({ ...bOfA, deletes })).toEqual(left);
      await store.add(addition(collection, 'b', { signature: near, now: 4_500, expiresAt: 8_500 }));
      expect(await seat({ ...bOfA, deletes })).toMatchObject({ deleted: 1 });
    });

    it('never deletes a claimed document, nor one with a claimed match', async () => {
      const claim = { claimant: 'crawler', expiresAt: now + 1 };
      await store.check(checking(collection, 'c', { signature: far, claim, now: 4_000 }));
      const c = { id: 'c', exactHash: far.exactHash };
      const left = { seated: 0, deleted: 0, left: 1 };
      expect(await seat({ ...bOfA, match: c, deletes: true })).toEqual(left);
      expect(await seat({ ...bOfA, document: c, deletes: true })).toEqual(left);
      const documents = [{ id: 'c', contentHash: far.exactHash }];
      await store.confirm({ collection, documents, claimant: 'crawler', now });
      expect(await seat({ ...bOfA, document: c, deletes: true })).toMatchObject({ deleted: 1 });
    });
  });
}
