import type { Fingerprint } from '../fingerprint/signature.js';
import type { Containment } from './containment.js';

/** Every `maxDistance` from 0 to this is answered exactly; the caller refuses larger values. */
export const exactDistanceMax = 7;

/**
 * The rule by which a candidate is a match. A candidate is within `maxDistance` or, if the recipe has
 * bands, shares a band of the sketch. An exact candidate is a match. Else, if both sides have a sketch, the
 * similarity of the sketches must be at least `minSimilarity`, or at least `shortMinSimilarity` if either
 * text is short. Without sketches the distance must be at most `maxDistance`.
 */
export interface MatchRule {
  /** 0 to `exactDistanceMax`. */
  readonly maxDistance: number;
  /** 0 to 1. */
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number;
  /**
   * Share, 0 to 1, of either text from which a candidate that contains it is also a match, in a collection
   * with parts; absent: nothing matches by parts.
   */
  readonly minContainment?: number | undefined;
  /** False: titles are not compared. */
  readonly compareTitles?: boolean | undefined;
  /** Exact containments of some contents, used instead of estimates. */
  readonly exactParts?: readonly ExactPart[] | undefined;
}

/** The share of a text and of a stored content that the other contains, counted from both whole texts. */
export interface ExactPart {
  /** Exact hash of the content. */
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
   * True if it makes a duplicate: it is certain enough that so much of this text is in the match,
   * and the text adds nothing to it.
   */
  readonly decides: boolean;
}

export interface Closeness {
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
  /** Estimated Jaccard, 0 to 1; null without sketches. */
  readonly similarity: number | null;
}

/** Statements of a page that a content lacks. */
export interface Additions {
  /** True if this counts as nothing (novelty-rule.ts). */
  readonly nothing: boolean;
  /** New words, of which a character of Han is two thirds; between two stored contents new shingles. */
  readonly words: number;
  /** Their share of the page, 0 to 1. */
  readonly share: number;
  /** The longest passage of new words; this and what follows is null between two stored contents. */
  readonly longest: number | null;
  /** New numbers, and numbers that stand between other words than before. */
  readonly numbers: number;
  readonly names: number | null;
  /** Also those that the content has and the page lacks. */
  readonly negations: number | null;
  /** New words that are whole lines or sentences. */
  readonly lines: number | null;
  /** True if each title has a word that the other lacks; null: one of the two has none. */
  readonly title: boolean | null;
}

/** Difference between the statements of a page and those of a content; null: not known. */
export interface Difference {
  /** Not known where one has no evidence, or where others are nearer (nearest.ts). */
  readonly adds: Additions | null;
  /** True if the page says all that the content says; where it adds nothing, but for a word. */
  readonly covers: boolean | null;
}

export interface BestMatch extends Closeness, Difference {
  /** Same exact hash; never true for a posted fingerprint. Nothing is added then. */
  readonly exact: boolean;
  /** Absent: a match by distance or similarity. */
  readonly part?: PartMatch | undefined;
}

/**
 * Matches that refuse a document: exact ones, also those to which it adds nothing, or all. Of matches by
 * their parts only those that decide, and never with `exact`.
 */
export const refusals = ['exact', 'addsNothing', 'similar'] as const;
export type Refusal = (typeof refusals)[number];

/** A match as it appears in responses. */
export interface ToldMatch extends Omit<BestMatch, 'part'> {
  /**
   * null: not known, because there are no sketches or the content was stored before shingles were counted.
   */
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
