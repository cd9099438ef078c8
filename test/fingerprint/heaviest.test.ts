import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastOfHeaviest, moveFirst } from '../../src/fingerprint/weights.js';

describe('leastOfHeaviest', () => {
  it('agrees with a sort', () => {
    const weight = fc.oneof(fc.nat({ max: 5 }), fc.nat(), fc.integer({ min: 0, max: 2 ** 40 }));
    const cases = fc
      .array(weight, { minLength: 1, maxLength: 300 })
      .chain((weights) =>
        fc.tuple(fc.constant(weights), fc.integer({ min: 1, max: weights.length })),
      );
    fc.assert(
      fc.property(cases, fc.nat({ max: 9 }), ([weights, limit], beyond) => {
        const given = Float64Array.from([...weights, ...Array<number>(beyond).fill(2 ** 50)]);
        const sorted = weights.toSorted((a, b) => b - a);
        expect(leastOfHeaviest(given, weights.length, limit)).toBe(sorted[limit - 1]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('moveFirst', () => {
  it('moves the same items to the front as a sort', () => {
    const cases = fc
      .array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 100 })
      .chain((items) => fc.tuple(fc.constant(items), fc.integer({ min: 1, max: items.length })));
    fc.assert(
      fc.property(cases, fc.nat({ max: 9 }), ([items, limit], beyond) => {
        const given = Int32Array.from([...items, ...Array<number>(beyond).fill(-1)]);
        moveFirst(given, items.length, limit, (a, b) => a - b);
        const first = items.toSorted((a, b) => a - b).slice(0, limit);
        expect([...given.subarray(0, limit)]).toEqual(first);
      }),
      { numRuns: 500 },
    );
  });
});
