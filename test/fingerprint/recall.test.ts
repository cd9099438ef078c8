import { describe, expect, it } from 'vitest';
import { hammingDistance } from '../../src/fingerprint/hamming.js';
import { bandKeys, sketchOf, sketchSimilarity } from '../../src/fingerprint/minhash.js';
import { recallCurve } from '../../src/fingerprint/recall.js';
import { simhash } from '../../src/fingerprint/simhash.js';
import { hashStream, overlapping } from './hash-stream.js';

const limits = { maxDistance: 3, minSimilarity: 0.6 };
const bands = { count: 8, rows: 3 };
const pairs = 2000;

/** The 99.99 % interval around a share of `pairs` (Wilson). */
function interval(share: number): [least: number, most: number] {
  const z = 3.89;
  const centre = share + z ** 2 / (2 * pairs);
  const margin = z * Math.sqrt((share * (1 - share)) / pairs + (z / (2 * pairs)) ** 2);
  return [(centre - margin) / (1 + z ** 2 / pairs), (centre + margin) / (1 + z ** 2 / pairs)];
}

function recallAt(curve: ReturnType<typeof recallCurve>, value: number): number {
  return curve.points.find((point) => Math.abs(point.value - value) < 1e-9)!.recall;
}

/** Shares of pairs of this similarity that share a band, and that are verified too. */
function simulatedSketches(common: number, onlyEach: number) {
  let banded = 0;
  let verified = 0;
  for (let seed = 0; seed < pairs; seed++) {
    const { a, b } = overlapping({ common, onlyA: onlyEach, onlyB: onlyEach, seed });
    const [sketchA, sketchB] = [sketchOf(a, 1), sketchOf(b, 1)];
    const keys = bandKeys(sketchB, bands);
    if (!bandKeys(sketchA, bands).some((key, band) => key === keys[band])) continue;
    banded++;
    if (sketchSimilarity(sketchA, sketchB) >= limits.minSimilarity) verified++;
  }
  return { banded: banded / pairs, verified: verified / pairs };
}

describe('recallCurve', () => {
  it('has a point for every step of 1/20', () => {
    for (const recipe of [
      { method: 'simhash', bands: null },
      { method: 'minhash', bands },
      { method: 'hybrid', bands },
    ] as const) {
      const { measure, points } = recallCurve(recipe, limits);
      expect(measure).toBe(recipe.method === 'simhash' ? 'cosine' : 'jaccard');
      expect(points).toHaveLength(21);
      expect([points[0]!.value, points[20]!.value]).toEqual([0, 1]);
      expect(points[20]!.recall).toBeCloseTo(1, 9);
      const recalls = points.map(({ recall }) => recall);
      expect(recalls).toEqual([...recalls].sort((a, b) => a - b));
    }
  });

  it.each([
    [0.2, 100, 200],
    [0.5, 200, 100],
    [0.6, 24, 8],
    [0.7, 140, 30],
    [0.8, 32, 4],
    [0.8, 400, 50],
  ])(
    'of bands holds for pairs of Jaccard %d: %i and twice %i shingles',
    (jaccard, common, each) => {
      const { banded, verified } = simulatedSketches(common, each);
      const [least, most] = interval(banded);
      const expected = recallAt(recallCurve({ method: 'minhash', bands }, limits), jaccard);
      expect(expected).toBeGreaterThan(least);
      expect(expected).toBeLessThan(most);
      const bound = recallAt(recallCurve({ method: 'hybrid', bands }, limits), jaccard);
      expect(bound).toBeLessThan(interval(verified)[1]);
    },
  );

  it.each([3, 7])('of distance %i holds for pairs of known cosine', (maxDistance) => {
    const curve = recallCurve({ method: 'simhash', bands: null }, { ...limits, maxDistance });
    for (const cosine of [0.9, 0.95]) {
      const words = 400;
      let found = 0;
      for (let seed = 0; seed < pairs; seed++) {
        if (distanceOfPair(words, Math.round(words * (1 - cosine)), seed) <= maxDistance) found++;
      }
      const [least, most] = interval(found / pairs);
      expect(recallAt(curve, cosine)).toBeGreaterThan(least);
      expect(recallAt(curve, cosine)).toBeLessThan(most);
    }
  });
});

/** Of two documents of equally heavy words, of which `replaced` differ: cosine 1 − replaced / words. */
function distanceOfPair(words: number, replaced: number, seed: number): number {
  const next = hashStream(seed);
  const weights = new Float64Array(words).fill(1);
  const high = Int32Array.from({ length: words }, next);
  const low = Int32Array.from({ length: words }, next);
  const before = simhash({ high, low, weights });
  for (let index = 0; index < replaced; index++) {
    high[index] = next();
    low[index] = next();
  }
  return hammingDistance(before, simhash({ high, low, weights }));
}
