import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contradictions } from '../../src/matching/contradictions.js';
import type { Match } from '../../src/matching/match.js';
import { compareMatches, compareUtf8, rankOf } from '../../src/matching/match-order.js';

it('compares strings as their UTF-8 bytes compare', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '中', '\ud7ff', '\ue000', '\uffff', '😀'),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

it('compares first exactness, then parts and contradictions, similarity, distance, age, id', () => {
  const match = (changes: Partial<Match>): Match => ({
    id: 'm',
    distance: 2,
    similarity: null,
    exact: false,
    contradicts: [],
    containment: null,
    fingerprint: { high: 0, low: 0 },
    metadata: null,
    storedAt: 5,
    ...changes,
  });
  const best = [
    match({ exact: true, distance: 3, storedAt: 9 }),
    match({ similarity: 0.9, distance: 3 }),
    match({ similarity: 0, distance: 3 }),
    match({ distance: 1, storedAt: 9 }),
    match({ storedAt: 4, id: 'z' }),
    match({ id: 'a' }),
    match({ id: 'b' }),
    match({ part: { share: 0.9, decides: true }, distance: 30 }),
    match({ part: { share: 0.8, decides: true }, distance: 20 }),
    match({ contradicts: ['other subject'], similarity: 1, distance: 0 }),
    match({ contradicts: ['other first words', 'other numbers'], similarity: 1, distance: 0 }),
    match({ part: { share: 1, decides: false } }),
  ];
  expect(best.toReversed().sort(compareMatches)).toEqual(best);
  const ranks = best.map(rankOf);
  expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks);
});

it('gives different ranks to different contradictions, in the order of matches', () => {
  const lists = fc.subarray([...contradictions]);
  const best = fc.record(
    {
      exact: fc.constant(false),
      contradicts: lists,
      similarity: fc.option(fc.integer({ min: 0, max: 128 }).map((equal) => equal / 128)),
      distance: fc.nat({ max: 64 }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(best, best, (a, b) => {
      const [left, right] = [rankOf(a), rankOf(b)];
      expect(left === right).toBe(isDeepStrictEqual(a, b));
      if (left === right) return;
      const told = { containment: null, fingerprint: { high: 0, low: 0 }, metadata: null };
      const plain = { id: 'm', ...told, storedAt: 0 };
      expect(compareMatches({ ...plain, ...a }, { ...plain, ...b }) < 0).toBe(left < right);
    }),
  );
});
