import type { AnalysedFeatures, Analysis } from './analyse.js';
import { blockCount, hammingDistance, readBlock } from './blocks.js';
import { type BandLayout, bandKeys, sketchSimilarity } from './minhash.js';
import type { Recipe } from './recipe.js';
import type { Fingerprint } from './signature.js';
import { voteSums } from './simhash.js';
import { weightScale } from './weights.js';

/**
 * Similarity measures of two inputs (texts or feature lists) signed with one recipe, and the reasons for them. A
 * measure that cannot be computed is null.
 */
export interface Comparison {
  /** Hamming distance of the fingerprints. */
  readonly distance: number;
  /** Jaccard similarity estimated from the sketches. */
  readonly similarity: number | null;
  readonly sets: SetMeasures | null;
  readonly vectors: VectorMeasures | null;
  readonly terms: ComparedTerms | null;
  readonly differingBits: readonly DifferingBit[];
  /** Indexes of the equal 16-bit blocks; 0 is the highest block. */
  readonly equalBlocks: readonly number[];
  /** Indexes of the equal bands; null if there are no sketches. */
  readonly sharedBands: readonly number[] | null;
}

/** Exact measures of the sets of shingles, or of terms if either input lacks shingles. */
export interface SetMeasures {
  readonly of: 'shingles' | 'terms';
  readonly jaccard: number;
  readonly containment: { readonly aInB: number; readonly bInA: number };
}

/** Measures of the two weight vectors over the union of terms, in the unit of the recipe's weights. */
export interface VectorMeasures {
  readonly cosine: number;
  readonly euclidean: number;
  readonly correlation: number;
}

/** At most `termsMax` terms per list, heaviest first. `count` is the number of terms without this limit. */
export interface ComparedTerms {
  readonly shared: TermList;
  readonly onlyA: TermList;
  readonly onlyB: TermList;
}

export interface TermList {
  readonly count: number;
  readonly terms: readonly TermWeights[];
}

export interface TermWeights {
  readonly term: string;
  /** Weight of the term in input a; 0 if a lacks the term. `weightB` is its weight in input b. */
  readonly weightA: number;
  readonly weightB: number;
}

export const termsMax = 20;

/** Compares two analyses made with the same recipe. */
export function compareAnalyses(
  a: Analysis,
  b: Analysis,
  { bands }: Pick<Recipe, 'bands'>,
): Comparison {
  const [one, other] = [a.signature, b.signature];
  const union = a.features && b.features ? uniteTerms(a.features, b.features) : null;
  const sketches = one.sketch && other.sketch ? ([one.sketch, other.sketch] as const) : null;
  return {
    distance: hammingDistance(one.fingerprint, other.fingerprint),
    similarity: sketches && sketchSimilarity(...sketches),
    sets: setMeasures(a, b, union),
    vectors: union && vectorMeasures(union),
    terms: union && comparedTerms(union),
    differingBits: differingBits(
      { fingerprint: one.fingerprint, features: a.features },
      { fingerprint: other.fingerprint, features: b.features },
    ),
    equalBlocks: Array.from({ length: blockCount }, (_, index) => index).filter(
      (index) => readBlock(one.fingerprint, index) === readBlock(other.fingerprint, index),
    ),
    sharedBands: sketches && bands && sharedBands(...sketches, bands),
  };
}

function sharedBands(a: Uint8Array, b: Uint8Array, bands: BandLayout): number[] {
  const keys = bandKeys(b, bands);
  return bandKeys(a, bands).flatMap((key, band) => (key === keys[band] ? [band] : []));
}

/** Returns all terms of both inputs with both weights: first the terms of a, then those that only b has. */
function uniteTerms(a: AnalysedFeatures, b: AnalysedFeatures): TermWeights[] {
  const inB = new Map(b.terms.map((term, index) => [term, b.weights[index]! / weightScale]));
  const union = a.terms.map((term, index) => {
    const weightB = inB.get(term) ?? 0;
    inB.delete(term);
    return { term, weightA: a.weights[index]! / weightScale, weightB };
  });
  for (const [term, weightB] of inB) union.push({ term, weightA: 0, weightB });
  return union;
}

