import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomWords } from '../../harness/random.js';
import {
  computeSketch,
  distinctShingles,
  shingleHashes,
  sketchSimilarity,
} from '../../src/fingerprint/minhash.js';
import { estimateContainment, toRelation } from '../../src/matching/containment.js';
import { matchContainment } from '../../src/matching/match-rule.js';

const words = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), {
  minLength: 1,
  maxLength: 200,
});

describe('distinctShingles', () => {
  it('agrees with a set', () => {
    const few = fc.array(fc.constantFrom(0, 1, -1, 77), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.oneof(few, words), fc.integer({ min: 1, max: 4 }), (all, size) => {
        const hashes = Int32Array.from(all);
        const expected = new Set(shingleHashes(hashes, size)).size;
        expect(distinctShingles(hashes, size)).toBe(expected);
      }),
    );
  });

  it('counts the shingles of texts longer than a block and than the reused buffer', () => {
    const hashes = Int32Array.from({ length: 100_000 }, (_, i) => Math.imul(i, 0x9e37_79b1));
    expect(distinctShingles(hashes, 1)).toBe(new Set(shingleHashes(hashes, 1)).size);
    expect(distinctShingles(hashes.subarray(0, 5), 2)).toBe(4);
  });
});

describe('estimateContainment', () => {
  it('is exact if the similarity is', () => {
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(size, size, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, part) => {
        const common = Math.floor(part * Math.min(a, b));
        const { ofThis, ofMatch } = estimateContainment(common / (a + b - common), a, b)!;
        expect(ofThis).toBeCloseTo(common / a, 9);
        expect(ofMatch).toBeCloseTo(common / b, 9);
      }),
    );
  });

  it('never exceeds a whole side, and is unknown without numbers', () => {
    const { ofThis, ofMatch } = estimateContainment(0.9, 100, 10)!;
    expect([ofThis, ofMatch]).toEqual([0.1, 1]);
    for (const [similarity, a, b] of [
      [null, 1, 1],
      [1, null, 1],
      [1, 1, null],
    ] as const) {
      expect(estimateContainment(similarity, a, b)).toBeNull();
    }
    expect(toRelation(null)).toBeNull();
  });

  it('covers the true shares within its error in about 95 of 100 pairs', () => {
    const random = randomWords(5);
    let [inside, pairs] = [0, 0];
    for (const [own, common, other] of [
      [50, 100, 20],
      [0, 300, 340],
      [400, 100, 400],
      [10, 500, 10],
      [1000, 900, 0],
    ] as const) {
      for (let i = 0; i < 60; i++, pairs++) {
        const shared = Int32Array.from({ length: common }, random);
        const a = Int32Array.from([...shared, ...Int32Array.from({ length: own }, random)]);
        const b = Int32Array.from([...shared, ...Int32Array.from({ length: other }, random)]);
        const similarity = sketchSimilarity(computeSketch(a, 1), computeSketch(b, 1));
        const told = estimateContainment(similarity, a.length, b.length)!;
        const isIn = Math.abs(told.ofThis - common / a.length) <= told.error.ofThis + 1e-9;
        const hasIn = Math.abs(told.ofMatch - common / b.length) <= told.error.ofMatch + 1e-9;
        if (isIn && hasIn) inside++;
      }
    }
    expect(inside / pairs).toBeGreaterThan(0.93);
  });
});

it.each([
  [1, 1, 'equal'],
  [0.8, 0.8, 'equal'],
  [0.8, 0.79, 'containedIn'],
  [0.2, 0.94, 'contains'],
  [0.7, 0.7, 'overlaps'],
] as const)('a text of which %f is in a match, of which %f is in it, is: %s', (a, b, relation) => {
  const error = { ofThis: 0, ofMatch: 0 };
  expect(toRelation({ ofThis: a, ofMatch: b, error })).toBe(relation);
});

it('an exact match is fully contained, even if shingles are unknown', () => {
  const told = matchContainment({ exact: true, similarity: null }, null, null);
  expect(told).toEqual({ ofThis: 1, ofMatch: 1, error: { ofThis: 0, ofMatch: 0 } });
  expect(toRelation(told)).toBe('equal');
});
