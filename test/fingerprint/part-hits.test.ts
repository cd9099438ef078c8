import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containmentByHits,
  type PartHits,
  partHits,
  reaches,
} from '../../src/fingerprint/part-hits.js';
import { partLimit, sampleParts, type TextParts } from '../../src/fingerprint/parts.js';
import { hashStream } from './hash-stream.js';

const layout = { words: 3, oneIn: 64, least: 24 };

interface Case {
  readonly pageTotal: number;
  readonly matchTotal: number;
  readonly shared: number;
  readonly seed: number;
}

/** Creates two texts of random hashes that share `shared` of them. */
function textsOf({ pageTotal, matchTotal, shared, seed }: Case) {
  const next = hashStream(seed);
  const hash = () => next() >>> 0;
  const hashes = new Set<number>();
  while (hashes.size < pageTotal + matchTotal - shared) hashes.add(hash());
  const all = Uint32Array.from(hashes);
  return {
    page: all.slice(0, pageTotal).sort(),
    match: all.slice(pageTotal - shared).sort(),
  };
}

/** Returns all hashes of a text, or its first `total`. */
const partsOf = (hashes: Uint32Array, total = hashes.length): TextParts => ({ hashes, total });

const stored = (hashes: Uint32Array): TextParts => {
  const sample = sampleParts(partsOf(hashes), layout);
  return partsOf(sample.hashes, sample.total);
};

const sizes = fc.constantFrom(1, 5, 24, 25, 60, 200, 700, 1500, 4000);
const cases = fc
  .record({
    pageTotal: sizes,
    matchTotal: sizes,
    share: fc.constantFrom(0, 0.02, 0.2, 0.5, 0.8, 0.95, 1),
    seed: fc.integer(),
  })
  .map(
    ({ share, ...each }): Case => ({
      ...each,
      shared: Math.round(share * Math.min(each.pageTotal, each.matchTotal)),
    }),
  );

/** Generates any numbers possible for a page and a sample. */
const anyHits = fc
  .record({
    hits: fc.integer({ min: 1, max: 30 }),
    pageAlone: fc.integer({ min: 0, max: 40 }),
    matchAlone: fc.integer({ min: 0, max: 40 }),
    pageOthers: fc.integer({ min: 0, max: 400 }),
    matchOthers: fc.integer({ min: 0, max: 400 }),
    limit: fc.integer({ min: partLimit / 64, max: partLimit - 1 }),
  })
  .map((each): PartHits => {
    const side = (alone: number, others: number) => {
      const sampled = each.hits + alone;
      return { total: sampled + others, sampled };
    };
    const isWhole = each.matchOthers === 0;
    return {
      hits: each.hits,
      limit: isWhole ? partLimit : each.limit,
      page: side(each.pageAlone, isWhole ? 0 : each.pageOthers),
      match: side(each.matchAlone, each.matchOthers),
    };
  });

/** Computes the likelihood of every number of shared shingles directly from the description. */
function plainLikelihood({ hits, limit, page, match }: PartHits) {
  const [a, b] = [match.sampled - hits, page.sampled - hits];
  const [total, pageTotal] = [match.total, page.total];
  const logarithms = Array.from({ length: 1000 }, (_, n) => (n === 0 ? 0 : Math.log(n)));
  for (let n = 1; n < 1000; n++) logarithms[n]! += logarithms[n - 1]!;
  const choose = (n: number, k: number) =>
    k > n ? Number.NEGATIVE_INFINITY : logarithms[n]! - logarithms[k]! - logarithms[n - k]!;
  const above = Math.log(1 - Math.min(limit / partLimit, 1 - 1e-12));
  const values = Array.from({ length: Math.min(total, pageTotal) + 1 }, (_, x) =>
    x < hits
      ? Number.NEGATIVE_INFINITY
      : choose(x, hits) + choose(total - x, a) + choose(pageTotal - x, b) - x * above,
  );
  return { values, total, pageTotal };
}

