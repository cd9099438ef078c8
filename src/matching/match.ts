import type { Fingerprint } from '../fingerprint/signature.js';

/** Every `maxDistance` from 0 to this is answered exactly; the caller refuses larger ones. */
export const exactDistanceMax = 7;

/**
 * When a candidate is a match (a candidate is within `maxDistance`, or shares a band of the sketch
 * where the recipe has bands): if it is exact; else, where both sides have a sketch, if the
 * similarity of the sketches is at least `minSimilarity`, or `shortMinSimilarity` where either text
 * is short; else if it is within `maxDistance`.
 */
export interface MatchRule {
  /** 0 to `exactDistanceMax`. */
  readonly maxDistance: number;
  /** 0 to 1. */
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number;
}

export interface Closeness {
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
  /** Estimated Jaccard, 0 to 1; null without sketches. */
  readonly similarity: number | null;
}

export interface BestMatch extends Closeness {
  /** Same exact hash; never true for a posted fingerprint. */
  readonly exact: boolean;
}

export interface Match extends BestMatch {
  readonly id: string;
  readonly fingerprint: Fingerprint;
  readonly metadata: string | null;
  readonly storedAt: number;
}
