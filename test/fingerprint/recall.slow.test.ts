import { describe, expect, it } from 'vitest';
import { hammingDistance } from '../../src/fingerprint/blocks.js';
import {
  type BandLayout,
  bandKeys,
  computeSketch,
  estimateSimilarity,
  sketchLength,
  sketchSimilarity,
} from '../../src/fingerprint/minhash.js';
import { recallCurve } from '../../src/fingerprint/recall.js';
import { simhash } from '../../src/fingerprint/simhash.js';
import { repetitions } from '../repetitions.js';
import { hashStream, overlapping } from './hash-stream.js';

const limits = { maxDistance: 3, minSimilarity: 0.6 };
const bands = { count: 8, rows: 3 };
const pairs = repetitions(2000);

/** 99.99 % interval around a share of `pairs` (Wilson). */
function interval(share: number): [least: number, most: number] {
  const z = 3.89;
  const centre = share + z ** 2 / (2 * pairs);
  const margin = z * Math.sqrt((share * (1 - share)) / pairs + (z / (2 * pairs)) ** 2);
  return [(centre - margin) / (1 + z ** 2 / pairs), (centre + margin) / (1 + z ** 2 / pairs)];
}

function recallAt(curve: ReturnType<typeof recallCurve>, value: number): number {
  return curve.points.find((point) => Math.abs(point.value - value) < 1e-9)!.recall;
}

/** Shares of pairs of this similarity that share a band, and that also match. */
function simulatedSketches(common: number, onlyEach: number) {
  let banded = 0;
  let matched = 0;
  for (let seed = 0; seed < pairs; seed++) {
    const { a, b } = overlapping({ common, onlyA: onlyEach, onlyB: onlyEach, seed });
    const [sketchA, sketchB] = [computeSketch(a, 1, bands), computeSketch(b, 1, bands)];
    const keys = bandKeys(sketchB, bands);
    if (!bandKeys(sketchA, bands).some((key, band) => key === keys[band])) continue;
    banded++;
    if (sketchSimilarity(sketchA, sketchB) >= limits.minSimilarity) matched++;
  }
  return { banded: banded / pairs, matched: matched / pairs };
}

/** Simulated share of pairs that share a band and match, for each band layout. */
function drawn(jaccard: number, ways: readonly BandLayout[], draws: number): number[] {
  const next = hashStream(Math.round(jaccard * 1000));
  const found = ways.map(() => 0);
  const bins = new Uint8Array(sketchLength);
  const chance = (1 - jaccard) / 256;
  for (let draw = 0; draw < draws; draw++) {
    let equal = 0;
    for (let bin = 0; bin < sketchLength; bin++) {
      const share = (next() >>> 0) / 2 ** 32;
      bins[bin] = share < jaccard ? alike : share < jaccard + chance ? alikeByte : unlike;
      if (bins[bin] !== unlike) equal++;
    }
    if (estimateSimilarity(equal) < limits.minSimilarity) continue;
    for (const [way, bands] of ways.entries()) {
      if (sharesBand(bins, bands)) found[way]! += 1;
    }
  }
  return found.map((count) => count / draws);
}

/** Agreement of a bin in two sketches: none, equal bytes by chance, or equal minima. */
const [unlike, alikeByte, alike] = [0, 1, 2];

function sharesBand(bins: Uint8Array, { count, rows }: BandLayout): boolean {
  for (let band = 0; band < count; band++) {
    let row = band * rows;
    while (row < (band + 1) * rows && bins[row]! === alike) row++;
    if (row === (band + 1) * rows) return true;
  }
  return false;
}

describe('recallCurve', () => {
  it('has a point for every step of 1/20', () => {
    for (const layout of [null, bands]) {
      const { measure, points } = recallCurve({ bands: layout }, limits);
      expect(measure).toBe(layout === null ? 'cosine' : 'jaccard');
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
  ] as const)(
    'of bands holds for pairs of Jaccard %d: %i and twice %i shingles',
    (jaccard, common, each) => {
      const { banded, matched } = simulatedSketches(common, each);
      const recipe = { bands };
      const [least, most] = interval(banded);
      const expected = recallAt(recallCurve(recipe, { ...limits, minSimilarity: 0 }), jaccard);
      expect(expected).toBeGreaterThan(least);
      expect(expected).toBeLessThan(most);
      // Short texts have a smaller error, so more of the sufficiently similar pairs match, and fewer others.
      const whole = recallAt(recallCurve(recipe, limits), jaccard);
      if (jaccard > limits.minSimilarity) expect(whole).toBeLessThan(interval(matched)[1]);
      if (jaccard < limits.minSimilarity) expect(whole).toBeGreaterThan(interval(matched)[0]);
    },
  );

  it.each([0.55, 0.65])('including matches holds for long texts of Jaccard %d', (jaccard) => {
    const shingles = 8000;
    const common = jaccard * shingles;
    const { matched } = simulatedSketches(common, (shingles - common) / 2);
    const curve = recallCurve({ bands }, limits);
    expect(recallAt(curve, jaccard)).toBeGreaterThan(interval(matched)[0]);
    expect(recallAt(curve, jaccard)).toBeLessThan(interval(matched)[1]);
  });

  const draws = repetitions(100_000);
  const tolerance = 0.005 * Math.sqrt(100_000 / draws);

  it(`is within ${tolerance.toFixed(3)} of a simulation at every point`, () => {
    const ways = [bands, { count: 16, rows: 3 }];
    const curves = ways.map((each) => recallCurve({ bands: each }, limits));
    for (const { value } of curves[0]!.points) {
      const shares = drawn(value, ways, draws);
      for (const [way, curve] of curves.entries()) {
        expect(Math.abs(recallAt(curve, value) - shares[way]!)).toBeLessThan(tolerance);
      }
    }
  });

  it.each([3, 7])('of distance %i holds for pairs of known cosine', (maxDistance) => {
    const curve = recallCurve({ bands: null }, { ...limits, maxDistance });
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

/** Distance of two documents of equally heavy words with `replaced` differences: cosine 1 − replaced / words. */
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
