import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textRank } from '../../src/fingerprint/text-rank.js';

describe('textRank', () => {
  it('scores a word without neighbours lowest', () => {
    expect([...textRank(Int32Array.of(0), 1)]).toEqual([1 - 0.85]);
    expect([...textRank(Int32Array.of(0, 0, 0), 1)]).toEqual([1 - 0.85]);
    expect([...textRank(Int32Array.of(), 0)]).toEqual([]);
  });

  it('prefers the word with the most neighbours', () => {
    const scores = textRank(Int32Array.of(1, 0, 2, -1, -1, -1, -1, 3, 0, 4), 5);
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
  });

  it('agrees with the formula over a map of weighted edges', () => {
    const sequences = fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(sequences, (list) => {
        const { sequence, count } = renumbered(list);
        const expected = byFormula(sequence, count);
        const scores = textRank(Int32Array.from(sequence), count);
        for (let index = 0; index < count; index++) {
          expect(scores[index]).toBeCloseTo(expected[index]!, 9);
        }
      }),
    );
  });
});

/** Indexes in order of first occurrence, as `weigh` numbers features. */
function renumbered(list: readonly number[]) {
  const features = [...new Set(list.filter((value) => value >= 0))];
  return { sequence: list.map((value) => features.indexOf(value)), count: features.length };
}

function byFormula(sequence: readonly number[], count: number): number[] {
  const weights = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  sequence.forEach((a, i) => {
    for (const b of sequence.slice(i + 1, i + 5)) {
      if (a < 0 || b < 0 || a === b) continue;
      weights[a]![b]!++;
      weights[b]![a]!++;
    }
  });
  const sums = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  const scores = new Array<number>(count).fill(1);
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < count; i++) {
      const votes = weights[i]!.map((weight, j) =>
        weight === 0 ? 0 : (scores[j]! * weight) / sums[j]!,
      );
      scores[i] = 0.15 + 0.85 * votes.reduce((sum, vote) => sum + vote, 0);
    }
  }
  return scores;
}
