import {
  type BandLayout,
  chanceAgreement,
  estimateSimilarity,
  sketchLength,
  tailBytes,
} from './minhash.js';
import type { Recipe } from './recipe.js';

/** Probability that a search finds a pair of documents, by the similarity of the pair. */
export interface RecallCurve {
  /**
   * Quantity that `value` measures: Jaccard similarity of the shingles, or cosine similarity of the weighted features.
   */
  readonly measure: 'jaccard' | 'cosine';
  /** Points of the curve, with `value` in steps of 0.05 from 0 to 1. */
  readonly points: readonly { readonly value: number; readonly recall: number }[];
}

/**
 * Returns the theoretical recall of a recipe: the probability that a pair is found and then matches.
 *
 *   simhash   a bit differs with probability arccos(cosine) / π (Charikar 2002, section 3); found if
 *             at most `maxDistance` of 64 bits differ
 *   minhash   a minimum agrees with probability J, and its byte may also agree by chance. Found if a
 *             whole band agrees (Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, section
 *             3.4.2): its bytes, and its tail, which distinguishes different minima with equal bytes.
 *             A match if enough of the 128 bytes agree for `minSimilarity`
 *   hybrid    as for minhash, but only a lower bound, because the four block tables find further pairs
 *
 * Bits of a fingerprint and bins of a sketch are treated as independent, which holds for long texts. Sketches of short
 * texts have a smaller error (minhash.ts), so their recall rises more steeply at `minSimilarity`.
 */
export function recallCurve(
  recipe: Pick<Recipe, 'bands'>,
  { maxDistance, minSimilarity }: { readonly maxDistance: number; readonly minSimilarity: number },
): RecallCurve {
  const curve = (measure: RecallCurve['measure'], recallAt: (value: number) => number) => ({
    measure,
    points: Array.from({ length: steps + 1 }, (_, step) => {
      const value = step / steps;
      return { value, recall: Math.min(1, recallAt(value)) };
    }),
  });
  const { bands } = recipe;
  if (bands === null) return curve('cosine', (cosine) => distanceWithin(cosine, maxDistance));
  return curve('jaccard', (jaccard) => {
    const equalDistribution = sharingBand(jaccard, bands);
    return sum(equalDistribution.filter((_, equal) => estimateSimilarity(equal) >= minSimilarity));
  });
}

const steps = 20;

function distanceWithin(cosine: number, maxDistance: number): number {
  const bitDiffers = Math.acos(cosine) / Math.PI;
  return sum(binomial(64, bitDiffers).slice(0, maxDistance + 1));
}

/** Probabilities that a pair shares a band and has 0, 1, … 128 equal bytes. */
function sharingBand(jaccard: number, bands: BandLayout): number[] {
  const { count, rows } = bands;
  const agrees = jaccard + (1 - jaccard) * chanceAgreement;
  const alike = jaccard ** rows;
  const alikeByChance = agrees ** rows - alike;
  const tailByChance = chanceAgreement ** tailBytes(bands);
  const any = binomial(rows, agrees);
  const [shared, unshared] = [any.map(() => 0), [...any]];
  shared[rows] = alike + alikeByChance * tailByChance;
  unshared[rows] = alikeByChance * (1 - tailByChance);
  let none = binomial(sketchLength - count * rows, agrees);
  let some = none.map(() => 0);
  for (let band = 0; band < count; band++) {
    const here = sumDistribution(none, shared);
    some = sumDistribution(some, any).map((earlier, equal) => earlier + here[equal]!);
    none = sumDistribution(none, unshared);
  }
  return some;
}

/** Distribution of the sum of two counts. */
function sumDistribution(a: readonly number[], b: readonly number[]): number[] {
  const result = new Array<number>(a.length + b.length - 1).fill(0);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) result[i + j]! += a[i]! * b[j]!;
  }
  return result;
}

/** Probabilities of 0 to `trials` successes, computed one trial at a time to avoid overflow and underflow. */
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
