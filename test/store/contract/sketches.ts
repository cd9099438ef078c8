import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { MatchRule } from '../../../src/matching/match.js';
import type { Collection } from '../../../src/store/contract/collections.js';
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
} from '../samples.js';

/** Tests sketches: candidates by bands, and decisions by similarity. */
export function describeSketches(name: string, open: () => Promise<Store>): void {
  describe(`${name}: sketches`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages', 'hybrid'));
    });
    afterEach(() => store.close());

    const far = Array.from({ length: 20 }, (_, bit) => bit);
    const put = (id: string, given: Signature, collection = pages) =>
      store.add(addition(collection, id, { signature: given }));
    const found = async (
      probe: Signature,
      changes: Partial<MatchRule> = {},
      collection = pages,
    ) => {
      const changed = { ...rule, ...changes };
      const query = { collection, probe: { signature: probe }, rule: changed, limit: 100 };
      return (await store.query({ ...query, now: later }))!;
    };
    const ids = async (...given: Parameters<typeof found>) =>
      (await found(...given)).matches.map(({ id }) => id);

    /** Returns a content that shares the bands and differs from the plain one in the last `bytes` of 128. */
    const tail = (bytes: number, bits = far, content = 0) =>
      sketched(signature(bits, content), { from: 128 - bytes, to: 128 });

    it('returns the stored sketches', async () => {
      const given = sketched(signature(), { family: 2 });
      const { document } = await put('a', given);
      expect(document.signature).toEqual(given);
      expect(
        (await store.get({ collection: pages, ids: ['a'], now: later }))[0]!.signature,
      ).toEqual(given);
    });

    it('finds a similar document that shares a band, at any distance', async () => {
      await put('same', sketched(signature(far)));
      // 77 equal bytes of 128 correspond to a similarity of 0.6.
      await put('at-threshold', tail(51));
      await put('below', tail(52));
      // `unbanded` shares no band, whatever its similarity. `other` shares nothing.
      await put('unbanded', sketched(signature(far), { from: 0, to: 12 }));
      await put('other', sketched(signature(far), { family: 1 }));
      const { matches, candidates } = await found(sketched(signature()));
      expect(matches.map(({ id, similarity, distance }) => [id, similarity, distance])).toEqual([
        ['same', 1, 20],
        ['at-threshold', 0.6, 20],
      ]);
      expect(candidates).toBe(3);
      const lower = { minSimilarity: 0.55, shortMinSimilarity: 0.55 };
      expect(await ids(sketched(signature()), lower)).toEqual(['same', 'at-threshold', 'below']);
    });

    it('has no candidate for a posted fingerprint where only sketches are compared', async () => {
      const bySketch = await store.createCollection(newCollection('by-sketch', 'minhash'));
      const posted = signature([], -1);
      await put('posted', posted, bySketch);
      const none = { matches: [], candidates: 0, truncated: false };
      expect(await found(posted, {}, bySketch)).toMatchObject(none);
    });

    it('distinguishes bands of equal bytes by their tails, which do not count towards the similarity', async () => {
      const longer = await store.createCollection(newCollection('longer', 'hybrid'));
      const given = (bits: number[], unlike: number) => sketched(signature(bits), { unlike });
      await put('alike', given(far, 0), longer);
      await put('in-one-band', given(far.slice(1), 0b1101), longer);
      await put('by-chance', given(far.slice(2), 0b1111), longer);
      const { matches, candidates } = await found(given([], 0), {}, longer);
      expect(matches.map(({ id, similarity }) => [id, similarity])).toEqual([
        ['in-one-band', 1],
        ['alike', 1],
      ]);
      expect(candidates).toBe(2);
      const [stored] = await store.get({ collection: longer, ids: ['in-one-band'], now: later });
      expect(stored!.signature).toEqual(given(far.slice(1), 0b1101));
    });

    it('lets the sketches decide if both sides have one, otherwise the distance', async () => {
      await put('near-unlike', sketched(signature([1]), { family: 1 }));
      await put('near-features', signature([2]));
      const texts = await found(sketched(signature()));
      expect(texts).toMatchObject({ candidates: 2 });
      expect(texts.matches).toMatchObject([{ id: 'near-features', similarity: null }]);
      const features = await found(signature());
      expect(features.matches.map(({ id, similarity }) => [id, similarity])).toEqual([
        ['near-features', null],
        ['near-unlike', null],
      ]);
    });

    it('requires more similarity if either text is short', async () => {
      const similar = tail(40);
      await put('long', similar);
      await put('short', tail(40, far, 1));
      expect(await ids(sketched(signature()))).toEqual(['long']);
      expect(await ids(sketched(signature([], 1)))).toEqual([]);
      expect(await ids(sketched(signature()), { shortMinSimilarity: 0.6 })).toEqual([
        'long',
        'short',
      ]);
    });

    it('orders by exactness, similarity, distance, age', async () => {
      await put('near', signature([0]));
      await put('similar', tail(30));
      await put('similar-nearer', tail(30, far.slice(1)));
      await put('most-similar', tail(10));
      await put('exact', sketched(signature()));
      const probe = sketched(signature());
      const { matches } = await found(probe);
      expect(matches.map(({ id }) => id)).toEqual([
        ...['exact', 'most-similar', 'similar-nearer', 'similar', 'near'],
      ]);
      expect(matches[0]).toMatchObject({ exact: true, similarity: 1, distance: 0 });
    });

    it('decides a check by similarity, and reports the similarity to the earlier version', async () => {
      await put('a', sketched(signature(far)));
      const check = (id: string, given: Signature) =>
        store.check(checking(pages, id, { signature: given }));
      expect(await check('b', tail(20, []))).toMatchObject({
        decision: 'duplicate',
        duplicateOf: 'a',
        matches: [{ distance: 20, similarity: 0.8431372549019608 }],
      });
      expect(await check('a', tail(51))).toMatchObject({
        decision: 'changed',
        previous: { distance: 0, similarity: 0.6 },
      });
      expect(await check('a', tail(51))).toMatchObject({
        decision: 'unchanged',
        previous: { distance: 0, similarity: 1 },
      });
      expect(await check('a', signature(far))).toMatchObject({
        decision: 'changed',
        previous: { distance: 0, similarity: null },
      });
    });

    it('forgets the bands of a content with its last document', async () => {
      for (const id of ['a', 'b']) await put(id, sketched(signature(far)));
      await store.delete({ collection: pages, now: later, ids: ['a'] });
      expect(await found(sketched(signature()))).toMatchObject({ candidates: 1 });
      await put('b', signature(far));
      expect(await found(sketched(signature()))).toMatchObject({ candidates: 0 });
    });

    it('uses only bands with method minhash, and still reports the distance', async () => {
      const banded = await store.createCollection(newCollection('banded', 'minhash'));
      await put('near', sketched(signature([1]), { family: 1 }), banded);
      await put('far', tail(20), banded);
      const { matches, candidates } = await found(sketched(signature()), {}, banded);
      expect(matches).toMatchObject([{ id: 'far', distance: 20 }]);
      expect(candidates).toBe(1);
      expect(await sweptStats(store, banded)).toMatchObject({ contents: 2 });
    });

    it('stores no sketch with method simhash', async () => {
      const plain = await store.createCollection(newCollection('plain', 'simhash'));
      await put('a', sketched(signature()), plain);
      expect(
        (await store.get({ collection: plain, ids: ['a'], now: later }))[0]!.signature.sketch,
      ).toBeNull();
      const { matches } = await found(tail(10, [1]), {}, plain);
      expect(matches).toMatchObject([{ id: 'a', distance: 1, similarity: null }]);
      const changed = checking(plain, 'a', { signature: tail(10, [1, 2]) });
      expect(await store.check(changed)).toMatchObject({ previous: { similarity: null } });
    });
  });
}
