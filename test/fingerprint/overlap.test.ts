import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPassages, type PassagesWithSide } from '../../src/fingerprint/overlap.js';

type Range = readonly [start: number, end: number];

const wordCount = 40;

/** A text of single-letter words, with its passages in other texts. */
function joined(sides: readonly (readonly Range[])[]) {
  const places = Int32Array.from({ length: wordCount }, (_, word) => word);
  const page = {
    ...{ text: 'a'.repeat(wordCount), hashes: new Uint32Array(), distinct: 0, size: 3, wordCount },
    words: { starts: places, ends: places.map((place) => place + 1) },
  };
  const given = sides.map((ranges): PassagesWithSide => {
    const all = Int32Array.from(ranges.flat());
    return { all, isExact: true, containment: null, share: 0, passages: [] };
  });
  return joinPassages(page, given, false);
}

const range = fc
  .tuple(fc.nat({ max: wordCount - 1 }), fc.integer({ min: 1, max: 9 }))
  .map(([start, length]): Range => [start, Math.min(wordCount, start + length)]);

describe('joinPassages', () => {
  it('joins passages that share a word, across all sides', () => {
    fc.assert(
      fc.property(fc.array(fc.array(range, { maxLength: 4 }), { maxLength: 4 }), (sides) => {
        const all = sides.flatMap((ranges, side) => ranges.map((each) => ({ each, side })));
        const stretches: { start: number; end: number; words: Map<number, number> }[] = [];
        for (const { each, side } of all) {
          const [start, end] = each;
          const touched = stretches.filter((other) => other.start < end && start < other.end);
          const words = new Map([[side, end - start]]);
          for (const other of touched) {
            stretches.splice(stretches.indexOf(other), 1);
            for (const [key, count] of other.words) {
              words.set(key, (words.get(key) ?? 0) + count);
            }
          }
          stretches.push({
            start: Math.min(start, ...touched.map((other) => other.start)),
            end: Math.max(end, ...touched.map((other) => other.end)),
            words,
          });
        }
        const expected = stretches
          .map(({ start, end, words }) => ({
            ...{ start, end, words: end - start },
            sides: [...words].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([side]) => side),
          }))
          .sort((a, b) => b.words - a.words || a.start - b.start);
        const { passages, share } = joined(sides);
        expect(passages).toEqual(expected);
        const covered = expected.reduce((sum, { words }) => sum + words, 0);
        expect(share).toBeCloseTo(covered / wordCount, 12);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps adjacent passages apart', () => {
    const { passages } = joined([[[0, 5]], [[5, 9]]]);
    expect(passages).toEqual([
      { start: 0, end: 5, words: 5, sides: [0] },
      { start: 5, end: 9, words: 4, sides: [1] },
    ]);
  });
});
