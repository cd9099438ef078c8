import type { Reported } from './detect.js';
import { type Score, score } from './score.js';
import { type EvaluationSet, pairOf } from './sets.js';

/** Candidates of a set: pairs reported with any similarity. */
export interface Candidates {
  readonly set: EvaluationSet;
  readonly pairs: Reported['pairs'];
  /** Numbers of short documents. */
  readonly short: ReadonlySet<number>;
}

/** Thresholds of a match. If either text is short, the larger similarity applies. */
export interface Thresholds {
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number;
}

/** Score of a set at other thresholds. */
export function scoreAt(candidates: Candidates, thresholds: Thresholds): Score {
  const { set, pairs } = candidates;
  const reported = [...pairs].filter(
    ([key, { exact, similarity }]) => exact || similarity! >= neededBy(candidates, thresholds, key),
  );
  return score(set, new Set(reported.map(([key]) => key)));
}

/** Candidates and listed pairs of short texts alone. */
export function ofShortTexts(candidates: Candidates): Candidates {
  const { set } = candidates;
  const short = <T>(pairs: ReadonlyMap<number, T>) =>
    new Map([...pairs].filter(([key]) => hasShort(candidates, key)));
  return {
    ...candidates,
    set: { ...set, pairs: short(set.pairs) },
    pairs: short(candidates.pairs),
  };
}

function neededBy(candidates: Candidates, thresholds: Thresholds, key: number): number {
  const { minSimilarity, shortMinSimilarity } = thresholds;
  if (!hasShort(candidates, key)) return minSimilarity;
  return Math.max(minSimilarity, shortMinSimilarity);
}

function hasShort({ set, short }: Candidates, key: number): boolean {
  return pairOf(key, set.documents.length).some((number) => short.has(number));
}
