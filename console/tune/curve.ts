import { isDuplicateAt } from '../additions.js';
import type { Level } from '../api/types.js';

/**
 * Precision and recall by threshold, from labelled pairs measured by the service.
 *
 * A pair is found if a check would refuse page a as a duplicate of page b: the two must be similar enough, and a must be
 * a duplicate at the level `duplicateIf`, which does not depend on the threshold.
 *
 * Every share has a confidence interval that reflects the number of pairs (Wilson: Probable Inference, the Law of
 * Succession, and Statistical Inference, 1927). Unlike the textbook interval, it stays between 0 and 1 and has a
 * positive width even if all pairs agree.
 */

/** A labelled pair with the reply of POST /compare. */
export interface MeasuredPair {
  readonly duplicate: boolean;
  readonly exact: boolean;
  readonly distance: number;
  readonly similarity: number | null;
  readonly sharedBands: readonly number[] | null;
  readonly shortText: boolean;
  readonly level: Level;
}

/** Settings of the collection for judging the pairs. */
export interface JudgedBy {
  readonly method: 'simhash' | 'minhash' | 'hybrid';
  readonly maxDistance: number;
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number | null;
  readonly duplicateIf: Level;
}

/** Threshold being tuned. */
export type Knob = 'similarity' | 'distance';

export function createKnob({ method }: Pick<JudgedBy, 'method'>): Knob {
  return method === 'simhash' ? 'distance' : 'similarity';
}

/** Returns the possible thresholds of a collection, strictest first. */
export function listThresholds(knob: Knob): number[] {
  if (knob === 'distance') return Array.from({ length: 8 }, (_, distance) => distance);
  return Array.from({ length: 101 }, (_, step) => (100 - step) / 100);
}

export interface Share {
  /** Null if nothing was counted. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
}

export interface CurvePoint {
  readonly threshold: number;
  readonly found: number;
  readonly foundRightly: number;
  readonly duplicates: number;
  readonly precision: Share;
  readonly recall: Share;
}

/** Returns one point per threshold, in the order of `listThresholds`. */
export function computeCurve(pairs: readonly MeasuredPair[], judgedBy: JudgedBy): CurvePoint[] {
  const knob = createKnob(judgedBy);
  const duplicates = pairs.filter(({ duplicate }) => duplicate).length;
  return listThresholds(knob).map((threshold) => {
    const found = pairs.filter((pair) => isFound(pair, threshold, judgedBy));
    const foundRightly = found.filter(({ duplicate }) => duplicate).length;
    return {
      threshold,
      found: found.length,
      foundRightly,
      duplicates,
      precision: wilson(foundRightly, found.length),
      recall: wilson(foundRightly, duplicates),
    };
  });
}

/** Mistakes of a threshold: the share of copies that are stored, and of other pages that are refused. */
export interface Mistakes {
  readonly copies: Share;
  readonly pages: Share;
}

export function countMistakes(
  pairs: readonly MeasuredPair[],
  threshold: number,
  judgedBy: JudgedBy,
): Mistakes {
  const copies = pairs.filter(({ duplicate }) => duplicate);
  const others = pairs.filter(({ duplicate }) => !duplicate);
  const found = (among: readonly MeasuredPair[]) =>
    among.filter((pair) => isFound(pair, threshold, judgedBy)).length;
  return {
    copies: wilson(copies.length - found(copies), copies.length),
    pages: wilson(found(others), others.length),
  };
}

/** Tests if mistakes differ by no more than their intervals. */
export function isWithinIntervals(mistakes: Mistakes, { copies, pages }: Mistakes): boolean {
  const isIn = ({ value }: Share, { low, high }: Share) =>
    value !== null && value >= low && value <= high;
  return isIn(mistakes.copies, copies) && isIn(mistakes.pages, pages);
}

/** Tests if a check at this threshold would refuse a as a duplicate of b. */
export function isFound(pair: MeasuredPair, threshold: number, judgedBy: JudgedBy): boolean {
  return isDuplicateAt(pair.level, judgedBy.duplicateIf) && isAlike(pair, threshold, judgedBy);
}

/**
 * Tests if one side would match the other at this threshold, that is, if it is a candidate and near enough; docs/matching.md
 * defines both.
 */
export function isAlike(pair: MeasuredPair, threshold: number, judgedBy: JudgedBy): boolean {
  const { exact, distance, similarity, shortText } = pair;
  const { method, maxDistance, shortMinSimilarity } = judgedBy;
  if (exact) return true;
  if (method === 'simhash') return distance <= threshold;
  if (!isCandidate(pair, judgedBy)) return false;
  if (similarity === null) return distance <= maxDistance;
  return similarity >= Math.max(threshold, shortText ? (shortMinSimilarity ?? 0) : 0);
}

/** Tests if a search for one side would find the other as a candidate. For methods with sketches. */
export function isCandidate(pair: MeasuredPair, { method, maxDistance }: JudgedBy): boolean {
  if (pair.exact || (pair.sharedBands ?? []).length > 0) return true;
  return method !== 'minhash' && pair.distance <= maxDistance;
}

/**
 * Returns the threshold with the highest F1. Of several adjacent thresholds that are equally good, returns the middle
 * one, which has the largest margin on both sides.
 */
export function findBest(curve: readonly CurvePoint[]): CurvePoint {
  const scores = curve.map(computeF1);
  const most = Math.max(...scores);
  const first = scores.indexOf(most);
  let last = first;
  while (scores[last + 1] === most) last += 1;
  return curve[Math.floor((first + last) / 2)]!;
}

/** F1 score: twice the true positives, divided by reported pairs plus duplicates. */
export function computeF1({ found, foundRightly, duplicates }: CurvePoint): number {
  return found + duplicates === 0 ? 0 : (2 * foundRightly) / (found + duplicates);
}

/** Quantile of the normal distribution for 95 % intervals. */
const z = 1.959964;

/** Returns a share of `total` with its 95 % interval. */
export function wilson(count: number, total: number): Share {
  if (total === 0) return { value: null, low: 0, high: 1 };
  const share = count / total;
  const shrink = 1 + z ** 2 / total;
  const centre = (share + z ** 2 / (2 * total)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  // Rounding must not move the share outside its own interval.
  return {
    value: share,
    low: Math.min(share, Math.max(0, centre - half)),
    high: Math.max(share, Math.min(1, centre + half)),
  };
}
