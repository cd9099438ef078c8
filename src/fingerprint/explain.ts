import type { AnalysedFeatures, Analysis } from './analyse.js';
import { type DifferingBit, differingBits } from './bit-flips.js';
import { blockCount, blockOf, hammingDistance } from './blocks.js';
import { type BandLayout, bandKeys, sketchSimilarity } from './minhash.js';
import type { Recipe } from './recipe.js';
import { containment, correlation, cosine, euclideanDistance, jaccard } from './similarity.js';
import { weightScale } from './weights.js';

/** Similarity measures of two contents of one recipe, with their reasons. Null if a measure cannot be computed. */
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
  /** Indexes of the equal bands. */
  readonly sharedBands: readonly number[] | null;
}

/** Exact measures of the sets of shingles, or of terms if either content lacks shingles. */
export interface SetMeasures {
  readonly of: 'shingles' | 'terms';
  readonly jaccard: number;
  readonly containment: { readonly aInB: number; readonly bInA: number };
}

/** Measures of the weights over the union of terms, in the unit of the recipe's weights. */
export interface VectorMeasures {
  readonly cosine: number;
  readonly euclidean: number;
  readonly correlation: number;
}

/** At most `termsMax` terms per list, heaviest first. `count` is the total number. */
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
  /** 0 if the term does not occur. */
  readonly weightA: number;
  readonly weightB: number;
}

export const termsMax = 20;

/** Compares two analyses by one recipe. */
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
      (index) => blockOf(one.fingerprint, index) === blockOf(other.fingerprint, index),
    ),
    sharedBands: sketches && bands && sharedBands(...sketches, bands),
  };
}

function sharedBands(a: Uint8Array, b: Uint8Array, bands: BandLayout): number[] {
  const keys = bandKeys(b, bands);
  return bandKeys(a, bands).flatMap((key, band) => (key === keys[band] ? [band] : []));
}

/** Returns the heaviest terms of one content, to explain its fingerprint. */
export function heaviestTerms({ terms, weights }: AnalysedFeatures, limit: number) {
  return terms
    .slice(0, limit)
    .map((term, index) => ({ term, weight: weights[index]! / weightScale }));
}

/** Returns every term of either content with both weights: terms of a first, then the others. */
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
