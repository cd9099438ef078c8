import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  alone,
  checking,
  newCollection,
  rule,
  signature,
  sweptStats,
} from '../samples.js';

/** Tests expired documents, which are absent in every operation from the moment of their expiry. */
export function describeExpiry(name: string, open: () => Promise<Store>): void {
  describe(`${name}: expiry`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages', 'hybrid'));
      const text = Uint8Array.of(1);
      await store.add(addition(pages, 'a', { now: 1_000, expiresAt: 2_000, text }));
    });
    afterEach(() => store.close());

    const other = signature([], 1);
    const query = (now: number, probe: { id: string } | { signature: typeof other }) =>
      store.query({ collection: pages, rule, limit: 9, probe, now });

    it.each([
      ['before it expires', 1_999, true],
      ['from the moment it expires', 2_000, false],
      ['afterwards', 9_999, false],
    ])('%s', async (_, now, present) => {
      const expected = present ? ['a'] : [];
      const idsOf = (documents: readonly { id: string }[]) => documents.map(({ id }) => id);
      expect(idsOf(await store.get({ collection: pages, ids: ['a'], now }))).toEqual(expected);
      const page = { collection: pages, idPrefix: null, after: null, limit: 9, now };
      expect(idsOf(await store.list(page))).toEqual(expected);
      expect(await store.texts({ collection: pages, ids: ['a'], now })).toEqual([
        present ? Uint8Array.of(1) : null,
      ]);
      const found = (await query(now, { signature: signature([1]) }))!;
      expect(idsOf(found.matches)).toEqual(expected);
      expect(found.candidates).toBe(present ? 1 : 0);
      expect((await query(now, { id: 'a' })) !== undefined).toBe(present);
      const check = (id: string, given = signature()) =>
        store.check(
          checking(pages, id, { dryRun: true, signature: given, now, expiresAt: now + 1 }),
        );
      expect(await check('a')).toMatchObject({ decision: present ? 'unchanged' : 'new' });
      expect(await check('b')).toMatchObject({
        decision: present ? 'duplicate' : 'new',
        duplicateOf: present ? 'a' : null,
      });
      const far = signature([1, 2, 3, 4, 5]);
      expect(await check('a', far)).toMatchObject(
        present
          ? { decision: 'changed', previous: { distance: 5 } }
          : { decision: 'new', previous: null },
      );
      const outcome = await store.delete({ collection: pages, ids: ['a'], ifRevision: 1, now });
      expect(outcome).toEqual(
        present ? { deleted: ['a'], missing: [] } : { deleted: [], missing: ['a'] },
      );
    });

    it('treats an id with an expired document as new', async () => {
      const again = { now: 2_500, expiresAt: 3_000, metadata: '{}' };
      const { status, document } = await store.add(addition(pages, 'a', again));
      expect(status).toBe('created');
      expect(document).toMatchObject({ revision: 1, seenCount: 1, storedAt: 2_500 });
      expect(await store.get({ collection: pages, ids: ['a'], now: 2_999 })).toEqual([
        alone(document),
      ]);
      const checked = await store.check(checking(pages, 'a', { now: 3_000 }));
      expect(checked).toMatchObject({ decision: 'new', stored: true, created: true });
      expect(await store.get({ collection: pages, ids: ['a'], now: 3_000 })).toMatchObject([
        { revision: 1, seenCount: 1, expiresAt: null },
      ]);
      expect(await sweptStats(store, pages)).toMatchObject({ documents: 1, contents: 1 });
    });

    it('is renewed by a check or an addition that finds it unchanged', async () => {
      const expiry = async () =>
        (await store.get({ collection: pages, ids: ['a'], now: 1_000 }))[0]!.expiresAt;
      await store.check(checking(pages, 'a', { now: 1_500, expiresAt: 2_500 }));
      expect(await expiry()).toBe(2_500);
      await store.check(checking(pages, 'a', { now: 1_700, expiresAt: 9_999, dryRun: true }));
      expect(await expiry()).toBe(2_500);
      await store.check(checking(pages, 'a', { now: 1_700, expiresAt: 1_701 }));
      expect(await expiry(), 'a check never shortens a life').toBe(2_500);
      await store.add(addition(pages, 'a', { now: 1_800, expiresAt: 2_800 }));
      expect(await expiry()).toBe(2_800);
      await store.check(checking(pages, 'a', { now: 1_850 }));
      expect(await expiry(), 'a request without an expiry is for ever').toBeNull();
      await store.add(addition(pages, 'a', { now: 1_860, expiresAt: 2_860 }));
      expect(await expiry()).toBe(2_860);
      await store.add(addition(pages, 'a', { now: 1_870 }));
      expect(await expiry()).toBeNull();
      await store.add(addition(pages, 'b', { now: 1_800 }));
      await store.add(addition(pages, 'b', { now: 1_900, expiresAt: 1_950 }));
      expect(await store.get({ collection: pages, ids: ['b'], now: 1_950 })).toEqual([]);
    });

    it('does not begin for a permanent document by a check', async () => {
      await store.add(addition(pages, 'b', { now: 1_000 }));
      const outcome = await store.check(checking(pages, 'b', { now: 1_100, expiresAt: 1_101 }));
      expect(outcome).toMatchObject({ decision: 'unchanged', stored: false });
      expect(await store.get({ collection: pages, ids: ['b'], now: 9_999 })).toMatchObject([
        { expiresAt: null, seenCount: 2, lastSeenAt: 1_100 },
      ]);
    });

    it('never expires after a replacement without an expiry', async () => {
      await store.add(addition(pages, 'a', { now: 1_500, signature: other }));
      expect(await store.get({ collection: pages, ids: ['a'], now: 9_999 })).toMatchObject([
        { expiresAt: null },
      ]);
    });

    it('lets the live documents of its content match', async () => {
      await store.add(addition(pages, 'b', { now: 1_100 }));
      expect((await query(1_999, { signature: signature() }))!.matches).toHaveLength(2);
      expect(await query(2_000, { signature: signature() })).toMatchObject({
        matches: [{ id: 'b', exact: true }],
        candidates: 1,
        truncated: false,
      });
    });
  });
}
