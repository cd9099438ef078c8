import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBits } from '../../src/fingerprint/bit-counters.js';

describe('addBits', () => {
  it('adds what adding each bit of each word adds', () => {
    const hash = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const anyCount = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1 }), anyCount, fc.nat(), (some, count, weight) => {
        const words = new Int32Array(count + 7).fill(99);
        const expected = new Float64Array(32).fill(5);
        for (let index = 0; index < count; index++) {
          words[index] = some[index % some.length]! ^ (index * 2_654_435);
          for (let bit = 0; bit < 32; bit++) {
            expected[bit]! += ((words[index]! >>> bit) & 1) * weight;
          }
        }
        const sums = new Float64Array(32).fill(5);
        addBits(words, count, weight, sums);
        expect(sums).toEqual(expected);
      }),
    );
  });
});
