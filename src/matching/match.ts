import type { Fingerprint } from '../fingerprint/signature.js';
import type { Containment } from './containment.js';
import type { Contradiction } from './contradictions.js';

/** Every `maxDistance` from 0 to this is answered exactly; the caller refuses larger values. */
export const exactDistanceMax = 7;

/**
 * When a candidate is a match. A candidate is within `maxDistance` or, if the recipe has bands,
 * shares a band of the sketch. An exact candidate is a match. Else, if both sides have a sketch,
 * the similarity of the sketches must be at least `minSimilarity`, or at least `shortMinSimilarity`
 * if either text is short. Without sketches the distance must be at most `maxDistance`.
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
  /** What speaks against it that both are the same; empty: they are. Always empty if `exact`. */
  readonly contradicts: readonly Contradiction[];
}

/** Which matches refuse a document: exact ones, also those that nothing contradicts, or all. */
export const refusals = ['exact', 'same', 'similar'] as const;
export type Refusal = (typeof refusals)[number];

/** A match as replies tell it. */
export interface ToldMatch extends BestMatch {
  /** null: not known, without sketches or for what was stored before shingles were counted. */
  readonly containment: Containment | null;
}

/** A document that matches, and how. */
export interface MatchedDocument extends ToldMatch {
  readonly id: string;
}

export interface Match extends MatchedDocument {
  readonly fingerprint: Fingerprint;
  readonly metadata: string | null;
  readonly storedAt: number;
}
