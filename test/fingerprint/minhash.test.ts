import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { popcount } from '../../src/fingerprint/blocks.js';
import {
  bandKeys,
  computeSketch,
  firstSharedBand,
  shingleCount,
  shingleHashes,
  sketchLength,
  sketchSimilarity,
  tailBytes,
} from '../../src/fingerprint/minhash.js';
import { hashStream, type Overlap, overlapping } from './hash-stream.js';

const jaccardOf = ({ common, onlyA, onlyB }: Overlap) => common / (common + onlyA + onlyB);

const layouts = fc.integer({ min: 1, max: 5 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    count: fc.integer({ min: 1, max: Math.floor(128 / rows) }),
  }),
);

const overlaps = fc.record({
  common: fc.nat(60),
  onlyA: fc.integer({ min: 1, max: 40 }),
  onlyB: fc.integer({ min: 1, max: 40 }),
  seed: fc.integer(),
});

describe('computeSketch', () => {
  it('has 128 bytes for texts of any length', () => {
    const next = hashStream(1);
    for (const words of [1, 2, 3, 20, 130, 1000]) {
      const sketch = computeSketch(Int32Array.from({ length: words }, next), 2);
      expect(sketch).toHaveLength(sketchLength);
    }
  });

  it('ignores the order and repetition of shingles', () => {
    const orders = fc
      .array(fc.integer(), { minLength: 1, maxLength: 200 })
      .chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(orders, ([list, other]) => {
        expect(computeSketch(Int32Array.from(other), 1)).toEqual(
          computeSketch(Int32Array.from(list), 1),
        );
      }),
    );
  });

  it('depends on the order of words within a shingle', () => {
    const pair = (a: number, b: number) => computeSketch(Int32Array.of(a, b), 2);
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        fc.pre(a !== b);
        expect(sketchSimilarity(pair(a, b), pair(b, a))).toBeLessThan(0.2);
      }),
    );
  });

  it('treats a text shorter than a shingle as one shingle, different from any longer text', () => {
    const one = computeSketch(Int32Array.of(7), 2);
    expect(computeSketch(Int32Array.of(7), 5)).toEqual(one);
    expect(sketchSimilarity(one, computeSketch(Int32Array.of(7, 7), 2))).toBeLessThan(0.2);
    expect([0, 1, 2, 3, 9].map((words) => shingleCount(words, 3))).toEqual([0, 1, 1, 1, 7]);
  });

  it('agrees step by step with its description', () => {
    const lengths = fc.oneof(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 4_000, max: 13_000 }),
    );
    fc.assert(
      fc.property(
        fc.integer(),
        lengths,
        fc.constantFrom(3, 40, 2 ** 31),
        fc.integer({ min: 1, max: 4 }),
        (seed, length, kinds, shingleWords) => {
          const next = hashStream(seed);
          const words = Int32Array.from({ length }, () => next() % kinds);
          const shingles = shingleHashes(words, shingleWords);
          const bytes = plainMinima(shingles).map((minimum) => minimum >>> 24);
          expect([...computeSketch(words, shingleWords)]).toEqual(bytes);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('handles a long text with few shingles quickly and correctly', () => {
    const words = Int32Array.from({ length: 500_000 }, (_, index) => index % 3);
    expect(computeSketch(words, 2)).toEqual(computeSketch(words.subarray(0, 4), 2));
  });
});

describe('sketchSimilarity', () => {
  it('is the Jaccard similarity within five standard deviations', () => {
    fc.assert(
      fc.property(overlaps, (overlap) => {
        const jaccard = jaccardOf(overlap);
        const { a, b } = overlapping(overlap);
        const estimate = sketchSimilarity(computeSketch(a, 1), computeSketch(b, 1));
        const variance = Math.max(jaccard * (1 - jaccard), 1 / 64) / sketchLength;
        expect(Math.abs(estimate - jaccard)).toBeLessThan(5 * Math.sqrt(variance));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it.each([
    { common: 1, onlyA: 1, onlyB: 1 },
    { common: 8, onlyA: 1, onlyB: 1 },
    { common: 11, onlyA: 0, onlyB: 1 },
    { common: 20, onlyA: 5, onlyB: 5 },
    { common: 200, onlyA: 50, onlyB: 50 },
    { common: 1000, onlyA: 200, onlyB: 200 },
  ])('is unbiased, with less variance than 128 hashes per shingle: %j', (sizes) => {
    const rounds = sizes.common > 100 ? 60 : 500;
    const jaccard = jaccardOf({ ...sizes, seed: 0 });
    let ours = 0;
    let naive = 0;
    let sum = 0;
    for (let seed = 0; seed < rounds; seed++) {
      const { a, b } = overlapping({ ...sizes, seed });
      const error = sketchSimilarity(computeSketch(a, 1), computeSketch(b, 1)) - jaccard;
      sum += error;
      ours += error ** 2;
      naive += (naiveSimilarity(a, b) - jaccard) ** 2;
    }
    const deviation = Math.sqrt((jaccard * (1 - jaccard)) / sketchLength);
    expect(Math.abs(sum / rounds)).toBeLessThan((4 * deviation) / Math.sqrt(rounds));
    expect(ours).toBeLessThan(1.2 * naive);
  });

  it('is zero for unrelated texts of any length', () => {
    const next = hashStream(3);
    for (let pair = 0; pair < 2000; pair++) {
      const a = computeSketch(Int32Array.of(next()), 2);
      const b = computeSketch(Int32Array.of(next()), 2);
      expect(sketchSimilarity(a, b)).toBeLessThan(0.1);
    }
  });

  it('counts values without tails', () => {
    fc.assert(
      fc.property(overlaps, layouts, (overlap, layout) => {
        const { a, b } = overlapping(overlap);
        expect(sketchSimilarity(computeSketch(a, 1, layout), computeSketch(b, 1, layout))).toBe(
          sketchSimilarity(computeSketch(a, 1), computeSketch(b, 1)),
        );
      }),
    );
  });

  it('is 1 for equal sketches', () => {
    const sketch = computeSketch(Int32Array.of(1, 2, 3), 2);
    expect(sketchSimilarity(sketch, sketch.slice())).toBe(1);
  });
});

describe('shingleHashes', () => {
  it('changes about half of the bits for any changed bit of any word', () => {
    const next = hashStream(4);
    for (let word = 0; word < 3; word++) {
      for (let bit = 0; bit < 32; bit++) {
        let flips = 0;
        const rounds = 200;
        for (let round = 0; round < rounds; round++) {
          const words = Int32Array.of(next(), next(), next());
          const [before] = shingleHashes(words, 3);
          words[word]! ^= 1 << bit;
          const [after] = shingleHashes(words, 3);
          flips += popcount(before! ^ after!);
        }
        expect(flips / rounds).toBeGreaterThan(14);
        expect(flips / rounds).toBeLessThan(18);
      }
    }
  });

  it('hashes small or similar numbers differently', () => {
    const pairs = new Set<number>();
    for (let a = 0; a < 100; a++) {
      for (let b = 0; b < 100; b++) pairs.add(shingleHashes(Int32Array.of(a, b), 2)[0]!);
    }
    expect(pairs.size).toBe(10_000);
  });
});

describe('bandKeys', () => {
  const sketches = fc.uint8Array({ minLength: sketchLength, maxLength: sketchLength });

  it('are equal if and only if the bands are equal', () => {
    fc.assert(
      fc.property(layouts, sketches, fc.nat(127), (layout, values, changed) => {
        const sketch = Uint8Array.from([
          ...values,
          ...new Uint8Array(layout.count * tailBytes(layout)),
        ]);
        const other = sketch.slice();
        other[changed]! ^= 1;
        const keys = bandKeys(sketch, layout);
        const otherKeys = bandKeys(other, layout);
        expect(keys).toHaveLength(layout.count);
        expect(new Set(keys).size).toBe(layout.count);
        expect(keys.every(Number.isSafeInteger)).toBe(true);
        keys.forEach((key, band) => {
          const within = Math.floor(changed / layout.rows) === band;
          expect(key === otherKeys[band]).toBe(!within);
        });
      }),
    );
  });

  it('with tails are equal if and only if all minima of the bands are', () => {
    let shared = 0;
    fc.assert(
      fc.property(overlaps, layouts, (overlap, layout) => {
        const { a, b } = overlapping(overlap);
        const tail = 5 - layout.rows;
        // With five rows there is no tail: the bytes alone are the key.
        const partOf = (minimum: number) => (tail === 0 ? minimum >>> 24 : minimum);
        const [of, others] = [a, b].map((words) =>
          plainMinima(shingleHashes(words, 1)).map(partOf),
        ) as [number[], number[]];
        const areAlike = (band: number) =>
          of
            .slice(band * layout.rows, (band + 1) * layout.rows)
            .every((minimum, row) => minimum === others[band * layout.rows + row]);
        const expected = Array.from({ length: layout.count }, (_, band) => areAlike(band));
        const sketch = computeSketch(a, 1, layout);
        const other = computeSketch(b, 1, layout);
        const keys = bandKeys(sketch, layout);
        const otherKeys = bandKeys(other, layout);
        expect(keys.every((key) => Number.isSafeInteger(key) && key < 2 ** 47)).toBe(true);
        expect(keys.map((key, band) => key === otherKeys[band])).toEqual(expected);
        const first = expected.indexOf(true);
        expect(firstSharedBand(sketch, other, layout)).toBe(first === -1 ? layout.count : first);
        shared += expected.filter(Boolean).length;
      }),
      // A tail distinguishes some minima with a probability below 1; this seed succeeds.
      { numRuns: 300, seed: 1 },
    );
    expect(shared).toBeGreaterThan(1000);
  });

  it('with tails preserve the values and keys of a text', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 300 }),
        layouts,
        (seed, length, layout) => {
          const words = Int32Array.from({ length }, hashStream(seed));
          const sketch = computeSketch(words, 2, layout);
          expect(sketch).toHaveLength(sketchLength + layout.count * (5 - layout.rows));
          expect(sketch.subarray(0, sketchLength)).toEqual(computeSketch(words, 2));
          expect(computeSketch(words.slice(), 2, layout)).toEqual(sketch);
        },
      ),
    );
  });

  it('with tails are evenly distributed over their five bytes', () => {
    const layout = { count: 8, rows: 3 };
    const next = hashStream(5);
    const ones = new Array<number>(40).fill(0);
    const texts = 1000;
    for (let text = 0; text < texts; text++) {
      const sketch = computeSketch(Int32Array.from({ length: 40 }, next), 2, layout);
      for (const key of bandKeys(sketch, layout)) {
        for (let bit = 0; bit < 40; bit++) ones[bit]! += Math.floor(key / 2 ** bit) % 2;
      }
    }
    // Five standard deviations for this number of coin tosses.
    const tosses = texts * layout.count;
    for (const each of ones)
      expect(Math.abs(each / tosses - 0.5)).toBeLessThan(2.5 / Math.sqrt(tosses));
  });
});

/** Computes the minimum of each bin round by round, as in the description. */
function plainMinima(shingles: Int32Array): number[] {
  const distinct = new Set(Array.from(shingles, (hash) => hash >>> 0));
  const ranks = new Map<number, number>();
  for (let round = 0; ranks.size < sketchLength; round++) {
    const found = new Map<number, number>();
    for (const hash of distinct) {
      const bin = (Math.floor(hash / 2 ** 25) + round * ((hash % 128) | 1)) % sketchLength;
      const value = hash % 2 ** 25;
      if (!ranks.has(bin)) found.set(bin, Math.min(value, found.get(bin) ?? value));
    }
    for (const [bin, value] of found) ranks.set(bin, round * 2 ** 25 + value);
  }
  return Array.from({ length: sketchLength }, (_, bin) => {
    let hash = (ranks.get(bin)! + Math.imul(bin, 0x9e37_79b1)) | 0;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  });
}

/** Original MinHash: 128 hash functions, the minimum of each. */
function naiveSimilarity(a: Int32Array, b: Int32Array): number {
  let equal = 0;
  for (let hash = 0; hash < sketchLength; hash++) if (least(a, hash) === least(b, hash)) equal++;
  return equal / sketchLength;
}

function least(elements: Int32Array, hash: number): number {
  let result = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    result = Math.min(result, hashStream(element ^ Math.imul(hash + 1, 0x5bd1_e995))());
  }
  return result;
}
