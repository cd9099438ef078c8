import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Match } from '../../src/matching/match.js';
import { compareMatches, compareUtf8 } from '../../src/matching/match-order.js';

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

it('compares first exactness, then contradictions, similarity, distance, age and id', () => {
  const match = (changes: Partial<Match>): Match => ({
    id: 'm',
    distance: 2,
    similarity: null,
    exact: false,
    contradicts: [],
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
    match({ contradicts: ['other subject'], similarity: 1, distance: 0 }),
    match({ contradicts: ['other first words', 'other numbers'], similarity: 1, distance: 0 }),
  ];
  expect(best.toReversed().sort(compareMatches)).toEqual(best);
});
