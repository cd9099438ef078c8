import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aimsOf } from '../../eval/aims.js';
import { precisionOf, recallSteps, score, shareWithInterval } from '../../eval/score.js';
import {
  type Band,
  type EvaluationSet,
  type ListedPair,
  pairKey,
  pairOf,
} from '../../eval/sets.js';
import { scoreAt } from '../../eval/thresholds.js';
import { unknownDifference } from '../../src/matching/additions.js';

const bands: readonly Band[] = ['duplicate', 'near', 'grey'];
const everyPair = (documents: number) =>
  Array.from({ length: documents }, (_, a) =>
    Array.from({ length: documents - a - 1 }, (_, index) => [a, a + 1 + index] as const),
  ).flat();

/** A set of a few documents, with the report of a service on it. */
const evaluations = fc
  .record({
    lineages: fc.array(fc.constantFrom('', 'x', 'y'), { minLength: 2, maxLength: 6 }),
    seed: fc.array(fc.tuple(fc.constantFrom(...bands, undefined), fc.boolean()), {
      minLength: 15,
      maxLength: 15,
    }),
  })
  .map(({ lineages, seed }) => {
    const pairs = new Map<number, ListedPair>();
    const reported = new Set<number>();
    for (const [index, [a, b]] of everyPair(lineages.length).entries()) {
      const [band, isReported] = seed[index]!;
      const key = pairKey(a, b, lineages.length);
      if (band !== undefined) pairs.set(key, { jaccard: null, band });
      if (isReported) reported.add(key);
    }
    return { set: setOf(lineages, pairs), reported };
  });

describe('a score', () => {
  it('equals a count pair by pair', () => {
    fc.assert(
      fc.property(evaluations, ({ set, reported }) => {
        const { documents, pairs } = set;
        const count = (
          test: (pair: { band: Band | undefined; isReported: boolean; isOne: boolean }) => boolean,
        ) =>
          everyPair(documents.length).filter(([a, b]) => {
            const key = pairKey(b, a, documents.length);
            const lineage = documents[a]!.lineage;
            return test({
              band: pairs.get(key)?.band,
              isReported: reported.has(key),
              isOne: lineage !== '' && lineage === documents[b]!.lineage,
            });
          }).length;
        const actual = score(set, reported);
        expect(actual.duplicates).toEqual({
          found: count(({ band, isReported }) => band === 'duplicate' && isReported),
          of: count(({ band }) => band === 'duplicate'),
        });
        expect(actual.near).toEqual({
          found: count(({ band, isReported }) => band === 'near' && isReported),
          of: count(({ band }) => band === 'near'),
        });
        expect(actual.sameLineage).toEqual({
          found: count(({ band, ...p }) => p.isOne && p.isReported && (band ?? 'grey') !== 'grey'),
          of: count(({ band, isOne }) => isOne && (band ?? 'grey') !== 'grey'),
        });
        expect(actual.grey).toBe(count(({ band, isReported }) => band === 'grey' && isReported));
        expect(actual.missed).toHaveLength(actual.duplicates.of - actual.duplicates.found);
        const wrong = count(({ band, isReported }) => band === undefined && isReported);
        expect(actual.wrong).toHaveLength(wrong);
        expect(actual.rewritten).toHaveLength(
          count(({ band, isReported, isOne }) => band === undefined && isReported && isOne),
        );
        expect(precisionOf(actual)).toBe(reported.size === 0 ? null : 1 - wrong / actual.reported);
      }),
    );
  });

  it('has one number for a pair, whichever document comes first', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(9999), (a, b) => {
        expect(pairKey(a, b, 10_000)).toBe(pairKey(b, a, 10_000));
        expect(pairOf(pairKey(a, b, 10_000), 10_000)).toEqual([Math.min(a, b), Math.max(a, b)]);
      }),
    );
  });

  it('by steps of similarity counts each border in the upper step, and 1 in the last one', () => {
    const similarities = [0.3, 0.3499, 0.35, 0.7999, 0.8, 0.95, 1];
    const documents = similarities.length + 1;
    const pairs = similarities.map(
      (jaccard, index) => [pairKey(0, index + 1, documents), { jaccard, band: 'grey' }] as const,
    );
    const set = setOf(new Array(documents).fill(''), new Map(pairs));
    const steps = recallSteps([{ set, reported: new Set([pairKey(0, 1, documents)]) }]);
    const counted = steps.filter(({ share }) => share.of > 0);
    expect(counted.map(({ from, share }) => [from, share.found, share.of])).toEqual([
      [0.3, 1, 2],
      [0.35, 0, 1],
      [0.75, 0, 1],
      [0.8, 0, 1],
      [0.95, 0, 2],
    ]);
  });

  it('by thresholds demands more of short texts, and nothing of equal ones', () => {
    const match = (similarity: number, exact = false) => ({
      distance: 0,
      similarity,
      exact,
      ...unknownDifference,
    });
    const key = (a: number, b: number) => pairKey(a, b, 4);
    const candidates = {
      set: setOf(['', '', '', ''], new Map()),
      pairs: new Map([
        [key(0, 1), match(0.65)],
        [key(0, 2), match(0.85)],
        [key(0, 3), match(0.65)],
        [key(1, 3), match(0.2, true)],
      ]),
      short: new Set([3]),
    };
    const reportedAt = (minSimilarity: number, shortMinSimilarity: number) =>
      scoreAt(candidates, { minSimilarity, shortMinSimilarity }).wrong;
    expect(reportedAt(0.6, 0.8)).toEqual([key(0, 1), key(0, 2), key(1, 3)]);
    expect(reportedAt(0.6, 0)).toEqual([key(0, 1), key(0, 2), key(0, 3), key(1, 3)]);
    expect(reportedAt(0.9, 0.8)).toEqual([key(1, 3)]);
  });
});

