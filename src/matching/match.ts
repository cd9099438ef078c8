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
  /**
   * In a collection with parts, a candidate is a match, too, if so much of either text stands in the
   * other, 0 to 1; absent: by parts nothing matches.
   */
  readonly minContainment?: number | undefined;
  /** What is known exactly of some contents, and not only estimated. */
  readonly exactParts?: readonly ExactPart[] | undefined;
}

/** How much of a text and of a stored content stands in the other, counted with both whole texts. */
export interface ExactPart {
  /** Of the content. */
  readonly exactHash: string;
  readonly ofThis: number;
  readonly ofMatch: number;
}

export const shareSteps = 1024;

/** A match by its parts: what its similarity makes none. */
export interface PartMatch {
  /** The larger of both containments, in steps of 1 / `shareSteps`. */
  readonly share: number;
  /**
   * Whether it makes a duplicate: it is certain enough that so much of this text stands in the match,
   * and nothing contradicts.
   */
  readonly decides: boolean;
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
  /** Absent: a match by distance or similarity. */
  readonly part?: PartMatch | undefined;
}

/**
 * Which matches refuse a document: exact ones, also those that nothing contradicts, or all. Of matches by
 * their parts only those that decide, and never with `exact`.
 */
export const refusals = ['exact', 'same', 'similar'] as const;
export type Refusal = (typeof refusals)[number];

/** A match as replies tell it. */
export interface ToldMatch extends Omit<BestMatch, 'part'> {
  /** null: not known, without sketches or for what was stored before shingles were counted. */
  readonly containment: Containment | null;
}

/** A document that matches, and how. */
export interface MatchedDocument extends ToldMatch, Pick<BestMatch, 'part'> {
  readonly id: string;
}

export interface Match extends MatchedDocument {
  readonly fingerprint: Fingerprint;
  readonly metadata: string | null;
  readonly storedAt: number;
}
