import { chanceAgreement, similarityOf, sketchLength } from './minhash.js';
import type { Recipe } from './recipe.js';

/** The probability that a pair of documents is found, by how alike the two are. */
export interface RecallCurve {
  /**
   * What `value` measures: Jaccard similarity of the shingles, or cosine of the weighted features.
   */
  readonly measure: 'jaccard' | 'cosine';
  /** In steps of 0.05 from 0 to 1. */
  readonly points: readonly { readonly value: number; readonly recall: number }[];
}

/**
 * The recall that a recipe has by design.
 *
 *   simhash   a bit differs with probability arccos(cosine) / π (Charikar 2002, section 3); found if
 *             at most `maxDistance` of 64 do
 *   minhash   a byte agrees with probability J or by chance; found if all of a band do (Leskovec,
 *             Rajaraman, Ullman: Mining of Massive Datasets, section 3.4.2)
 *   hybrid    the same, times the probability that enough of 128 bytes agree for `minSimilarity`. A
 *             lower bound: the four block tables find others, and pairs that share a band are
 *             verified more often than not
 *
 * Bits of a fingerprint and bytes of a sketch count as independent.
 */
export function recallCurve(
  recipe: Pick<Recipe, 'method' | 'bands'>,
  { maxDistance, minSimilarity }: { readonly maxDistance: number; readonly minSimilarity: number },
): RecallCurve {
  const curve = (measure: RecallCurve['measure'], recallAt: (value: number) => number) => ({
    measure,
    points: Array.from({ length: steps + 1 }, (_, step) => {
      const value = step / steps;
      return { value, recall: Math.min(1, recallAt(value)) };
    }),
  });
  const { method, bands } = recipe;
  if (bands === null) return curve('cosine', (cosine) => distanceWithin(cosine, maxDistance));
  if (method === 'minhash') return curve('jaccard', (jaccard) => bandShared(jaccard, bands));
  return curve(
    'jaccard',
    (jaccard) => bandShared(jaccard, bands) * sketchVerifies(jaccard, minSimilarity),
  );
}

const steps = 20;

function distanceWithin(cosine: number, maxDistance: number): number {
  const bitDiffers = Math.acos(cosine) / Math.PI;
  return sum(binomial(64, bitDiffers).slice(0, maxDistance + 1));
}

function bandShared(jaccard: number, { count, rows }: NonNullable<Recipe['bands']>): number {
  return 1 - (1 - byteAgrees(jaccard) ** rows) ** count;
}

function sketchVerifies(jaccard: number, minSimilarity: number): number {
  const ofEqual = binomial(sketchLength, byteAgrees(jaccard));
  return sum(ofEqual.filter((_, equal) => similarityOf(equal) >= minSimilarity));
}

function byteAgrees(jaccard: number): number {
  return jaccard + (1 - jaccard) * chanceAgreement;
}

/**
 * The probabilities of 0 to `trials` successes, computed trial by trial to avoid over- and
 * underflow.
 */
function binomial(trials: number, success: number): number[] {
  const result = new Array<number>(trials + 1).fill(0);
  result[0] = 1;
  for (let trial = 1; trial <= trials; trial++) {
    for (let count = trial; count > 0; count--) {
      result[count] = result[count]! * (1 - success) + result[count - 1]! * success;
    }
    result[0]! *= 1 - success;
  }
  return result;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
