import type { Fingerprint } from '../fingerprint/signature.js';
import type { Containment } from './containment.js';

/** Largest `maxDistance` for which searches find every match. Callers must reject larger values. */
export const exactDistanceMax = 7;

/**
 * Rule by which a candidate is a match. A candidate is a content within `maxDistance` or, if the recipe has bands, a
 * content whose sketch shares a band with the page's sketch. An exact candidate is a match. For any other candidate, if
 * both sides have a sketch, the similarity of the sketches must be at least `minSimilarity`, or at least
 * `shortMinSimilarity` if either text is short. Without sketches, the distance must be at most `maxDistance`.
 */
export interface MatchRule {
  /** Maximum Hamming distance at which a content is a candidate, 0 to `exactDistanceMax`. */
  readonly maxDistance: number;
  /** Minimum similarity of a match that is not exact, 0 to 1. */
  readonly minSimilarity: number;
  readonly shortMinSimilarity: number;
  /**
   * Minimum containment, 0 to 1, of either text in the other for a match by parts (sampled shingles), in a collection
   * whose recipe has parts. If absent, there are no matches by parts.
   */
  readonly minContainment?: number | undefined;
}

export const shareSteps = 1024;

/** A match by parts that is not a match by similarity. */
export interface PartMatch {
  /** The larger of the two containments, rounded to a multiple of 1 / `shareSteps`. */
  readonly share: number;
  /** True if the match makes the text a duplicate: the text adds nothing, and enough of it is contained in the match. */
  readonly decides: boolean;
}

export interface Closeness {
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
  /** Estimated Jaccard similarity, 0 to 1; null without sketches. */
  readonly similarity: number | null;
}

/** Measures of what a page says and a stored page does not say (proof.ts). */
export interface Additions {
  /** True if the stored page has each line of the page, apart from `siteLines`. */
  readonly nothing: boolean;
  /**
   * Number of new words in the new lines; a Han character counts as two thirds of a word. If two stored contents are
   * compared, this is the number of new shingles instead.
   */
  readonly words: number;
  /** Share of the page that is new words, 0 to 1. */
  readonly share: number;
  /** Number of numbers in the new lines that the main text of the stored page lacks. */
  readonly numbers: number;
  /** Number of lines that the stored page lacks. */
  readonly lines: number;
  /**
   * Lines that the stored page lacks but the site of the page repeats, so they count neither here nor for the level:
   * their hashes (site-lines.ts), ascending. Absent if there are none.
   */
  readonly siteLines?: readonly number[] | undefined;
}

/**
 * Levels at which a page is a duplicate of a stored page, strictest first. A duplicate at one level is one at every
 * later level.
 * - `exact`: the main texts are equal, and the pages have the same other lines
 * - `page`: the stored page has each line of the page, and the two are alike
 *   (lines that the site of the page repeats do not count at these two levels: site-lines.ts)
 * - `article`: the main text of the stored page has each line of the main text, and the two texts are alike
 * - `similar`: the pages match
 */
export const levels = ['exact', 'page', 'article', 'similar'] as const;
export type Level = (typeof levels)[number];

/** Comparison of what a page and a stored page say. A field is null if it is unknown. */
export interface Difference {
  /**
   * Additions of the page to the stored page; null if either has no evidence, or if the stored page is not among the
   * nearest ones (nearest.ts).
   */
  readonly adds: Additions | null;
  /** True if the page has everything that the stored page has. */
  readonly covers: boolean | null;
  /** Strictest level at which the page is a duplicate of the stored page. */
  readonly level: Level;
}

export interface BestMatch extends Closeness, Difference {
  /**
   * True if page and match have the same exact hash; always false for a posted fingerprint.
   */
  readonly exact: boolean;
  /** Set only for a match by parts. */
  readonly part?: PartMatch | undefined;
  /**
   * Containment of each side of a match by parts in the other: counted if the match is among the nearest (nearest.ts),
   * otherwise estimated from samples. Absent from a comparison that is not by parts.
   */
  readonly containment?: Containment | null | undefined;
}

/** Facts of a match: all of its fields but those that depend on parts of texts. */
export type MatchFacts = Omit<BestMatch, 'part' | 'containment'>;

/** Names of the facts. Claims, exports, replies and events derive their fields from this list. */
const facts: Readonly<Record<keyof MatchFacts, true>> = {
  distance: true,
  similarity: true,
  exact: true,
  level: true,
  adds: true,
  covers: true,
};
const matchFacts = Object.keys(facts) as readonly (keyof MatchFacts)[];

/** Returns the facts of a match without its other fields. */
export function pickFacts(match: MatchFacts): MatchFacts {
  return Object.fromEntries(matchFacts.map((name) => [name, match[name]])) as unknown as MatchFacts;
}

/** Facts of a match, or of none. */
export type PossibleFacts = Pick<MatchFacts, 'exact' | 'level'> & {
  readonly [Name in Exclude<keyof MatchFacts, 'exact' | 'level'>]: MatchFacts[Name] | null;
};

export const noFacts: PossibleFacts = {
  ...(Object.fromEntries(matchFacts.map((name) => [name, null])) as unknown as PossibleFacts),
  exact: false,
  level: 'similar',
};

/** A match as it appears in responses. */
export interface MatchSummary extends Omit<BestMatch, 'part' | 'containment'> {
  /**
   * Containment of each side in the other; null if there are no sketches, or if the stored text is from a release that
   * did not count shingles.
   */
  readonly containment: Containment | null;
}

/** A matching document. */
export interface MatchedDocument extends MatchSummary, Pick<BestMatch, 'part'> {
  readonly id: string;
}

export interface Match extends MatchedDocument {
  readonly fingerprint: Fingerprint;
  readonly metadata: string | null;
  readonly storedAt: number;
}
