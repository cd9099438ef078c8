import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimsExpiredAtOnce } from '../../../src/store/contract/claims.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { CheckOperation } from '../../../src/store/contract/documents.js';
import { replacedMax } from '../../../src/store/contract/documents.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import {
  addition,
  checking,
  newCollection,
  signature,
  sweptStats,
  withEvidence,
} from '../samples.js';

/** Tests claims. The checks run at time 3,000. */
export function describeClaims(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: claims`, () => {
    let store: EmbeddedStore;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
      return () => store.close();
    });

    const other = signature([0, 1, 2, 3, 4, 5, 6, 7]);
    const claiming = (expiresAt: number, claimant = 'one') => ({ claim: { claimant, expiresAt } });
    const check = (id: string | null, changes: Partial<CheckOperation> = {}) =>
      store.check(checking(pages, id, changes));
    /** Confirms documents with the stored content. */
    const confirm = async (ids: readonly string[], now = 4_000, claimant = 'one') => {
      const stored = await store.get({ collection: pages, ids, now });
      const hashOf = (id: string) => stored.find((each) => each.id === id)?.signature.exactHash;
      const documents = ids.map((id) => ({ id, contentHash: hashOf(id) ?? 'none' }));
      return store.confirm({ collection: pages, documents, claimant, now });
    };
    const idsAt = async (now: number) =>
      (await store.list({ collection: pages, idPrefix: null, after: null, limit: 10, now })).map(
        ({ id }) => id,
      );

    it('deletes an unconfirmed document when its claim expires', async () => {
      expect(await check('a', claiming(5_000))).toMatchObject({
        ...{ decision: 'new', stored: true, created: true, claim: { expiresAt: 5_000 } },
      });
      expect(await store.get({ collection: pages, ids: ['a'], now: 4_999 })).toMatchObject([
        { claim: { expiresAt: 5_000 } },
      ]);
      expect(await sweptStats(store, pages)).toMatchObject({ documents: 1, claims: 1 });
      expect(await idsAt(5_000)).toEqual([]);
      expect(await sweptStats(store, pages)).toMatchObject({ documents: 0, claims: 0 });
      expect(await check('a', { now: 5_000 })).toMatchObject({ decision: 'new', claim: null });
    });

    it('keeps a confirmed document; confirming again changes nothing', async () => {
      await check('a', claiming(5_000));
      await check('b', { ...claiming(5_000, 'other'), signature: other });
      const told = { confirmed: ['a'], missing: ['b', 'none'], left: 0 };
      expect(await confirm(['a', 'b', 'none', 'a'])).toEqual(told);
      expect(await confirm(['a', 'b', 'none'])).toEqual(told);
      expect(await idsAt(9_000)).toEqual(['a']);
      expect(await store.get({ collection: pages, ids: ['a'], now: 9_000 })).toMatchObject([
        { claim: null },
      ]);
    });

    it('an expired claim cannot be confirmed', async () => {
      await check('a', claiming(5_000));
      expect(await confirm(['a'], 5_000)).toEqual({ confirmed: [], missing: ['a'], left: 0 });
    });

    it('returns the first decision to the same claimant, and extends the claim', async () => {
      await store.add(addition(pages, 'near'));
      const first = await check('a', {
        ...claiming(5_000),
        signature: signature([0]),
        onDuplicate: 'store',
      });
      const again = await check('a', {
        ...{ ...claiming(8_000), signature: signature([0]), now: 4_000 },
      });
      expect(again).toEqual({
        ...{ ...first, matches: [], family: null, renewed: true },
        claim: { expiresAt: 8_000, contentHash: signature([0]).exactHash },
      });
      expect(again).toMatchObject({ decision: 'duplicate', stored: true, duplicateOf: 'near' });
      expect(await idsAt(7_999)).toEqual(['a', 'near']);
      expect((await sweptStats(store, pages)).decisions).toMatchObject({
        duplicate: 1,
        unchanged: 0,
      });
      expect(await idsAt(8_000)).toEqual(['near']);
    });

    it('is confirmed with the stored content after a renewal by a page that says the same', async () => {
      const pageWith = (bits: number[]) => withEvidence(signature(bits), 1, 'lines');
      await check('a', { ...claiming(5_000), signature: pageWith([]) });
      const again = await check('a', { ...claiming(8_000), signature: pageWith([5]), now: 4_000 });
      expect(again).toMatchObject({ decision: 'new', stored: true, renewed: true });
      const { contentHash } = again.claim!;
      expect(contentHash).toBe(pageWith([]).exactHash);
      const documents = [{ id: 'a', contentHash: contentHash! }];
      expect(
        await store.confirm({ collection: pages, documents, claimant: 'one', now: 5_000 }),
      ).toMatchObject({ confirmed: ['a'] });
    });

    it('expires with its document, however often it is renewed, swept or not', async () => {
      for (const isSwept of [false, true]) {
        const id = `swept ${isSwept}`;
        await store.add(addition(pages, id));
        const bits = isSwept ? [20, 21, 22, 23] : [30, 31, 32, 33];
        const changed = { signature: signature(bits), expiresAt: 6_000 };
        await check(id, { ...changed, ...claiming(5_000) });
        const renewing = { ...changed, ...claiming(9_000), expiresAt: 9_000, now: 4_000 };
        expect(await check(id, renewing)).toMatchObject({
          ...{ renewed: true, claim: { expiresAt: 6_000 } },
        });
        if (isSwept) while (await store.sweep({ now: 6_000 }));
        expect(await store.get({ collection: pages, ids: [id], now: 6_000 })).toMatchObject([
          { revision: 1, claim: null },
        ]);
        const next = { signature: other, ...claiming(8_000), now: 6_000 };
        expect(await check(id, next)).toMatchObject({ decision: 'changed' });
        expect(await store.get({ collection: pages, ids: [id], now: 8_000 })).toMatchObject([
          { revision: 1, claim: null },
        ]);
      }
    });

    it('keeps its end if another client asks for an earlier expiry', async () => {
      await store.add(addition(pages, 'a'));
      await check('a', { ...claiming(8_000), signature: other });
      expect(await check('a', { signature: other, expiresAt: 5_000 })).toMatchObject({
        ...{ decision: 'unchanged', claim: { expiresAt: 8_000 } },
      });
      expect(await store.get({ collection: pages, ids: ['a'], now: 7_999 })).toMatchObject([
        { revision: 2 },
      ]);
    });

    it('loses no former version, however many claims have expired before a check', async () => {
      const count = claimsExpiredAtOnce + 3;
      const ids = Array.from({ length: count }, (_, i) => `${i}`.padStart(3, '0'));
      for (const id of ids) await store.add(addition(pages, id));
      for (const id of ids)
        await check(id, { ...claiming(5_000), signature: other, onDuplicate: 'store' });
      const last = ids.at(-1)!;
      await check(last, { ...claiming(6_000), signature: signature([40, 41, 42]), now: 5_000 });
      expect(await store.get({ collection: pages, ids: [last], now: 6_000 })).toMatchObject([
        { revision: 1, claim: null },
      ]);
    });

    it('reports a late confirmation of other content as missing', async () => {
      const confirmed = (contentHash: string, now: number, claimant = 'one') =>
        store.confirm({ collection: pages, documents: [{ id: 'a', contentHash }], claimant, now });
      await store.add(addition(pages, 'a'));
      const { exactHash: before } = addition(pages, 'a').signature;
      await check('a', { ...claiming(5_000), signature: other });
      const missing = { confirmed: [], missing: ['a'], left: 0 };
      expect(await confirmed(before, 4_000)).toEqual(missing);
      expect(await confirmed(other.exactHash, 4_000, 'two')).toEqual(missing);
      // The claim expires, and the former version is restored.
      expect(await confirmed(other.exactHash, 5_000)).toEqual(missing);
      expect(await confirmed(before, 5_000)).toMatchObject({ confirmed: ['a'] });
      await check('a', { ...claiming(8_000), signature: other, now: 6_000 });
      for (const now of [7_000, 9_000]) {
        expect(await confirmed(other.exactHash, now)).toMatchObject({ confirmed: ['a'] });
      }
    });

    it('does not replay an outcome kept for a key once its claim has expired', async () => {
      const key = { key: 'aa', request: '01', owner: 'one', guaranteedUntil: 0, note: 'note' };
      const idempotency = { ...key, expiresAt: 99_000 };
      const keyed = (now: number) => check('a', { ...claiming(now + 2_000), idempotency, now });
      const first = await keyed(3_000);
      expect(await keyed(4_000)).toEqual({ ...first, replayed: 'note' });
      const second = await keyed(5_000);
      expect(second).toMatchObject({ decision: 'new', stored: true, claim: { expiresAt: 7_000 } });
      expect(second).not.toHaveProperty('replayed');
      expect(await keyed(6_000)).toEqual({ ...second, replayed: 'note' });
      await confirm(['a'], 6_500);
      expect(await keyed(8_000)).toEqual({ ...second, replayed: 'note' });
    });

    it('gives answers that do not depend on the time of the sweep', async () => {
      const time = fc.integer({ min: 0, max: 6 });
      const step = fc.record({
        kind: fc.constantFrom('check', 'check', 'check', 'confirm', 'add', 'delete'),
        id: fc.constantFrom('a', 'b'),
        content: fc.integer({ min: 0, max: 2 }),
        claimant: fc.constantFrom('one', 'other', null),
        lasts: fc.option(time.map((units) => units + 1)),
        claimed: time.map((units) => units + 1),
        passes: time,
      });
      type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
      const answersTo = async (steps: readonly Step[], isSwept: boolean) => {
        const answers: unknown[] = [];
        const collection = await store.createCollection(newCollection('history'));
        let now = 3_000;
        for (const { kind, id, content, claimant, lasts, claimed, passes } of steps) {
          now += passes;
          const given = signature(Array.from({ length: 6 }, (_, i) => 10 * content + i));
          const expiresAt = lasts === null ? null : now + lasts;
          const until = Math.min(now + claimed, expiresAt ?? now + claimed);
          const claim = claimant === null ? null : { claimant, expiresAt: until };
          const of = { signature: given, expiresAt, now };
          const ids = { collection, ids: [id], now };
          if (kind === 'check') {
            answers.push(await store.check(checking(collection, id, { ...of, claim })));
          } else if (kind === 'add') {
            answers.push(await store.add(addition(collection, id, of)));
          } else if (kind === 'delete') answers.push(await store.delete(ids));
          else {
            const documents = [{ id, contentHash: given.exactHash }];
            const confirmed = { claimant: claimant ?? 'one', documents };
            answers.push(await store.confirm({ collection, now, ...confirmed }));
          }
          if (isSwept) while (await store.sweep({ now }));
          answers.push(await store.get({ collection, ids: ['a', 'b'], now }));
        }
        await store.deleteCollection({ name: 'history' });
        return answers;
      };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          expect(await answersTo(steps, true)).toEqual(await answersTo(steps, false));
        }),
        { numRuns: 20 },
      );
    });

    it('is unchanged for another claimant, or a check without a claim', async () => {
      await check('a', claiming(5_000));
      for (const claim of [{}, claiming(9_000, 'other')]) {
        expect(await check('a', claim)).toMatchObject({
          ...{ decision: 'unchanged', stored: false, claim: { expiresAt: 5_000 } },
        });
      }
      await confirm(['a']);
      expect(await check('a', claiming(9_000))).toMatchObject({
        decision: 'unchanged',
        claim: null,
      });
    });

    it('marks a duplicate of a claimed document', async () => {
      await check('a', claiming(5_000));
      expect(await check('b', { signature: signature([1]) })).toMatchObject({
        ...{ decision: 'duplicate', duplicateOf: 'a', claim: { expiresAt: 5_000 } },
      });
    });

    it('restores the previous version with its text, times and seat', async () => {
      await store.add(addition(pages, 'x'));
      const text = Uint8Array.of(1, 2);
      await check('a', {
        signature: signature([1]),
        onDuplicate: 'store',
        text,
        metadata: '{"v":1}',
        page: '["v"]',
      });
      const [before] = await store.getArchived({ collection: pages, ids: ['a'], now: 3_000 });
      const seated = await store.cluster({ ...clusterOfA(), now: 3_000 });
      expect(await check('a', { ...claiming(5_000), signature: other })).toMatchObject({
        ...{ decision: 'changed', stored: true, created: false },
      });
      expect(await store.cluster({ ...clusterOfA(), now: 3_000 })).toMatchObject({ size: 1 });
      // A claim on a claim: the version before both is restored.
      const third = signature([10, 11, 12, 13, 14, 15]);
      await check('a', { ...claiming(6_000), signature: third, now: 3_500 });
      expect(await store.getArchived({ collection: pages, ids: ['a'], now: 5_999 })).toMatchObject([
        { revision: 3 },
      ]);
      expect(await store.getArchived({ collection: pages, ids: ['a'], now: 6_500 })).toEqual([
        before,
      ]);
      const again = await store.cluster({ ...clusterOfA(), now: 6_500 });
      expect(again).toEqual({ ...seated, updatedAt: 6_000 });
    });
    const clusterOfA = () => ({
      ...{ collection: pages, id: 'cluster of a', storedOnly: false, after: null, limit: 10 },
    });

    it('replaces other documents on confirmation, and not before', async () => {
      await store.add(addition(pages, 'x'));
      await store.add(addition(pages, 'y', { signature: signature([5]) }));
      const replacing = { ...claiming(5_000), onDuplicate: 'replace' as const };
      expect(await check('a', { ...replacing, signature: signature([1]) })).toMatchObject({
        ...{ decision: 'duplicate', stored: true, replaced: ['x', 'y'] },
      });
      expect(await idsAt(4_000)).toEqual(['a', 'x', 'y']);
      // Documents with other content by then are kept.
      await store.add(addition(pages, 'y', { signature: other }));
      expect(await confirm(['a'])).toEqual({ confirmed: ['a'], missing: [], left: 0 });
      expect(await idsAt(9_000)).toEqual(['a', 'y']);
      expect(await store.cluster({ ...clusterOfA(), now: 9_000 })).toMatchObject({
        ...{ size: 1, refused: 1, members: [{ id: 'a' }, { id: 'x', stored: false }] },
      });
    });

    it('confirms only a part if very many documents are replaced', async () => {
      for (let i = 0; i < replacedMax; i++) await store.add(addition(pages, `x${i}`));
      const replacing = { ...claiming(5_000), onDuplicate: 'replace' as const };
      await check('a', { ...replacing, signature: signature([1]) });
      expect(await confirm(['a', 'b'])).toEqual({ confirmed: ['a'], missing: [], left: 1 });
      expect(await confirm(['b'])).toEqual({ confirmed: [], missing: ['b'], left: 0 });
    });

    it('ends when anything is stored under the id', async () => {
      await store.add(addition(pages, 'a'));
      await check('a', { ...claiming(5_000), signature: other });
      await check('a', { signature: signature([20, 21, 22, 23]) });
      await check('b', { ...claiming(5_000), signature: signature([30, 31, 32, 33]) });
      await store.add(addition(pages, 'b', { signature: signature([30, 31, 32, 33]) }));
      await check('c', { ...claiming(5_000), signature: signature([40, 41, 42, 43]) });
      await store.delete({ collection: pages, ids: ['c'], now: 4_000 });
      expect(await sweptStats(store, pages)).toMatchObject({ documents: 2, claims: 0 });
      expect(await idsAt(9_000)).toEqual(['a', 'b']);
    });

    it('is deleted with its collection', async () => {
      await check('a', claiming(5_000));
      await store.deleteCollection({ name: 'pages' });
      pages = await store.createCollection(newCollection('pages'));
      while (await store.sweep({ now: 9_000 }));
      expect(await store.stats({})).toMatchObject({ documents: 0, claims: 0 });
    });

    it('moves to a successor, and expires there', async () => {
      await store.add(addition(pages, 'a'));
      await check('a', { ...claiming(5_000), signature: other });
      await check('b', { ...claiming(5_000), signature: signature([30, 31, 32, 33]) });
      const successor = await store.beginSuccessor({
        ...{ collection: pages, recipe: pages.recipe, recipeId: pages.recipeId },
      });
      const documents = await store.getArchived({ collection: pages, ids: ['a', 'b'], now: 3_000 });
      await store.restore({ collection: successor, documents });
      expect(await store.completeSuccessor({ collection: pages })).toBeDefined();
      pages = (await store.getCollection('pages'))!;
      expect(await confirm(['b'])).toMatchObject({ confirmed: ['b'] });
      expect(await store.get({ collection: pages, ids: ['a', 'b'], now: 9_000 })).toMatchObject([
        { id: 'a', revision: 1, claim: null },
        { id: 'b', claim: null },
      ]);
    });
  });
}
