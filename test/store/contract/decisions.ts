import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoreCapabilities } from '../../../src/store/contract/capabilities.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  rule,
  signature,
  sweptStats,
} from '../samples.js';

/** What a check decides. */
export function describeDecisions(
  name: string,
  open: () => Promise<Store>,
  capabilities: StoreCapabilities,
): void {
  describe(`${name} decides`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    describe('check', () => {
      it('decides new, then unchanged, which writes only the sighting', async () => {
        expect(await store.check(checking(pages, 'a'))).toEqual({
          decision: 'new',
          stored: true,
          created: true,
          id: 'a',
          duplicateOf: null,
          best: null,
          cluster: null,
          previous: null,
          matches: [],
          truncated: false,
        });
        const again = checking(pages, 'a', { metadata: '{"other":true}', now: 4_000 });
        expect(await store.check(again)).toEqual({
          decision: 'unchanged',
          stored: false,
          created: false,
          id: 'a',
          duplicateOf: null,
          best: null,
          cluster: null,
          previous: { distance: 0, similarity: null },
          matches: [],
          truncated: false,
        });
        expect(await store.get(pages, ['a'], later)).toMatchObject([
          { metadata: null, revision: 1, updatedAt: 3_000, lastSeenAt: 4_000, seenCount: 2 },
        ]);
      });

      it('calls what resembles another document its duplicate, and does not store it', async () => {
        await store.add(addition(pages, 'a', { metadata: '{"t":"A"}' }));
        const near = checking(pages, 'b', { signature: signature([0, 20, 63]) });
        expect(await store.check(near)).toEqual({
          decision: 'duplicate',
          stored: false,
          created: false,
          id: 'b',
          duplicateOf: 'a',
          best: { distance: 3, similarity: null, exact: false },
          cluster: capabilities.clusters ? 'cluster of b' : null,
          previous: null,
          matches: [
            {
              id: 'a',
              distance: 3,
              similarity: null,
              exact: false,
              fingerprint: { high: 0, low: 0 },
              metadata: '{"t":"A"}',
              storedAt: 2_000,
            },
          ],
          truncated: false,
        });
        expect(await store.get(pages, ['b'], later)).toEqual([]);
        expect(await store.check({ ...near, rule: { ...rule, maxDistance: 2 } })).toMatchObject({
          decision: 'new',
        });
      });

      it('calls a document that resembles only its earlier version changed, and replaces it', async () => {
        await store.add(addition(pages, 'a'));
        expect(
          await store.check(checking(pages, 'a', { signature: signature([5]) })),
        ).toMatchObject({
          decision: 'changed',
          stored: true,
          created: false,
          previous: { distance: 1, similarity: null },
          matches: [],
        });
        expect(await store.get(pages, ['a'], later)).toMatchObject([
          { signature: signature([5]), revision: 2, storedAt: 2_000, updatedAt: 3_000 },
        ]);
      });

      it('keeps the earlier version if the new one duplicates another document', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'b', { signature: signature([1, 2, 3, 4, 5, 6]) }));
        const becomesA = checking(pages, 'b');
        expect(await store.check(becomesA)).toMatchObject({
          decision: 'duplicate',
          duplicateOf: 'a',
          stored: false,
          previous: { distance: 6 },
        });
        expect(await store.get(pages, ['b'], later)).toMatchObject([{ revision: 1, seenCount: 1 }]);

        const always = { ...becomesA, store: 'always' as const };
        expect(await store.check(always)).toMatchObject({
          decision: 'duplicate',
          stored: true,
          created: false,
        });
        expect(await store.get(pages, ['b'], later)).toMatchObject([{ signature: signature() }]);
      });

      it('writes nothing if it must never store', async () => {
        const never = checking(pages, 'a', { store: 'never' });
        expect(await store.check(never)).toMatchObject({ decision: 'new', stored: false });
        expect(await store.get(pages, ['a'], later)).toEqual([]);
        await store.add(addition(pages, 'a'));
        expect(await store.check(never)).toMatchObject({ decision: 'unchanged', stored: false });
        expect(await store.get(pages, ['a'], later)).toMatchObject([
          { seenCount: 1, lastSeenAt: 2_000 },
        ]);
      });

      it('gives the new id to a document without one if it is stored', async () => {
        expect(await store.check(checking(pages, null))).toMatchObject({
          decision: 'new',
          id: 'made-up',
          created: true,
        });
        expect(await store.check(checking(pages, null, { newId: 'second' }))).toMatchObject({
          decision: 'duplicate',
          id: null,
          stored: false,
        });
        const always = checking(pages, null, { newId: 'third', store: 'always' });
        expect(await store.check(always)).toMatchObject({
          decision: 'duplicate',
          id: 'third',
          created: true,
        });
      });

      it('decides by the best match, whatever the limit', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'b'));
        const outcome = await store.check(checking(pages, 'c', { limit: 0 }));
        expect(outcome).toMatchObject({ decision: 'duplicate', duplicateOf: 'a', truncated: true });
        expect(outcome.matches).toEqual([]);
      });

      it('lets exactly one of many concurrent duplicates be new', async () => {
        const checks = Array.from({ length: 50 }, (_, i) => store.check(checking(pages, `${i}`)));
        const decisions = (await Promise.all(checks)).map(({ decision }) => decision);
        expect(decisions.filter((decision) => decision === 'new')).toHaveLength(1);
        expect(decisions.filter((decision) => decision === 'duplicate')).toHaveLength(49);
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 1 });
      });
    });
  });
}
