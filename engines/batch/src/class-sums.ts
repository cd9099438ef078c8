import { type Fingerprint, type HashName, hammingDistance, weightScale } from 'neardup/engine';
import { simhashFromTerms } from './term-row.js';

/**
 * Classification by class sums. Each class is one row, the sum of the vectors of its training documents, and a document
 * gets the class of the nearest row (Zhang Min: similarity of massive data by MapReduce, 2014, reducer; also known as
 * Rocchio's or the nearest-centroid classifier).
 */

/** Term weights of a document: non-negative integers in units of 1 / `weightScale`. */
export type Vector = readonly (readonly [term: string, weight: number])[];

export interface ClassSum {
  documents: number;
  readonly weights: Map<string, number>;
}

/** Sums by class name. */
export type ClassSums = Map<string, ClassSum>;

/** Measures of how near a document is to a class. */
export const classMeasures = ['cosine', 'euclidean', 'correlation', 'hamming'] as const;
export type ClassMeasure = (typeof classMeasures)[number];

/** A document to classify. */
export interface Sample {
  readonly vector: Vector;
  readonly fingerprint: Fingerprint;
}

export interface Nearest {
  readonly name: string;
  /**
   * Value of the measure. For cosine and correlation, larger is nearer. For the Euclidean distance from the mean of the
   * class (in units of weight) and for the Hamming distance (in bits), smaller is nearer.
   */
  readonly score: number;
}

/**
 * Adds vectors of documents to a class. Sums of integers do not depend on the order, so any number of processes can
 * compute partial sums.
 */
export function addToClass(
  sums: ClassSums,
  name: string,
  vector: Vector | ReadonlyMap<string, number>,
  documents = 1,
): void {
  let sum = sums.get(name);
  if (sum === undefined) {
    sum = { documents: 0, weights: new Map() };
    sums.set(name, sum);
  }
  sum.documents += documents;
  for (const [term, weight] of vector) {
    sum.weights.set(term, (sum.weights.get(term) ?? 0) + weight);
  }
}

/**
 * Creates a function that finds the class nearest to a document by one measure. On a tie, the class whose name sorts
 * first wins.
 *
 * Vectors are compared over the union of their terms, as in fingerprint/explain.ts. Precomputed sums per class cover
 * the dimensions that the document lacks, so a comparison costs one look-up per term of the document.
 * @param sums at least one class
 */
export function createClassifier(
  sums: ClassSums,
  measure: ClassMeasure,
  hash: HashName,
): (sample: Sample) => Nearest {
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(formatRow);
  const sign = measure === 'cosine' || measure === 'correlation' ? 1 : -1;

  function formatRow([name, { documents, weights }]: readonly [string, ClassSum]) {
    const mean = new Map<string, number>();
    // Terms are sorted, because a sum of fractions depends on their order, and scores must not depend on how a batch is
    // divided.
    for (const [term, weight] of [...weights].sort(([a], [b]) => (a < b ? -1 : 1)))
      mean.set(term, weight / documents / weightScale);
    return {
      name,
      mean,
      totals: sumWeights(mean.values()),
      fingerprint: measure === 'hamming' ? simhashFromTerms([...weights], hash) : null,
    };
  }

  return ({ vector, fingerprint }) => {
    const own = vector.map(([term, weight]) => [term, weight / weightScale] as const);
    const totals = sumWeights(own.map(([, weight]) => weight));
    let nearest: Nearest | undefined;
    for (const row of rows) {
      const score =
        row.fingerprint === null
          ? measures[measure as 'cosine'](totals, row.totals, sumShared(own, row.mean))
          : hammingDistance(fingerprint, row.fingerprint);
      if (nearest === undefined || sign * score > sign * nearest.score) {
        nearest = { name: row.name, score };
      }
    }
    return nearest!;
  };
}

/** Sums over the terms of one vector. */
interface Totals {
  readonly terms: number;
  readonly sum: number;
  readonly squares: number;
  readonly least: number;
  readonly greatest: number;
}

/** Sums over the terms that two vectors share. */
interface Shared {
  readonly terms: number;
  readonly dot: number;
  /** Number of terms that have equal weights in both. */
  readonly equal: number;
}

const measures = {
  cosine(a: Totals, b: Totals, { dot }: Shared): number {
    const lengths = Math.sqrt(a.squares) * Math.sqrt(b.squares);
    return lengths === 0 ? 0 : Math.min(1, dot / lengths);
  },
  euclidean: (a: Totals, b: Totals, { dot }: Shared): number =>
    Math.sqrt(Math.max(0, a.squares + b.squares - 2 * dot)),
  correlation(a: Totals, b: Totals, { terms, dot, equal }: Shared): number {
    const union = a.terms + b.terms - terms;
    if (equal === union) return 1;
    if (isConstant(a, union) || isConstant(b, union)) return 0;
    const spread = ({ sum, squares }: Totals) => Math.sqrt(squares - (sum * sum) / union);
    const result = (dot - (a.sum * b.sum) / union) / (spread(a) * spread(b));
    return Math.max(-1, Math.min(1, result));
  },
};

/**
 * Returns true if all weights of a vector are equal over a union of `union` terms. Terms that the vector lacks have the
 * weight 0.
 */
function isConstant({ terms, least, greatest }: Totals, union: number): boolean {
  return least === greatest && (terms === union || least === 0);
}

function sumWeights(weights: Iterable<number>): Totals {
  let [terms, sum, squares] = [0, 0, 0];
  let [least, greatest] = [Number.POSITIVE_INFINITY, 0];
  for (const weight of weights) {
    terms += 1;
    sum += weight;
    squares += weight * weight;
    least = Math.min(least, weight);
    greatest = Math.max(greatest, weight);
  }
  return { terms, sum, squares, least, greatest };
}

function sumShared(vector: Vector, other: ReadonlyMap<string, number>): Shared {
  let [terms, dot, equal] = [0, 0, 0];
  for (const [term, weight] of vector) {
    const there = other.get(term);
    if (there === undefined) continue;
    terms += 1;
    dot += weight * there;
    equal += Number(weight === there);
  }
  return { terms, dot, equal };
}
