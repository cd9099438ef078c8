import { refuses } from '../additions.js';
import type { Additions, Refusal } from '../api/types.js';

/**
 * Precision and recall over a threshold, from labelled pairs that the service has measured.
 *
 * A pair is found if a check refuses a as a duplicate of b: they must be alike enough, and `duplicateIf` must not
 * ask for more than that. A pair of which a adds something to b is found at no threshold.
 *
 * What stands behind a number is how few pairs it was counted from, so each has its
 * interval (Wilson: Probable Inference, the Law of Succession, and Statistical Inference, 1927),
 * which unlike the textbook one stays between 0 and 1 and has a width where all pairs agree.
 */

/** A labelled pair with the reply of POST /compare. */
export interface MeasuredPair {
  readonly duplicate: boolean;
  readonly exact: boolean;
  readonly distance: number;
  readonly similarity: number | null;
  readonly sharedBands: readonly number[] | null;
  readonly shortText: boolean;
  readonly adds: Pick<Additions, 'nothing'> | null;
}

/** The settings of the collection by which the pairs are judged. */
export interface JudgedBy {
  readonly method: 'simhash' | 'minhash' | 'hybrid';
  readonly maxDistance: number;
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number | null;
  readonly duplicateIf: Refusal;
}

/** The threshold that is tuned. */
export type Knob = 'similarity' | 'distance';

export function knobOf({ method }: Pick<JudgedBy, 'method'>): Knob {
  return method === 'simhash' ? 'distance' : 'similarity';
}

/** The thresholds that a collection can have, from the strictest to the loosest. */
export function thresholdsOf(knob: Knob): number[] {
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

/** One point for each threshold, in the order of `thresholdsOf`. */
export function curveOf(pairs: readonly MeasuredPair[], judgedBy: JudgedBy): CurvePoint[] {
  const knob = knobOf(judgedBy);
  const duplicates = pairs.filter(({ duplicate }) => duplicate).length;
  return thresholdsOf(knob).map((threshold) => {
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

/** Tests if a check at this threshold would refuse a as a duplicate of b. */
export function isFound(pair: MeasuredPair, threshold: number, judgedBy: JudgedBy): boolean {
  return refuses(pair, judgedBy.duplicateIf) && isAlike(pair, threshold, judgedBy);
}

/**
 * Tests if at this threshold one side would be a match of the other: it must be a candidate and near
 * enough, as docs/api.md defines both.
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

/** Tests if an index finds one side by the other, if sketches decide. */
export function isCandidate(pair: MeasuredPair, { method, maxDistance }: JudgedBy): boolean {
  if (pair.exact || (pair.sharedBands ?? []).length > 0) return true;
  return method !== 'minhash' && pair.distance <= maxDistance;
}

/**
 * The threshold with the best balance (the highest F1). If several neighbours are equally good, the
 * one in the middle, because it has the most room on both sides.
 */
export function bestOf(curve: readonly CurvePoint[]): CurvePoint {
  const scores = curve.map(f1Of);
  const most = Math.max(...scores);
  const first = scores.indexOf(most);
  let last = first;
  while (scores[last + 1] === most) last += 1;
  return curve[Math.floor((first + last) / 2)]!;
}

/** F1: twice the rightly found, divided by found plus duplicates. */
export function f1Of({ found, foundRightly, duplicates }: CurvePoint): number {
  return found + duplicates === 0 ? 0 : (2 * foundRightly) / (found + duplicates);
}

/** The quantile of the normal distribution for intervals of 95 %. */
const z = 1.959964;

/** A share of `total` with its interval of 95 %. */
export function wilson(count: number, total: number): Share {
  if (total === 0) return { value: null, low: 0, high: 1 };
  const share = count / total;
  const shrink = 1 + z ** 2 / total;
  const centre = (share + z ** 2 / (2 * total)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  // Rounding must not push the share out of its own interval.
  return {
    value: share,
    low: Math.min(share, Math.max(0, centre - half)),
    high: Math.max(share, Math.min(1, centre + half)),
  };
}