describe('containmentByHits', () => {
  it('is the most likely number of shared shingles', () => {
    fc.assert(
      fc.property(anyHits, (hits) => {
        const { values, total, pageTotal } = plainLikelihood(hits);
        const { ofThis, ofMatch } = containmentByHits(hits);
        const mode = Math.round(ofMatch.value * total);
        expect(values[mode]! - Math.max(...values)).toBeGreaterThan(-1e-6);
        expect(ofThis.value).toBeCloseTo(mode / pageTotal, 12);
      }),
      { numRuns: 500 },
    );
  });

  it('cuts off at most 2.5 % of the likelihood on each side, and as much as possible', () => {
    fc.assert(
      fc.property(anyHits, (hits) => {
        const { values, total } = plainLikelihood(hits);
        const most = Math.max(...values);
        const weights = values.map((value) => Math.exp(value - most));
        const sum = weights.reduce((all, weight) => all + weight, 0);
        const shareOf = (from: number, to: number) =>
          weights.slice(from, to).reduce((all, weight) => all + weight, 0) / sum;
        const { value, low, high } = containmentByHits(hits).ofMatch;
        const [mode, first, last] = [value, low, high].map((each) => Math.round(each * total));
        expect(shareOf(0, first)).toBeLessThan(0.025 + 1e-6);
        expect(shareOf(last! + 1, weights.length)).toBeLessThan(0.025 + 1e-6);
        if (first! < mode!) expect(shareOf(0, first! + 1)).toBeGreaterThan(0.025 - 1e-6);
        if (last! > mode!) expect(shareOf(last!, weights.length)).toBeGreaterThan(0.025 - 1e-6);
      }),
      { numRuns: 500 },
    );
  });

  it('is exact for a complete sample', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { page, match } = textsOf(each);
        const hits = partHits(partsOf(page), partsOf(match), layout);
        const { ofThis, ofMatch } = containmentByHits(hits);
        const exact = (total: number) => {
          const share = each.shared / total;
          return { value: share, low: share, high: share };
        };
        expect(ofThis).toEqual(exact(each.pageTotal));
        expect(ofMatch).toEqual(exact(each.matchTotal));
      }),
    );
  });

  it('has an interval that contains the true value in about 95 % of all cases', () => {
    let [held, tooLow, tooHigh] = [0, 0, 0];
    const runs = 4000;
    for (const { value, seed } of fc
      .sample(cases, { numRuns: runs, seed: 1 })
      .map((each, seed) => ({ value: each, seed }))) {
      const { page, match } = textsOf({ ...value, seed });
      const { low, high } = containmentByHits(
        partHits(partsOf(page), stored(match), layout),
      ).ofMatch;
      const exact = value.shared / value.matchTotal;
      if (exact < low) tooHigh++;
      else if (exact > high) tooLow++;
      else held++;
    }
    expect(held / runs).toBeGreaterThan(0.95);
    expect(tooLow / runs).toBeLessThan(0.025);
    expect(tooHigh / runs).toBeLessThan(0.025);
  });

  it('is unbiased', () => {
    for (const shared of [100, 250, 500]) {
      const values = Array.from({ length: 400 }, (_, seed) => {
        const { page, match } = textsOf({ pageTotal: 500, matchTotal: 2000, shared, seed });
        return containmentByHits(partHits(partsOf(page), stored(match), layout)).ofThis.value;
      });
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(Math.abs(mean - shared / 500)).toBeLessThan(0.03);
    }
  });

  it('equals the rule of succession if all hashes are hits', () => {
    // (n + 1) p^n: 2.5 % of the likelihood are below 0.025^(1 / (n + 1)).
    const side = { total: 1_000_000, sampled: 24 };
    const limit = Math.round((24 / 1_000_000) * partLimit);
    const match = { total: 100_000_000, sampled: 2400 };
    const { ofThis } = containmentByHits({ hits: 24, limit, page: side, match });
    expect(ofThis.value).toBe(1);
    expect(ofThis.high).toBe(1);
    expect(ofThis.low).toBeCloseTo(0.025 ** (1 / 25), 2);
  });
});

describe('reaches', () => {
  it('agrees with the estimate from two hits on, and from one for a phrase', () => {
    fc.assert(
      fc.property(anyHits, fc.constantFrom(0.1, 0.5, 0.8, 1), (hits, least) => {
        const { ofThis, ofMatch } = containmentByHits(hits);
        const isReached = Math.max(ofThis.value, ofMatch.value) >= least - 1e-12;
        expect(reaches(hits, least)).toBe(isReached && hits.hits >= (hits.page.total <= 4 ? 1 : 2));
      }),
      { numRuns: 500 },
    );
  });
});