function setMeasures(a: Analysis, b: Analysis, union: TermWeights[] | null): SetMeasures | null {
  if (a.shingles && b.shingles)
    return { of: 'shingles', ...measureVectors(a.shingles, b.shingles) };
  if (union === null) return null;
  const places = (isIn: (term: TermWeights) => boolean) =>
    Float64Array.from([...union.keys()].filter((index) => isIn(union[index]!)));
  return {
    of: 'terms',
    ...measureVectors(
      places(({ weightA }) => weightA > 0),
      places(({ weightB }) => weightB > 0),
    ),
  };
}

function measureVectors(a: Float64Array, b: Float64Array) {
  return {
    jaccard: jaccard(a, b),
    containment: { aInB: containment(a, b), bInA: containment(b, a) },
  };
}

function vectorMeasures(union: readonly TermWeights[]): VectorMeasures {
  const a = Float64Array.from(union, ({ weightA }) => weightA);
  const b = Float64Array.from(union, ({ weightB }) => weightB);
  return {
    cosine: cosine(a, b),
    euclidean: euclideanDistance(a, b),
    correlation: correlation(a, b),
  };
}

function comparedTerms(union: readonly TermWeights[]): ComparedTerms {
  const weight = ({ weightA, weightB }: TermWeights) => weightA + weightB;
  const list = (terms: TermWeights[]): TermList => ({
    count: terms.length,
    terms: terms.sort((x, y) => weight(y) - weight(x)).slice(0, termsMax),
  });
  return {
    shared: list(union.filter(({ weightA, weightB }) => weightA > 0 && weightB > 0)),
    onlyA: list(union.filter(({ weightB }) => weightB === 0)),
    onlyB: list(union.filter(({ weightA }) => weightA === 0)),
  };
}

/**
 * A bit in which two fingerprints differ, with the smallest set of words whose removal from one document would flip its
 * bit.
 *
 *   bit 17    document a: 1, votes +9     words for 1, heaviest first: 北京 6, 大学 5, 生活 2
 *             without 北京 +3, also without 大学 −2 → 0
 *
 * A bit flips once the removed words outweigh the margin of its votes, so the smallest set consists of the heaviest
 * words that vote for the current value of the bit.
 */
export interface DifferingBit {
  /** Index of the bit; 63 is the highest. */
  readonly bit: number;
  readonly a: 0 | 1;
  readonly b: 0 | 1;
  /** Null if removing `flipTermsMax` words from either document is not enough, or if the words are unknown. */
  readonly flip: BitFlip | null;
}

export interface BitFlip {
  /**
   * Document from which the words are removed: the one that needs fewer removals, or `a` if both need equally many.
   */
  readonly document: 'a' | 'b';
  readonly terms: readonly string[];
}

interface Voted {
  readonly fingerprint: Fingerprint;
  /** Features, heaviest first; null if unknown. */
  readonly features: AnalysedFeatures | null;
}

export const flipTermsMax = 10;

/** Returns the differing bits, from 63 to 0. */
function differingBits(a: Voted, b: Voted): DifferingBit[] {
  const [votesA, votesB] = [countVotes(a), countVotes(b)];
  const result: DifferingBit[] = [];
  for (let bit = 63; bit >= 0; bit--) {
    const [inA, inB] = [readBit(a.fingerprint, bit), readBit(b.fingerprint, bit)];
    if (inA === inB) continue;
    const ofA = votesA && flippingTerms(votesA, bit, inA);
    const ofB = votesB && flippingTerms(votesB, bit, inB);
    result.push({ bit, a: inA, b: inB, flip: fewerTerms(ofA, ofB) });
  }
  return result;
}