describe('the aims', () => {
  const scoreWith = (found: number, of: number, wrong: number, reported: number) => ({
    ...{ duplicates: { found, of }, near: { found: 0, of: 0 }, sameLineage: { found: 0, of: 0 } },
    ...{ reported, grey: 0, rewritten: [] },
    missed: new Array<number>(of - found).fill(0),
    wrong: new Array<number>(wrong).fill(0),
  });
  const met = (
    name: string,
    kind: 'text' | 'planted',
    ...counts: [number, number, number, number]
  ) => aimsOf({ name, kind }, scoreWith(...counts)).map((aim) => aim.met);

  it('are shares for large sets, and counts for small ones', () => {
    expect(met('pages', 'text', 99, 100, 1, 100)).toEqual([true, true]);
    expect(met('pages', 'text', 98, 100, 2, 100)).toEqual([false, false]);
    expect(met('pages', 'text', 98, 99, 0, 0)).toEqual([true, true]);
    expect(met('pages', 'text', 97, 99, 0, 97)).toEqual([false, true]);
    expect(met('headlines', 'text', 9, 9, 1, 10)).toEqual([true, true]);
    expect(met('headlines', 'text', 9, 9, 2, 1000)).toEqual([true, false]);
  });

  it('allow no errors among planted pairs and no rewritten terms', () => {
    expect(met('articles', 'planted', 10, 10, 0, 10)).toEqual([true, true]);
    expect(met('articles', 'planted', 9, 10, 1, 10)).toEqual([false, false]);
    const rewritten = { ...scoreWith(9, 9, 1, 1000), rewritten: [1] };
    const aims = aimsOf({ name: 'ota_terms_en', kind: 'text' }, rewritten);
    expect(aims.map((aim) => aim.met)).toEqual([true, true, false]);
  });
});

it('shares have the interval of Wilson', () => {
  // (Newcombe: Two-Sided Confidence Intervals for the Single Proportion, 1998, table I.)
  expect(shareWithInterval({ found: 81, of: 263 })).toBe('0.31 (0.26 to 0.37) of 263');
  expect(shareWithInterval({ found: 0, of: 20 })).toBe('0.00 (0.00 to 0.16) of 20');
  expect(shareWithInterval({ found: 0, of: 0 })).toBe('–');
});

function setOf(lineages: readonly string[], pairs: EvaluationSet['pairs']): EvaluationSet {
  const documents = lineages.map((lineage, number) => ({
    ...{ id: `${number}`, text: '', path: '' },
    lineage,
  }));
  return { name: 'set', kind: 'text', documents, pairs };
}
