import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signature } from '../../../src/fingerprint/signature.js';
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
  sketched,
  sweptStats,
  titled,
  withEvidence,
} from '../samples.js';

/** Expected measures of an equal match. */
const same = {
  adds: { nothing: true, words: 0, share: 0, numbers: 0, lines: 0 },
  covers: true,
  level: 'page',
};

export function describeDecisions(name: string, open: () => Promise<Store>): void {
  describe(`${name}: decisions`, () => {
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
          reason: null,
          family: 0,
          created: true,
          id: 'a',
          duplicateOf: null,
          similarTo: null,
          replaced: [],
          best: null,
          cluster: null,
          previous: null,
          matches: [],
          truncated: false,
          claim: null,
        });
        const again = checking(pages, 'a', { metadata: '{"other":true}', now: 4_000 });
        expect(await store.check(again)).toEqual({
          decision: 'unchanged',
          stored: false,
          reason: null,
          family: null,
          created: false,
          id: 'a',
          duplicateOf: null,
          similarTo: null,
          replaced: [],
          best: null,
          cluster: null,
          previous: { distance: 0, similarity: null, adds: same.adds, gone: 0 },
          matches: [],
          truncated: false,
          claim: null,
        });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toMatchObject([
          { metadata: null, revision: 1, updatedAt: 3_000, lastSeenAt: 4_000, seenCount: 2 },
        ]);
      });

      it('reports the share of each text that the other contains', async () => {
        const recipe = recipeOf('hybrid');
        const all = await store.createCollection({ ...newCollection('all'), recipe });
        const stored = sketched(signature(), { from: 0, to: 0 });
        const asked = sketched(signature([0]), { from: 10, to: 20 });
        expect([stored.shingles, asked.shingles]).toEqual([100, 170]);
        await store.add(addition(all, 'a', { signature: stored }));
        const { best, matches } = await store.check(checking(all, 'b', { signature: asked }));
        const similarity = (118 / 128 - 1 / 256) / (1 - 1 / 256);
        const common = Math.min(100, (similarity * (100 + 170)) / (1 + similarity));
        expect(best).toMatchObject({ similarity: expect.closeTo(similarity, 9) });
        expect(best!.containment).toMatchObject({
          ofThis: expect.closeTo(common / 170, 9),
          ofMatch: expect.closeTo(common / 100, 9),
        });
        expect(matches[0]).toMatchObject({ containment: best!.containment });
        const [read] = await store.get({ collection: all, ids: ['a'], now: later });
        expect(read!.signature.shingles).toBe(100);
      });

      it('decides duplicate for an equal document, and does not store it', async () => {
        await store.add(addition(pages, 'a', { metadata: '{"t":"A"}' }));
        const near = checking(pages, 'b', { signature: signature([0, 20, 63]) });
        // Not every store has clusters.
        const { cluster, ...outcome } = await store.check(near);
        expect(outcome).toEqual({
          decision: 'duplicate',
          stored: false,
          reason: null,
          family: 1,
          created: false,
          id: 'b',
          duplicateOf: 'a',
          similarTo: null,
          replaced: [],
          best: {
            ...{ distance: 3, similarity: null, exact: false, ...same },
            containment: null,
          },
          previous: null,
          matches: [
            {
              id: 'a',
              distance: 3,
              similarity: null,
              exact: false,
              ...same,
              containment: null,
              fingerprint: { high: 0, low: 0 },
              metadata: '{"t":"A"}',
              storedAt: 2_000,
            },
          ],
          truncated: false,
          claim: null,
        });
        expect(await store.get({ collection: pages, ids: ['b'], now: later })).toEqual([]);
        expect(await store.check({ ...near, rule: { ...rule, maxDistance: 2 } })).toMatchObject({
          decision: 'new',
        });
      });

      it('decides changed for a document that resembles only its earlier version, and replaces it', async () => {
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
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toMatchObject([
          { signature: signature([5]), revision: 2, storedAt: 2_000, updatedAt: 3_000 },
        ]);
      });

      it('stores a similar document, and reports its match and its additions', async () => {
        await store.add(addition(pages, 'a', { signature: withEvidence(signature(), 1) }));
        const other = checking(pages, 'b', { signature: withEvidence(signature([1]), 2) });
        const differs = { adds: { nothing: false, numbers: 1 }, covers: false };
        expect(await store.check(other)).toMatchObject({
          ...{ decision: 'similar', stored: true, created: true, id: 'b' },
          ...{ duplicateOf: null, similarTo: 'a', replaced: [] },
          best: { distance: 1, similarity: null, exact: false, ...differs },
          matches: [{ id: 'a', ...differs }],
        });
        expect(await store.get({ collection: pages, ids: ['b'], now: later })).toMatchObject([
          { revision: 1 },
        ]);
      });

      it('stores an equal text with another title, unless only texts are compared', async () => {
        await store.add(addition(pages, 'a', { signature: titled(signature(), 1) }));
        const other = checking(pages, 'b', { signature: titled(signature(), 2) });
        const best = { exact: false, level: 'article', adds: { nothing: false, lines: 1 } };
        expect(await store.check({ ...other, duplicateIf: 'article', dryRun: true })).toMatchObject(
          { ...{ decision: 'duplicate', duplicateOf: 'a' }, best },
        );
        expect(await store.check(other)).toMatchObject({
          ...{ decision: 'similar', stored: true, similarTo: 'a' },
          best,
        });
        const both = checking(pages, 'c', { signature: titled(signature(), 3) });
        expect(await store.check(both)).toMatchObject({ decision: 'similar', stored: true });
        await store.delete({ collection: pages, ids: ['a', 'b'], now: 3_500 });
        const one = checking(pages, 'd', { signature: titled(signature(), 1), now: 4_000 });
        expect(await store.check(one)).toMatchObject({
          ...{ decision: 'duplicate', duplicateOf: 'c' },
          best: { exact: false, level: 'page', covers: false },
        });
      });

      it('decides unchanged for a page that says the same, and keeps what is stored', async () => {
        const stored = titled(withEvidence(signature(), 1, 'lines'), 1);
        const asked = (id: string, signature: Signature) => checking(pages, id, { signature });
        await store.add(addition(pages, 'a', { signature: stored }));
        const same = titled(withEvidence(signature([5]), 1, 'lines'), 1);
        expect(await store.check(asked('a', same))).toMatchObject({
          ...{ decision: 'unchanged', stored: false, matches: [] },
          previous: { distance: 1, adds: { nothing: true }, gone: 0 },
        });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toMatchObject([
          { signature: { exactHash: stored.exactHash }, revision: 1, seenCount: 2 },
        ]);
        const shorter = withEvidence(signature(), 1, 'lines');
        expect(await store.check({ ...asked('a', shorter), dryRun: true })).toMatchObject({
          ...{ decision: 'changed', previous: { adds: { nothing: true }, gone: 1 } },
        });
        const longer = titled(withEvidence(signature(), 1, 'lines'), 3);
        expect(await store.check({ ...asked('a', longer), dryRun: true })).toMatchObject({
          ...{ decision: 'changed', previous: { adds: { nothing: false, lines: 1 }, gone: 0 } },
        });
      });

      it.each([
        ['exact', 'similar'],
        ['page', 'duplicate'],
        ['article', 'duplicate'],
        ['similar', 'duplicate'],
      ] as const)('that refuses %s ones calls a near one %s', async (duplicateIf, decision) => {
        await store.add(addition(pages, 'a', { signature: withEvidence(signature(), 1) }));
        const same = checking(pages, 'b', {
          signature: withEvidence(signature([1]), 1),
          duplicateIf,
        });
        expect(await store.check(same)).toMatchObject({ decision });
        const exact = checking(pages, 'c', {
          signature: withEvidence(signature(), 1),
          duplicateIf,
        });
        expect(await store.check(exact)).toMatchObject({ decision: 'duplicate' });
        const similar = checking(pages, 'd', {
          signature: withEvidence(signature([2]), 2),
          duplicateIf,
        });
        expect(await store.check(similar)).toMatchObject({
          decision: duplicateIf === 'similar' ? 'duplicate' : 'similar',
        });
      });

      it('looks for equal documents behind more similar ones, and beyond the limit', async () => {
        await store.add(addition(pages, 'a', { signature: withEvidence(signature([1]), 2) }));
        await store.add(addition(pages, 'b', { signature: withEvidence(signature([1, 2, 3]), 1) }));
        const check = checking(pages, 'c', { signature: withEvidence(signature(), 1), limit: 0 });
        expect(await store.check(check)).toMatchObject({
          ...{ decision: 'duplicate', duplicateOf: 'b', similarTo: null, matches: [] },
        });
        const all = await store.check({ ...check, limit: 5 });
        expect(all.matches.map(({ id }) => id)).toEqual(['b', 'a']);
      });

      it('stores another content of an id regardless of matches', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'b', { signature: signature([1, 2, 3, 4, 5, 6]) }));
        const becomesA = checking(pages, 'b');
        expect(await store.check({ ...becomesA, dryRun: true })).toMatchObject({
          ...{ decision: 'changed', stored: false, duplicateOf: 'a', previous: { distance: 6 } },
        });
        expect(await store.check(becomesA)).toMatchObject({
          ...{ decision: 'changed', stored: true, created: false },
          ...{ duplicateOf: 'a', previous: { distance: 6 } },
        });
        expect(await store.get({ collection: pages, ids: ['b'], now: later })).toMatchObject([
          { signature: signature(), revision: 2 },
        ]);
      });

      it('keeps the former content of an id on demand if the new one is a duplicate of another', async () => {
        await store.add(addition(pages, 'a', { signature: withEvidence(signature(), 1) }));
        await store.add(addition(pages, 'b', { signature: signature([1, 2, 3, 4, 5, 6]) }));
        const keepFormer = { onChange: 'keep' } as const;
        const same = { ...keepFormer, signature: withEvidence(signature([9]), 1) };
        expect(await store.check(checking(pages, 'b', same))).toMatchObject({
          ...{ decision: 'duplicate', duplicateOf: 'a', stored: false, created: false },
          previous: { distance: 7 },
        });
        expect(await store.get({ collection: pages, ids: ['b'], now: later })).toMatchObject([
          { revision: 1, seenCount: 1 },
        ]);
        const similar = { ...keepFormer, signature: withEvidence(signature([9]), 2) };
        expect(await store.check(checking(pages, 'b', similar))).toMatchObject({
          ...{ decision: 'changed', similarTo: 'a', stored: true },
        });
      });

      it('replaces every equal document on demand', async () => {
        const others = [
          ['a', signature()],
          ['b', signature([1])],
          ['c', signature([2])],
        ] as const;
        for (const [id, given] of others) {
          await store.add(addition(pages, id, { signature: withEvidence(given, 1) }));
        }
        const similar = withEvidence(signature([3]), 2);
        await store.add(addition(pages, 'd', { signature: similar }));
        const replace = checking(pages, 'e', {
          ...{ signature: withEvidence(signature([4]), 1), onDuplicate: 'replace', limit: 1 },
        });
        expect(await store.check(replace)).toMatchObject({
          ...{ decision: 'duplicate', stored: true, created: true, duplicateOf: 'a' },
          ...{ replaced: ['a', 'b', 'c'], matches: [{ id: 'a' }], truncated: true },
        });
        const left = await store.get({
          collection: pages,
          ids: ['a', 'b', 'c', 'd', 'e'],
          now: later,
        });
        expect(left.map(({ id }) => id)).toEqual(['d', 'e']);
        const onlySimilar = checking(pages, 'f', {
          ...{ signature: withEvidence(signature([5]), 3), onDuplicate: 'replace' },
        });
        expect(await store.check(onlySimilar)).toMatchObject({
          ...{ decision: 'similar', stored: true, replaced: [] },
        });
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 3 });
      });

      it('replaces nothing if more than 100 documents are equal', async () => {
        for (let i = 0; i < 101; i++) await store.add(addition(pages, `${i}`));
        const replace = checking(pages, 'a', { onDuplicate: 'replace' });
        await expect(store.check(replace)).rejects.toMatchObject({ code: 'too_many_replaced' });
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 101 });
        await store.delete({ collection: pages, ids: ['0'], now: 2_500 });
        expect((await store.check(replace)).replaced).toHaveLength(100);
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 1 });
      });

      it('writes nothing if it must never store', async () => {
        const never = checking(pages, 'a', { dryRun: true });
        expect(await store.check(never)).toMatchObject({ decision: 'new', stored: false });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toEqual([]);
        await store.add(addition(pages, 'a'));
        expect(await store.check(never)).toMatchObject({ decision: 'unchanged', stored: false });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toMatchObject([
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
        const always = checking(pages, null, { newId: 'third', onDuplicate: 'store' });
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
