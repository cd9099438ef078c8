import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commonFrom, sampleParts } from '../../../src/fingerprint/parts.js';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  partsOfRange,
  recipeOf,
  rule,
  signatureOf,
  sweptStats,
  withEvidence,
  withParts,
  wordsOfRange,
} from '../samples.js';

/** Tests parts: texts contained in others. */
export function describeParts(name: string, open: () => Promise<Store>): void {
  describe(`${name}: parts`, () => {
    let store: Store;
    let pages: Collection;
    const recipe = withParts(recipeOf('simhash'));

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection({ ...newCollection('pages'), recipe });
    });
    afterEach(() => store.close());

    /** Returns a text far from all others, with the words and shingles of a range. */
    function part(from: number, length: number, content = 0): Signature {
      const low = Math.imul(1000 * from + length, 0x9e37_79b1) >>> 0;
      const high = Math.imul(length + 7, 0x85eb_ca6b) >>> 0;
      const signature = signatureOf({ high, low }, content);
      const evidence = wordsOfRange(from, length);
      return { ...signature, evidence, parts: partsOfRange(from, length) };
    }
    const put = (id: string, signature: Signature) => store.add(addition(pages, id, { signature }));
    const found = async (signature: Signature, minContainment?: number) => {
      const changed = { ...rule, minContainment };
      const query = { collection: pages, probe: { signature }, rule: changed, limit: 10 };
      return (await store.query({ ...query, now: later }))!;
    };
    const check = (id: string, signature: Signature, minContainment = 0.8) =>
      store.check(
        checking(pages, id, {
          signature,
          rule: { ...rule, minContainment },
          duplicateIf: 'page',
        }),
      );

    it('keeps the sample of a text', async () => {
      const given = part(0, 100);
      const { document } = await put('a', given);
      const { hashes, total } = sampleParts(given.parts!, recipe.parts!);
      expect(total).toBe(100);
      expect(document.signature.parts).toEqual({ hashes, total });
      expect(
        (await store.get({ collection: pages, ids: ['a'], now: later }))[0]!.signature,
      ).toEqual(document.signature);
    });

    it('finds a text inside another and around another, above the minimum containment', async () => {
      await put('long', part(0, 200));
      await put('short', part(150, 20));
      await put('other', part(300, 100));
      const inside = await found(part(40, 100), 0.5);
      expect(inside.matches.map(({ id }) => id)).toEqual(['long']);
      expect(inside.candidates).toBe(1);
      const { ofThis, ofMatch, error } = inside.matches[0]!.containment!;
      expect(ofThis).toBeGreaterThan(0.98);
      expect(ofMatch).toBeCloseTo(0.5, 1);
      expect(error).toEqual({ ofThis: 0, ofMatch: 0 });
      const around = await found(part(140, 100), 0.9);
      expect(around.matches.map(({ id }) => id)).toEqual(['short']);
      expect(around.matches[0]!.containment!.ofMatch).toBe(1);
      expect((await found(part(140, 100), 0.5)).matches.map(({ id }) => id).sort()).toEqual([
        'long',
        'short',
      ]);
      expect((await found(part(40, 100))).matches).toEqual([]);
    });

    it('finds a stored text by its id, with its sample', async () => {
      await put('long', part(0, 200));
      await put('half', part(100, 100));
      const query = { collection: pages, rule: { ...rule, minContainment: 0.5 }, limit: 10 };
      const by = async (id: string) => store.query({ ...query, probe: { id }, now: later });
      expect((await by('half'))!.matches.map(({ id }) => id)).toEqual(['long']);
      expect((await by('long'))!.matches.map(({ id }) => id)).toEqual(['half']);
    });

    it('refuses a text that another one contains', async () => {
      await put('long', part(0, 2000));
      expect(await check('inside', part(500, 1000))).toMatchObject({
        ...{ decision: 'duplicate', stored: false, duplicateOf: 'long', similarTo: null },
        matches: [{ id: 'long' }],
      });
      expect(await check('short', part(700, 30))).toMatchObject({ duplicateOf: 'long' });
      // A third of it: reported and stored.
      expect(await check('around', part(1000, 3000), 0.3)).toMatchObject({
        ...{ decision: 'new', stored: true, matches: [{ id: 'long' }] },
      });
      await store.delete({ collection: pages, ids: ['around'], now: later });
      const told = await check('partly', part(1400, 1000));
      expect(told).toMatchObject({ decision: 'new', stored: true, matches: [] });
    });

    it('stores a text around another one, and one whose evidence is unknown, and reports the match', async () => {
      await put('short', part(10, 10));
      await put('long', part(1000, 2000));
      const around = await check('around', part(0, 500));
      expect(around).toMatchObject({
        ...{ decision: 'new', stored: true, duplicateOf: null, similarTo: null, cluster: null },
        matches: [{ id: 'short', containment: { ofMatch: 1 } }],
      });
      const unsure = await check('unsure', { ...part(2000, 30), evidence: null });
      expect(unsure).toMatchObject({ decision: 'new', stored: true, duplicateOf: null });
      expect(unsure.matches.map(({ id }) => id)).toEqual(['long']);
    });

    it('never refuses a text that adds something, nor any if only exact ones are refused', async () => {
      await put('long', withEvidence(part(0, 2000), 1));
      const other = withEvidence(part(500, 1000), 2);
      const told = await check('other', other);
      expect(told).toMatchObject({ decision: 'new', stored: true, similarTo: null });
      expect(told.matches.map(({ id }) => id)).toEqual(['long']);
      const asked = { ...rule, minContainment: 0.8 };
      await store.delete({ collection: pages, ids: ['other'], now: later });
      const exact = checking(pages, 'exact', {
        signature: withEvidence(part(600, 1000), 1),
        rule: asked,
      });
      expect(await store.check({ ...exact, duplicateIf: 'exact' })).toMatchObject({
        ...{ decision: 'similar', stored: true, similarTo: 'long' },
      });
    });

    it('prefers a refusing part to a similar text that does not refuse', async () => {
      const probe = withEvidence(part(500, 1000), 1);
      const similar = withEvidence({ ...part(9000, 50), fingerprint: probe.fingerprint }, 2);
      await put('similar', similar);
      await put('long', withEvidence(part(0, 2000), 1));
      expect(await check('probe', probe)).toMatchObject({
        decision: 'duplicate',
        duplicateOf: 'long',
      });
    });

    it('forgets the parts of a content with its last document', async () => {
      await put('long', part(0, 200));
      await store.delete({ collection: pages, ids: ['long'], now: later });
      expect((await found(part(0, 100), 0.5)).matches).toEqual([]);
      await sweptStats(store, pages);
      expect(await found(part(0, 100), 0.5)).toMatchObject({ candidates: 0 });
    });

    it('finds nothing by shingles that too many texts share', async () => {
      // All share two shingles, too few to be sampled, and have one of their own.
      const shared = [3, 5];
      const withOwn = (own: number): Signature => ({
        ...signatureOf({ high: Math.imul(own, 0x9e37_79b1) >>> 0, low: own * 65_537 }, 0),
        parts: { hashes: Uint32Array.of(...shared, 1000 + own), total: 3 },
      });
      for (let own = 0; own < commonFrom - 1; own++) await put(`${own}`, withOwn(own));
      expect((await found(withOwn(5000), 0.5)).candidates).toBe(commonFrom - 1);
      await put('last', withOwn(commonFrom - 1));
      expect(await found(withOwn(5000), 0.5)).toMatchObject({
        candidates: 0,
        commonShare: 2 / 3,
      });
      await put('beyond', withOwn(commonFrom));
      await store.delete({ collection: pages, ids: ['0', 'beyond'], now: later });
      await sweptStats(store, pages);
      // An indexed text was deleted, and one that was not indexed.
      expect((await found(withOwn(5000), 0.5)).candidates).toBe(commonFrom - 1);
    });
  });
}
