import type { Reported } from './detect.js';
import { type Score, score } from './score.js';
import { type EvaluationSet, pairOf } from './sets.js';

/** The candidates of a set: the pairs that are reported if any similarity is enough. */
export interface Candidates {
  readonly set: EvaluationSet;
  readonly pairs: Reported['pairs'];
  /** Numbers of the documents that count as short. */
  readonly short: ReadonlySet<number>;
}

/** Thresholds of a match; if either text is short, the larger of the two similarities. */
export interface Thresholds {
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number;
}

/** The score that a set would have with other thresholds. */
export function scoreAt(candidates: Candidates, thresholds: Thresholds): Score {
  const { set, pairs } = candidates;
  const reported = [...pairs].filter(
    ([key, { exact, similarity }]) => exact || similarity! >= neededBy(candidates, thresholds, key),
  );
  return score(set, new Set(reported.map(([key]) => key)));
}

/** The candidates and listed pairs of short texts alone. */
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
