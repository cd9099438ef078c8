import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBits } from '../../src/fingerprint/simhash.js';

describe('countBits', () => {
  it('agrees with adding up the bits of each word', () => {
    const hash = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const anyCount = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1 }), anyCount, (some, count) => {
        const words = new Int32Array(count + 7).fill(99);
        const expected = new Array<number>(32).fill(0);
        for (let index = 0; index < count; index++) {
          words[index] = some[index % some.length]! ^ (index * 2_654_435);
          for (let bit = 0; bit < 32; bit++) expected[bit]! += (words[index]! >>> bit) & 1;
        }
        const planes = new Int32Array(32).fill(-1);
        const digits = [...planes.subarray(0, countBits(words, count, planes))];
        const counted = expected.map((_, bit) =>
          digits.reduce((sum, plane, digit) => sum + ((plane >>> bit) & 1) * 2 ** digit, 0),
        );
        expect(counted).toEqual(expected);
      }),
    );
  });
});
