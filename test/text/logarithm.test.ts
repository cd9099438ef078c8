import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalLogarithm } from '../../src/text/logarithm.js';

describe('naturalLogarithm', () => {
  /** Rounded from 60 decimal digits of another program (Python's decimal.ln). */
  it.each([
    [1, 0],
    [3, 1.0986122886681098],
    [48, 3.871201010907891],
    [74, 4.30406509320417],
    [185, 5.220355825078324],
    [60101964, 17.911553077840047],
    [9007199254740991, 36.7368005696771],
  ])('of %d is %d', (n, logarithm) => {
    expect(naturalLogarithm(n)).toBe(logarithm);
  });

  it('differs from Math.log by at most the last bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2 ** 31 - 1 }), (n) => {
        const difference = Math.abs(naturalLogarithm(n) - Math.log(n));
        expect(difference).toBeLessThanOrEqual(Math.log(n) * Number.EPSILON);
      }),
    );
  });
});
