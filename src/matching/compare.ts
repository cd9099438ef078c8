import { hammingDistance } from '../fingerprint/blocks.js';
import type { TextParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import {
  computeDifference,
  evidenceComparer,
  noDifference,
  unknownDifference,
} from './additions.js';
import type { Containment } from './containment.js';
import type { BestMatch, Closeness, MatchRule } from './match.js';
import { closeness, computeSimilarity, isMatch, matchContainment } from './match-rule.js';
import { countedPart, estimatedPart } from './part-match.js';
import type { ComparedSites } from './site-lines.js';

/*
 * The comparison of a page with a content, for every store and batch:
 *
 *   index ──► candidate? ──► match by similarity? ──► match by parts? ──► nearest ──► additions of the page
 *             within the      exact, or similar        enough of either    (nearest.ts)   (proof.ts)
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
   * Returns the match together with what the probe adds to the content. For a match by parts, also counts the
   * containment, and decides whether the match makes the probe a duplicate.
   * @returns null if the counted containment is too small for a match
   */
  judge(content: Content, match: BestMatch): BestMatch | null;
}

/**
 * Creates the comparer of a search, for one probe. Comparing allocates memory only for matches.
 * @param partsOf reads the parts (sampled shingles) of a content; called only for contents that the index of parts
 * found
 * @param sitesOf reads the lines of the sites of the probe and of a content; called only if the level depends on them
 */
export function comparer<Content extends ComparedContent>(
  probe: Probe & Pick<Signature, 'parts'>,
  { recipe, rule }: ComparisonRules,
  partsOf: (content: Content) => TextParts | null,
  sitesOf: (content: Content) => ComparedSites | null = () => null,
): Comparer<Content> {
  const { fingerprint, sketch, evidence, parts, shortText: isShort } = probe;
  const byDistance = recipe.method !== 'minhash';
  const exactHash = probe.featureCount === null ? null : probe.exactHash;
  const layout = rule.minContainment === undefined || parts === null ? null : recipe.parts;
  let compareEvidence: ReturnType<typeof evidenceComparer> | undefined;

  function compare(content: Content, found: number): BestMatch | null | undefined {
    const distance = hammingDistance(content.fingerprint, fingerprint);
    const isAlike = (byDistance && distance <= rule.maxDistance) || (found & foundBy.band) !== 0;
    const mayBePart = layout && (found & foundBy.parts) !== 0;
    if (!isAlike && !mayBePart) return undefined;
    const similarity = computeSimilarity(content.sketch, sketch);
    const exact = content.exactHash === exactHash;
    const shortText = content.shortText || isShort;
    const isMatching =
      (isAlike || exact) && isMatch({ exact, distance, similarity, shortText }, rule);
    if (!isMatching && !mayBePart) return null;
    const differs = exact ? noDifference : unknownDifference;
    const match = { distance, similarity, exact, ...differs };
    if (isMatching) return match;
    const stored = partsOf(content);
    const part = stored && estimatedPart(parts!, stored, layout!, rule.minContainment!);
    return part && { ...match, ...part };
  }

  function judge(content: Content, match: BestMatch): BestMatch | null {
    compareEvidence ??= evidenceComparer(evidence);
    const { differs, containment } = compareEvidence(content.evidence, () => sitesOf(content));
    const counted = match.part && containment();
    if (!counted) return { ...match, ...differs };
    const part = countedPart(counted, rule.minContainment!, differs);
    return part && { ...match, ...differs, ...part };
  }

  return { compare, judge };
}

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
export function compareContents(probe: Probe, content: ComparedContent): BestMatch {
  return compareMeasured(closeness(probe, content), probe, content);
}

/** Fields of a content that determine what it adds to another one. */
export type MeasuredContent = Pick<Probe, 'exactHash' | 'featureCount' | 'evidence'>;

/** Works like `compareContents` for contents whose distance and similarity are already known. */
export function compareMeasured(
  { distance, similarity }: Closeness,
  probe: MeasuredContent,
  content: Pick<ComparedContent, 'exactHash' | 'evidence'>,
  sites: ComparedSites | null = null,
): BestMatch {
  const exact = probe.featureCount !== null && probe.exactHash === content.exactHash;
  const differs = exact
    ? noDifference
    : computeDifference(probe.evidence, content.evidence, () => sites);
  return { distance, similarity, exact, ...differs };
}

/**
 * Returns the containment of each side of a match in the other: that of a match by parts, or an estimate from the
 * similarity and the numbers of shingles.
 */
export function containmentBetween(
  match: Pick<BestMatch, 'exact' | 'similarity' | 'containment'>,
  probe: Pick<Signature, 'shingles'>,
  content: Pick<Signature, 'shingles'>,
): Containment | null {
  return match.containment ?? matchContainment(match, probe.shingles, content.shingles);
}

/** Counts the containment of two texts in each other from their evidence; null if it is unknown. */
export function countContainment(
  probe: Pick<Signature, 'evidence'>,
  content: Pick<Signature, 'evidence'>,
): Containment | null {
  return evidenceComparer(probe.evidence)(content.evidence).containment();
}
