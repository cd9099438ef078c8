import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containment,
  correlation,
  cosine,
  euclideanDistance,
  jaccard,
  sharedCount,
} from '../../src/fingerprint/explain.js';

const sortedSet = fc
  .uniqueArray(fc.nat(60), { maxLength: 40 })
  .map((values) => Float64Array.from(values).sort());
const vectorPair = fc
  .array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 1, maxLength: 30 })
  .map((pairs) => pairs.map(([a, b]) => [a, b] as const));

const vectors = (pairs: readonly (readonly [number, number])[]) => ({
  a: Float64Array.from(pairs, ([a]) => a),
  b: Float64Array.from(pairs, ([, b]) => b),
});

describe('set measures', () => {
  it('agree with set operations', () => {
    fc.assert(
      fc.property(sortedSet, sortedSet, (a, b) => {
        const shared = [...a].filter((value) => b.includes(value)).length;
        const union = new Set([...a, ...b]).size;
        expect(sharedCount(a, b)).toBe(shared);
        expect(jaccard(a, b)).toBe(union === 0 ? 1 : shared / union);
        expect(jaccard(b, a)).toBe(jaccard(a, b));
        expect(containment(a, b)).toBe(a.length === 0 ? 1 : shared / a.length);
        expect(containment(a, a)).toBe(1);
      }),
    );
  });
});

describe('vector measures', () => {
  it('have the values of a worked example', () => {
    const a = Float64Array.of(3, 0, 4);
    const b = Float64Array.of(0, 0, 5);
    expect(cosine(a, b)).toBeCloseTo(0.8, 12);
    expect(euclideanDistance(a, b)).toBeCloseTo(Math.sqrt(10), 12);
    expect(correlation(a, b)).toBeCloseTo(0.6933752, 6);
    expect(correlation(Float64Array.of(1, 2, 3), Float64Array.of(6, 4, 2))).toBeCloseTo(-1, 12);
  });

  it('agree with formulas over sums', () => {
    fc.assert(
      fc.property(vectorPair, (pairs) => {
        const { a, b } = vectors(pairs);
        const sum = (value: (pair: readonly [number, number]) => number) =>
          pairs.reduce((total, pair) => total + value(pair), 0);
        const n = pairs.length;
        const [sa, sb] = [sum(([x]) => x), sum(([, y]) => y)];
        const [saa, sbb] = [sum(([x]) => x * x), sum(([, y]) => y * y)];
        const sab = sum(([x, y]) => x * y);
        expect(euclideanDistance(a, b)).toBeCloseTo(Math.sqrt(saa + sbb - 2 * sab), 6);
        if (saa * sbb > 0) expect(cosine(a, b)).toBeCloseTo(sab / Math.sqrt(saa * sbb), 9);
        const spread = (n * saa - sa * sa) * (n * sbb - sb * sb);
        if (spread > 0) {
          expect(correlation(a, b)).toBeCloseTo((n * sab - sa * sb) / Math.sqrt(spread), 6);
        }
      }),
    );
  });

  it('are symmetric, within their ranges, and extreme for equal vectors', () => {
    fc.assert(
      fc.property(vectorPair, (pairs) => {
        const { a, b } = vectors(pairs);
        for (const measure of [cosine, euclideanDistance, correlation]) {
          expect(measure(a, b)).toBe(measure(b, a));
        }
        expect(cosine(a, b)).toBeGreaterThanOrEqual(0);
        expect(cosine(a, b)).toBeLessThanOrEqual(1);
        expect(Math.abs(correlation(a, b))).toBeLessThanOrEqual(1);
        expect(euclideanDistance(a, a)).toBe(0);
        expect(correlation(a, a)).toBe(1);
        if (a.some((value) => value > 0)) expect(cosine(a, a)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('return a value for zero and constant vectors', () => {
    const zeros = Float64Array.of(0, 0);
    const constant = Float64Array.of(2, 2);
    expect(cosine(zeros, constant)).toBe(0);
    expect(cosine(zeros, zeros)).toBe(0);
    expect(correlation(constant, constant)).toBe(1);
    expect(correlation(constant, zeros)).toBe(0);
    expect(correlation(constant, Float64Array.of(1, 2))).toBe(0);
  });
});
