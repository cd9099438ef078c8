import { hammingDistance } from '../fingerprint/blocks.js';
import { sketchSimilarity } from '../fingerprint/minhash.js';
import { storedEvidence } from '../fingerprint/packed-reading.js';
import { sampleParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import { type Containment, estimateContainment, whole } from './containment.js';
import {
  type BestMatch,
  type Closeness,
  type Level,
  levels,
  type Match,
  type MatchRule,
  type MatchSummary,
  pickFacts,
  shareSteps,
} from './match.js';

type Measured = Pick<Signature, 'fingerprint' | 'sketch'>;

/** Measures the closeness of two signatures of one collection. */
export function closeness(a: Measured, b: Measured): Closeness {
  return {
    distance: hammingDistance(a.fingerprint, b.fingerprint),
    similarity: computeSimilarity(a.sketch, b.sketch),
  };
}

/** Returns a match as it appears in responses. */
export function summarize({ containment, ...match }: MatchSummary): MatchSummary {
  return { ...pickFacts(match), containment };
}

/**
 * Returns the containment of each side of a match in the other.
 * @param a number of distinct shingles of the probe; null if unknown
 * @param b number of distinct shingles of the match; null if unknown
 */
export function matchContainment(
  { exact, similarity }: Pick<BestMatch, 'exact' | 'similarity'>,
  a: number | null,
  b: number | null,
): Containment | null {
  return exact ? whole : estimateContainment(similarity, a, b);
}

/** Tests if a document is known to add nothing to its match. */
export function isNothingNew({ adds }: Pick<BestMatch, 'adds'>): boolean {
  return adds?.nothing === true;
}

/** Tests if a match makes the checked document a duplicate at a level. */
export function refuses({ part, level }: BestMatch, duplicateIf: Level): boolean {
  if (part !== undefined) return part.decides && duplicateIf !== 'exact';
  return isDuplicateAt(level, duplicateIf);
}

/** Tests if a duplicate at the first level is one at the second. */
export function isDuplicateAt(level: Level, duplicateIf: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(duplicateIf);
}

/** Similarity of two sketches, 0 to 1; null unless both sides have a sketch. */
export function computeSimilarity(a: Uint8Array | null, b: Uint8Array | null): number | null {
  return a === null || b === null ? null : sketchSimilarity(a, b);
}

export interface Compared extends Closeness {
  readonly exact: boolean;
  /** True if either text is short. */
  readonly shortText: boolean;
}

/** Returns true if a candidate is a match by this rule. */
export function isMatch(compared: Compared, rule: MatchRule): boolean {
  const { exact, shortText, similarity, distance } = compared;
  if (exact) return true;
  if (similarity === null) return distance <= rule.maxDistance;
  return similarity >= (shortText ? rule.shortMinSimilarity : rule.minSimilarity);
}

/**
 * Tests if a checked document joins the cluster of its best match. A match by parts with `decides: false` is not
 * enough, because the texts merely overlap.
 */
export function joinsCluster({ part }: Pick<BestMatch, 'part'>): boolean {
  return part === undefined || part.decides;
}

/**
 * Returns a signature as a collection stores it: with a sample of its parts, or none if the recipe has no parts, and
 * with its evidence, but not its reading.
 */
export function storedSignature(signature: Signature, recipe: Recipe): Signature {
  const given = keptSignature(signature, recipe);
  const kept = { ...given, evidence: given.evidence && storedEvidence(given.evidence) };
  if (kept.parts === null) return kept;
  if (!recipe.parts) return { ...kept, parts: null };
  const { hashes, total } = sampleParts(kept.parts, recipe.parts);
  if (hashes.length === kept.parts.hashes.length) return kept;
  // Copies the hashes, because a view would keep the whole array in memory.
  return { ...kept, parts: { hashes: hashes.slice(), total } };
}

/** Returns a signature as a collection uses it: without its sketch if the method is `simhash`. */
export function keptSignature(signature: Signature, { method }: Recipe): Signature {
  if (method !== 'simhash' || signature.sketch === null) return signature;
  return { ...signature, sketch: null, shingles: null };
}

/**
 * Compares two matches in the order of all lists of matches, best first. The groups are:
 *
 *   1. exact matches, and then other matches at the level `page`
 *   2. matches by parts that make the page a duplicate
 *   3. matches at the level `article`, and then at the level `similar`
 *   4. all other matches by parts
 *
 * Exact matches are ordered by age (older first), then by id in byte order. Every other group is ordered by the share
 * of a part (larger first), similarity (higher first, null last), distance (smaller first), number of new words (fewer
 * first), age and id. No two documents of a collection compare equal.
 */
export function compareMatches(a: Match, b: Match): number {
  return matchRank(a) - matchRank(b) || a.storedAt - b.storedAt || compareUtf8(a.id, b.id);
}

function matchGroup({ level, part }: BestMatch): number {
  if (part !== undefined) return part.decides ? 2 : 5;
  return groupOfLevel[level];
}

const groupOfLevel = { exact: 0, page: 1, article: 3, similar: 4 } as const;

/** Share of a match by parts; 1 for all other matches. */
const partShare = ({ part }: Pick<BestMatch, 'part'>): number => part?.share ?? 1;

/**
 * Returns the number of new words, scaled to a value that is at least 0 and less than 1. A number above `countedMax`,
 * or an unknown number, counts as `countedMax`.
 */
function scaleNewWords({ adds }: Pick<BestMatch, 'adds'>): number {
  return Math.min(adds?.words ?? countedMax, countedMax) / (countedMax + 1);
}

const countedMax = 2 ** 20 - 1;

/**
 * Returns the rank of a match as one number, lower for a better match: the order of `compareMatches` without age and
 * id. Unequal similarities differ by at least 1/128, which outweighs every distance.
 */
export function matchRank(match: BestMatch): number {
  if (matchGroup(match) === 0) return -1;
  const nearness = (1 - (match.similarity ?? -1)) * distancesOutweighed + match.distance;
  const lacking = Math.round((1 - partShare(match)) * shareSteps);
  const kind = matchGroup(match) * (shareSteps + 1) + lacking;
  return kind * similaritiesOutweighed + nearness + scaleNewWords(match);
}

const distancesOutweighed = 128 * 65;
const similaritiesOutweighed = 2 * distancesOutweighed + 66;

/**
 * Compares two strings by their UTF-8 bytes, as SQLite does; negative, zero or positive. JavaScript compares
 * UTF-16 units, which puts U+FF5E after U+1F600; UTF-8 sorts by code point.
 */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/**
 * Returns a sort key of a UTF-16 unit. Surrogates are sorted after all other units, because they encode code points
 * from U+10000 on.
 */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
