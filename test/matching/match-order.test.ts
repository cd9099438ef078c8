import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Match } from '../../src/matching/match.js';
import { compareMatches, compareUtf8, matchRank } from '../../src/matching/match-rule.js';
import { notCompared, nothingAdded, numberAdded } from './differences.js';

it('compares strings by their UTF-8 bytes', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '中', '\ud7ff', '\ue000', '\uffff', '😀'),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

it('compares level and parts, similarity, distance, new words, age, id in this order', () => {
  const match = (changes: Partial<Match>): Match => ({
    id: 'm',
    distance: 2,
    similarity: null,
    exact: false,
    ...nothingAdded,
    containment: null,
    fingerprint: { high: 0, low: 0 },
    metadata: null,
    storedAt: 5,
    ...changes,
  });
  const best = [
    match({ exact: true, level: 'exact', distance: 3, storedAt: 8, id: 'n' }),
    match({ exact: true, level: 'exact', similarity: 0, distance: 9, storedAt: 9 }),
    match({ similarity: 0.9, distance: 3 }),
    match({ similarity: 0, distance: 3 }),
    match({ distance: 1, storedAt: 9 }),
    match({ storedAt: 4, id: 'z' }),
    match({ id: 'a' }),
    match({ id: 'b' }),
    match({ part: { share: 0.9, decides: true }, distance: 30 }),
    match({ part: { share: 0.8, decides: true }, distance: 20 }),
    match({ ...numberAdded(1), level: 'article', similarity: 0.5, distance: 9 }),
    match({ ...notCompared, similarity: 1, distance: 0 }),
    match({ ...numberAdded(1), similarity: 1, distance: 1 }),
    match({ ...numberAdded(2), similarity: 1, distance: 1 }),
    match({ ...notCompared, similarity: 1, distance: 1 }),
    match({ ...notCompared, part: { share: 1, decides: false } }),
  ];
  expect(best.toReversed().sort(compareMatches)).toEqual(best);
  const ranks = best.map(matchRank);
  expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks);
});

it('ranks matches with different numbers of new words in the order of matches', () => {
  const differs = fc.oneof(
    fc.constantFrom(nothingAdded, notCompared),
    fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.constantFrom('article', 'similar'))
      .map(([words, level]) => ({ ...numberAdded(words), level })),
  );
  const measured = fc.record(
    {
      exact: fc.constant(false),
      similarity: fc.option(fc.integer({ min: 0, max: 128 }).map((equal) => equal / 128)),
      distance: fc.nat({ max: 64 }),
    },
    { noNullPrototype: true },
  );
  const best = fc.tuple(measured, differs).map(([near, differs]) => ({ ...near, ...differs }));
  fc.assert(
    fc.property(best, best, (a, b) => {
      const [left, right] = [matchRank(a), matchRank(b)];
      expect(left === right).toBe(isDeepStrictEqual(a, b));
      if (left === right) return;
      const told = { containment: null, fingerprint: { high: 0, low: 0 }, metadata: null };
      const plain = { id: 'm', ...told, storedAt: 0 };
      expect(compareMatches({ ...plain, ...a }, { ...plain, ...b }) < 0).toBe(left < right);
    }),
  );
});