interface Votes {
  readonly features: AnalysedFeatures;
  /** Sum of votes for each bit, from 0 to 63. */
  readonly sums: readonly number[];
}

function countVotes({ features }: Voted): Votes | null {
  if (features === null) return null;
  const { high, low, weights } = features;
  return { features, sums: [...voteSums(low, weights), ...voteSums(high, weights)] };
}

/**
 * Returns the words whose removal flips a bit with the current value `now`; null if removing `flipTermsMax` words is
 * not enough.
 */
function flippingTerms({ features, sums }: Votes, bit: number, now: 0 | 1): string[] | null {
  const { terms, high, low, weights } = features;
  const half = bit < 32 ? low : high;
  const removed: string[] = [];
  let sum = sums[bit]!;
  for (let index = 0; index < terms.length && removed.length < flipTermsMax; index++) {
    const vote = (half[index]! >>> (bit & 31)) & 1;
    if (vote !== now) continue;
    removed.push(terms[index]!);
    sum += now === 1 ? -weights[index]! : weights[index]!;
    if ((sum > 0 ? 1 : 0) !== now) return removed;
  }
  return null;
}

function fewerTerms(ofA: string[] | null, ofB: string[] | null): BitFlip | null {
  if (ofA !== null && (ofB === null || ofA.length <= ofB.length)) {
    return { document: 'a', terms: ofA };
  }
  return ofB && { document: 'b', terms: ofB };
}

function readBit({ high, low }: Fingerprint, bit: number): 0 | 1 {
  return (((bit < 32 ? low : high) >>> (bit & 31)) & 1) as 0 | 1;
}

/**
 * Exact measures between two documents: of sets (the shingles) and of vectors (the weights of all terms of both
 * documents). A sketch only estimates the Jaccard similarity, and a fingerprint the angle between the vectors; these
 * functions compute the exact values.
 *
 * Sets are sorted arrays of distinct numbers. Both vectors of a pair have the same length.
 */

/** Number of shared elements divided by the size of the union (Jaccard 1901): 0 to 1; 1 for two empty sets. */
export function jaccard(a: Float64Array, b: Float64Array): number {
  const shared = sharedCount(a, b);
  const all = a.length + b.length - shared;
  return all === 0 ? 1 : shared / all;
}

/**
 * Share of `a` that is also in `b` (Broder: On the Resemblance and Containment of Documents, 1997): 0 to 1; 1 for an
 * empty `a`.
 */
export function containment(a: Float64Array, b: Float64Array): number {
  return a.length === 0 ? 1 : sharedCount(a, b) / a.length;
}

/** Cosine of the angle: 0 to 1 for non-negative weights; 0 if a vector is all zeros. */
export function cosine(a: Float64Array, b: Float64Array): number {
  const lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return lengths === 0 ? 0 : Math.min(1, dot(a, b) / lengths);
}

/** Length of the difference of the vectors, in the unit of the weights. */
export function euclideanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index]! - b[index]!) ** 2;
  return Math.sqrt(sum);
}

/**
 * Pearson's correlation, −1 to 1: the cosine of both vectors after subtracting their means. The correlation with a
 * constant vector is undefined; in that case, returns 1 if both vectors are equal, and 0 otherwise.
 */
export function correlation(a: Float64Array, b: Float64Array): number {
  if (a.every((value, index) => value === b[index])) return 1;
  if (isConstant(a) || isConstant(b)) return 0;
  const [x, y] = [centred(a), centred(b)];
  const result = dot(x, y) / (Math.sqrt(dot(x, x)) * Math.sqrt(dot(y, y)));
  return Math.max(-1, Math.min(1, result));
}

/** Counts the elements that both sets have, in one pass over both. */
export function sharedCount(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]! < b[j]!) i++;
    else if (a[i]! > b[j]!) j++;
    else {
      shared++;
      i++;
      j++;
    }
  }
  return shared;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
