import { hammingDistance } from '../fingerprint/blocks.js';
import type { PartsLayout, TextParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import {
  computeDifference,
  differenceFrom,
  differenceOfEqual,
  type TitleRule,
  unknownDifference,
} from './additions.js';
import type { Containment } from './containment.js';
import type { BestMatch, Closeness, Difference, MatchRule, PartMatch } from './match.js';
import { closeness, computeSimilarity, isMatch, matchContainment } from './match-rule.js';
import { partContainment, toPartMatch, wholePartMatch } from './part-match.js';

/*
 * The comparison of a page with a content, for every store and batch:
 *
 *   index ──► candidate? ──► match by similarity? ──► match by parts? ──► nearest ──► additions of the page
 *             within the      exact, or similar        enough of either    (nearest.ts)   (novelty.ts)
 *             distance, or    enough, or without       text is in the
 *             found by a      sketches near enough     other text
 *             band or parts
 *
 * Indexes propose contents and report how they found them. Only this module decides whether a proposed content matches.
 */

/** Fields of a content that determine its similarity to another one. */
export type SimilarContent = Pick<Signature, 'fingerprint' | 'sketch' | 'shortText'>;

export interface ComparedContent extends SimilarContent, Pick<Signature, 'evidence'> {
  /** Exact hash, equal only for equal contents: hexadecimal digits, or a number that represents them. */
  readonly exactHash: string | number;
}

/** The content to search for. */
export interface Probe extends ComparedContent {
  /** Number of features; null if the fingerprint was computed elsewhere, in which case no content is an exact match. */
  readonly featureCount: number | null;
}

export interface ComparisonRules {
  readonly recipe: Pick<Recipe, 'method' | 'parts'>;
  readonly rule: MatchRule;
  /** True if all parts of both sides are known, so containment can be counted instead of estimated. */
  readonly countsParts?: boolean | undefined;
}

/**
 * Flags for the indexes that found a content. The index of fingerprints has none, because distances are always computed
 * again.
 */
export const foundBy = { nothing: 0, band: 1, parts: 2 } as const;

export interface Comparer<Content> {
  /**
   * Compares a content with the probe. For an exact match, also computes what the probe adds to the content. For other
   * matches, `judge` does this.
   * @param found `foundBy` bits
   * @returns undefined if the content is not a candidate; null if it is a candidate but does not match
   */
  compare(content: Content, found: number): BestMatch | null | undefined;
  /**
   * Returns the match together with what the probe adds to the content. For a match by parts, also decides again
   * whether the match makes the probe a duplicate, because this depends on the additions.
   */
  judge(content: Content, match: BestMatch): BestMatch;
}

/**
 * Creates the comparer of a search, for one probe. Comparing allocates memory only for matches.
 * @param partsOf reads the parts (sampled shingles) of a content; called only for contents that the index of parts
 * found
 */
export function comparer<Content extends ComparedContent>(
  probe: Probe & Pick<Signature, 'parts'>,
  { recipe, rule, countsParts }: ComparisonRules,
  partsOf: (content: Content) => TextParts | null,
): Comparer<Content> {
  const { fingerprint, sketch, evidence, parts, shortText: isShort } = probe;
  const byDistance = recipe.method !== 'minhash';
  const exactHash = probe.featureCount === null ? null : probe.exactHash;
  const layout = rule.minContainment === undefined || parts === null ? null : recipe.parts;
  const matchByParts = countsParts ? countedMatch : toPartMatch;
  let difference: ReturnType<typeof differenceFrom> | undefined;

  function compare(content: Content, found: number): BestMatch | null | undefined {
    const distance = hammingDistance(content.fingerprint, fingerprint);
    const isAlike = (byDistance && distance <= rule.maxDistance) || (found & foundBy.band) !== 0;
    const mayBePart = layout && (found & foundBy.parts) !== 0;
    if (!isAlike && !mayBePart) return undefined;
    const similarity = computeSimilarity(content.sketch, sketch);
    const exact = content.exactHash === exactHash;
    const shortText = content.shortText || isShort;
    const isMatching = isAlike && isMatch({ exact, distance, similarity, shortText }, rule);
    if (!isMatching && !mayBePart) return null;
    const differs = exact ? differenceOfEqual(evidence, content.evidence, rule) : unknownDifference;
    const match = { distance, similarity, exact, ...differs };
    if (isMatching) return match;
    const part = findPart(content, match);
    return part === null ? null : { ...match, part };
  }

  function findPart(content: Content, differs: Difference): PartMatch | null {
    const stored = partsOf(content);
    if (stored === null) return null;
    const named = { exactHash: `${content.exactHash}`, parts: stored };
    return matchByParts(parts!, named, layout!, rule, differs);
  }

  function judge(content: Content, match: BestMatch): BestMatch {
    difference ??= differenceFrom(evidence, rule);
    const differs = difference(content.evidence);
    if (match.part === undefined) return { ...match, ...differs };
    return { ...match, ...differs, part: findPart(content, differs)! };
  }

  return { compare, judge };
}

const countedMatch: typeof toPartMatch = (page, { parts }, layout, rule, differs) =>
  wholePartMatch(page, parts, layout, rule, differs);

/** Returns the distance and similarity of two unequal candidates; null if they do not match. */
export function matchingCloseness(
  a: SimilarContent,
  b: SimilarContent,
  rule: MatchRule,
): Closeness | null {
  const distance = hammingDistance(a.fingerprint, b.fingerprint);
  const similarity = computeSimilarity(a.sketch, b.sketch);
  const shortText = a.shortText || b.shortText;
  if (!isMatch({ exact: false, distance, similarity, shortText }, rule)) return null;
  return { distance, similarity };
}

/** Measures the distance and similarity of two contents, and what the first adds to the second, without thresholds. */
export function compareContents(
  probe: Probe,
  content: ComparedContent,
  rule: TitleRule,
): BestMatch {
  return compareMeasured(closeness(probe, content), probe, content, rule);
}

/** Fields of a content that determine what it adds to another one. */
export type MeasuredContent = Pick<Probe, 'exactHash' | 'featureCount' | 'evidence'>;

/** Works like `compareContents` for contents whose distance and similarity are already known. */
export function compareMeasured(
  { distance, similarity }: Closeness,
  probe: MeasuredContent,
  content: Pick<ComparedContent, 'exactHash' | 'evidence'>,
  rule: TitleRule,
): BestMatch {
  const exact = probe.featureCount !== null && probe.exactHash === content.exactHash;
  const differ = exact ? differenceOfEqual : computeDifference;
  const differs = differ(probe.evidence, content.evidence, rule);
  return { distance, similarity, exact, ...differs };
}

/**
 * Computes the containment of each side of a match in the other.
 * @param byParts layout and rule for a match by parts; null to derive the containment from the similarity and the
 * numbers of shingles
 */
export function containmentBetween(
  match: Pick<BestMatch, 'exact' | 'similarity'>,
  probe: Pick<Signature, 'shingles' | 'parts'>,
  content: Pick<Signature, 'exactHash' | 'shingles' | 'parts'>,
  byParts: { readonly layout: PartsLayout; readonly rule: MatchRule } | null,
): Containment | null {
  const { exactHash, parts } = content;
  if (byParts === null || probe.parts === null || parts === null) {
    return matchContainment(match, probe.shingles, content.shingles);
  }
  return partContainment(probe.parts, { exactHash, parts }, byParts.layout, byParts.rule);
}
