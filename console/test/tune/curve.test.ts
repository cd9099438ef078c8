import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levels } from '../../additions.js';
import {
  computeCurve,
  computeF1,
  countMistakes,
  findBest,
  isAlike,
  isFound,
  isWithinIntervals,
  type JudgedBy,
  listThresholds,
  type MeasuredPair,
  wilson,
} from '../../tune/curve.js';

const hybrid: JudgedBy = {
  method: 'hybrid',
  maxDistance: 3,
  minSimilarity: 0.6,
  shortMinSimilarity: 0.84,
  duplicateIf: 'page',
};
const simhash: JudgedBy = { ...hybrid, method: 'simhash', shortMinSimilarity: null };

function measured(changes: Partial<MeasuredPair>): MeasuredPair {
  return {
    duplicate: true,
    exact: false,
    distance: 20,
    similarity: 0.7,
    sharedBands: [1],
    shortText: false,
    level: 'page',
    ...changes,
  };
}

const anyPair = fc.record({
  duplicate: fc.boolean(),
  exact: fc.boolean(),
  distance: fc.integer({ min: 0, max: 64 }),
  similarity: fc.option(fc.integer({ min: 0, max: 100 }).map((value) => value / 100)),
  sharedBands: fc.constantFrom([], [2], null),
  shortText: fc.boolean(),
  level: fc.constantFrom(...levels),
});

describe('Wilson’s interval', () => {
  it('equals the values in the literature', () => {
    // Newcombe: Two-Sided Confidence Intervals for the Single Proportion, 1998, table I, method 3.
    const known = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [count, total, low, high] of known) {
      const interval = wilson(count, total);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
  });

  it('contains its share, lies within 0 to 1, and narrows with more pairs', () => {
    const counts = fc
      .tuple(fc.nat(500), fc.integer({ min: 1, max: 500 }))
      .map(([a, b]) => [Math.min(a, b), b] as const);
    fc.assert(
      fc.property(counts, ([count, total]) => {
        const { value, low, high } = wilson(count, total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
        const more = wilson(count * 4, total * 4);
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
    expect(wilson(0, 0)).toEqual({ value: null, low: 0, high: 1 });
  });
});

describe('whether a pair is found', () => {
  it('depends on a candidate that is similar enough', () => {
    expect(isFound(measured({}), 0.7, hybrid)).toBe(true);
    expect(isFound(measured({}), 0.71, hybrid)).toBe(false);
    expect(isFound(measured({ sharedBands: [] }), 0.1, hybrid)).toBe(false);
    expect(isFound(measured({ sharedBands: [], distance: 3 }), 0.7, hybrid)).toBe(true);
    const minhash: JudgedBy = { ...hybrid, method: 'minhash' };
    expect(isFound(measured({ sharedBands: [], distance: 0 }), 0.1, minhash)).toBe(false);
  });

  it('depends on a higher similarity for short texts, and on nothing else for exact ones', () => {
    expect(isFound(measured({ shortText: true, similarity: 0.8 }), 0.6, hybrid)).toBe(false);
    expect(isFound(measured({ shortText: true, similarity: 0.84 }), 0.6, hybrid)).toBe(true);
    const exact = measured({ exact: true, similarity: null, sharedBands: null, distance: 64 });
    for (const by of [hybrid, simhash]) expect(isFound(exact, 0, by)).toBe(true);
  });

  it('depends on the distance if there are no sketches', () => {
    const pair = measured({ similarity: null, sharedBands: null, distance: 4 });
    expect(isFound(pair, 4, simhash)).toBe(true);
    expect(isFound(pair, 3, simhash)).toBe(false);
    expect(isFound({ ...pair, sharedBands: [1] }, 0, hybrid)).toBe(false);
  });
});

describe.each(['article', 'similar'] as const)(
  'a pair of pages that are duplicates only at the level %s',
  (level) => {
    const pair = measured({ similarity: 0.9, level });

    it('is similar, but is found at no threshold', () => {
      expect(isAlike(pair, 0.9, hybrid)).toBe(true);
      for (const threshold of listThresholds('similarity')) {
        expect(isFound(pair, threshold, hybrid)).toBe(false);
      }
    });

    it('is found if similar pages are refused, and is not if only equal texts are', () => {
      expect(isFound(pair, 0.9, { ...hybrid, duplicateIf: 'similar' })).toBe(true);
      expect(isFound(pair, 0.91, { ...hybrid, duplicateIf: 'similar' })).toBe(false);
      expect(isFound(measured({}), 0.1, { ...hybrid, duplicateIf: 'exact' })).toBe(false);
      expect(
        isFound(measured({ exact: true, level: 'exact' }), 1, { ...hybrid, duplicateIf: 'exact' }),
      ).toBe(true);
    });
  },
);

describe('the curve', () => {
  it.each([hybrid, simhash])('equals a direct count: $method', (judgedBy) => {
    fc.assert(
      fc.property(fc.array(anyPair, { maxLength: 40 }), (pairs) => {
        const curve = computeCurve(pairs, judgedBy);
        for (const point of curve) {
          let [found, right] = [0, 0];
          for (const pair of pairs) {
            if (!isFound(pair, point.threshold, judgedBy)) continue;
            found += 1;
            if (pair.duplicate) right += 1;
          }
          expect([point.found, point.foundRightly]).toEqual([found, right]);
          expect(point.precision.value).toEqual(found === 0 ? null : right / found);
        }
        const best = findBest(curve);
        for (const point of curve) expect(computeF1(point)).toBeLessThanOrEqual(computeF1(best));
      }),
    );
  });

  it('has every possible threshold, in the order of found pairs', () => {
    expect(listThresholds('similarity')).toHaveLength(101);
    expect(listThresholds('distance')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    fc.assert(
      fc.property(fc.array(anyPair), fc.constantFrom(hybrid, simhash), (pairs, judgedBy) => {
        const found = computeCurve(pairs, judgedBy).map((point) => point.found);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
      }),
    );
  });

  it('is best in the middle of the thresholds without errors', () => {
    const pairs = [measured({ similarity: 0.9 }), measured({ similarity: 0.3, duplicate: false })];
    expect(findBest(computeCurve(pairs, hybrid)).threshold).toBe(0.61);
  });
});

describe('the mistakes of a threshold', () => {
  const copies = [
    ...Array.from({ length: 30 }, () => measured({ similarity: 0.7 })),
    ...Array.from({ length: 30 }, () => measured({ similarity: 0.5, level: 'similar' })),
  ];
  const others = Array.from({ length: 60 }, () => measured({ duplicate: false, similarity: 0.2 }));
  const at = (threshold: number) => countMistakes([...copies, ...others], threshold, hybrid);

  it('are the copies that are stored, and the other pages that are refused', () => {
    expect(at(0.6)).toEqual({ copies: wilson(30, 60), pages: wilson(0, 60) });
    expect(at(0.1)).toEqual({ copies: wilson(30, 60), pages: wilson(60, 60) });
  });

  it('do not differ if they are within the intervals', () => {
    expect(isWithinIntervals(at(0.6), at(0.4))).toBe(true); // what adds lines is stored at any threshold
    expect(isWithinIntervals(at(0.8), at(0.6))).toBe(false);
    expect(isWithinIntervals(at(0.1), at(0.6))).toBe(false);
  });
});
