import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simhash, voteSums } from '../../src/fingerprint/simhash.js';

/** Computes worked examples of any width, using the lowest bits of one half. */
function vote(features: [weight: number, bits: string][]) {
  const width = features[0]![1].length;
  const hashes = Int32Array.from(features, ([, bits]) => Number.parseInt(bits, 2));
  const weights = Float64Array.from(features, ([weight]) => weight);
  const sums = [...voteSums(hashes, weights).subarray(0, width)].reverse();
  const zeros = new Int32Array(hashes.length);
  const inLow = simhash({ high: zeros, low: hashes, weights }).low;
  const inHigh = simhash({ high: hashes, low: zeros, weights }).high;
  expect(inHigh).toBe(inLow);
  return { sums, bits: inLow.toString(2).padStart(width, '0') };
}

describe('the worked examples of the literature', () => {
  it('6 bits', () => {
    const features: [number, string][] = [
      [5, '100101'], // 美国
      [2, '101011'], // 51区
      [3, '100111'], // 飞碟
      [1, '101111'], // 灰色
      [4, '111011'], // 外星人
    ];
    expect(vote(features)).toEqual({ sums: [15, -7, -1, 3, 5, 15], bits: '100111' });
  });

  it('8 bits, weights in hundredths', () => {
    const features: [number, string][] = [
      [4511, '01011001'], // 上海
      [3209, '11001011'], // 北京
    ];
    expect(vote(features)).toEqual({
      sums: [-1302, 7720, -7720, 1302, 7720, -7720, -1302, 7720],
      bits: '01011001',
    });
  });

  it('2 bits, equal to two hyperplanes', () => {
    const features: [number, string][] = [
      [3, '10'],
      [2, '01'],
      [4, '11'],
    ];
    expect(vote(features)).toEqual({ sums: [5, 3], bits: '11' });
    expect(dot([3, 2, 4], [1, -1, 1])).toBe(5);
    expect(dot([3, 2, 4], [-1, 1, 1])).toBe(3);
  });

  it('3 bits; absent words weigh nothing', () => {
    const features: [number, string][] = [
      [1, '101'],
      [2, '011'],
      [0, '100'],
      [3, '001'],
      [0, '110'],
    ];
    expect(vote(features)).toEqual({ sums: [-4, -2, 6], bits: '001' });
  });
});

describe('simhash', () => {
  const features = fc.array(
    fc.record({
      high: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      low: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      weight: fc.integer({ min: 0, max: 2 ** 44 }),
    }),
    { maxLength: 40 },
  );
  type Features = typeof features extends fc.Arbitrary<infer T> ? T : never;

  const hashed = (list: Features) =>
    simhash({
      high: Int32Array.from(list, ({ high }) => high),
      low: Int32Array.from(list, ({ low }) => low),
      weights: Float64Array.from(list, ({ weight }) => weight),
    });

  it('equals the product with one explicit vector of ±1 per bit', () => {
    fc.assert(
      fc.property(features, (list) => {
        const { high, low } = hashed(list);
        const weights = list.map(({ weight }) => weight);
        for (let bit = 0; bit < 64; bit++) {
          const vector = list.map((feature) => {
            const half = BigInt.asUintN(32, BigInt(bit < 32 ? feature.low : feature.high));
            return (half >> BigInt(bit % 32)) & 1n ? 1 : -1;
          });
          const expected = dot(weights, vector) > 0 ? 1 : 0;
          expect(((bit < 32 ? low : high) >>> (bit % 32)) & 1).toBe(expected);
        }
      }),
    );
  });

  it('equals plain sums if many features share few weights', () => {
    const hash = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const weight = fc.oneof(fc.constantFrom(0, 65_536, 110_963, 2 ** 44), fc.nat({ max: 30 }));
    const many = fc.array(fc.record({ high: hash, low: hash, weight }), { maxLength: 300 });
    const repeated = fc.oneof(
      many,
      fc.tuple(many, fc.nat(40)).map(([list, times]) => Array(times).fill(list).flat() as Features),
    );
    const bitsOf = (sums: Float64Array) =>
      sums.reduce((bits, sum, bit) => (sum > 0 ? bits | (1 << bit) : bits), 0) >>> 0;
    fc.assert(
      fc.property(repeated, (list) => {
        const weights = Float64Array.from(list, (each) => each.weight);
        const sumsOf = (half: 'high' | 'low') =>
          voteSums(
            Int32Array.from(list, (each) => each[half]),
            weights,
          );
        expect(hashed(list)).toEqual({ high: bitsOf(sumsOf('high')), low: bitsOf(sumsOf('low')) });
      }),
      { numRuns: 300 },
    );
  });

  it('ignores the order of features', () => {
    const shuffled = features.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(hashed(other)).toEqual(hashed(list));
      }),
    );
  });

  it('sets a bit to 0 for tied votes or none', () => {
    const none = { high: 0, low: 0 };
    expect(hashed([])).toEqual(none);
    const opposite = [
      { high: 0, low: -1, weight: 7 },
      { high: -1, low: 0, weight: 7 },
    ];
    expect(hashed(opposite)).toEqual(none);
  });
});

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
