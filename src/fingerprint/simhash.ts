import { addBits } from './bit-counters.js';
import type { Fingerprint } from './signature.js';

/**
 * SimHash (Charikar: Similarity Estimation Techniques from Rounding Algorithms, section 3; for web
 * pages Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, section 2).
 *
 * Each feature votes with its weight on each bit, for 1 or 0 as its hash has it there:
 *
 *   weight 3   hash 1 0        +3 −3
 *   weight 2   hash 0 1        −2 +2
 *   weight 4   hash 1 1        +4 +4
 *                              ─────
 *                              +5 +3   → 1 1
 *
 * This is the sign of the product of the weights with one vector of ±1 per bit, so two documents
 * differ in a bit with a probability proportional to the angle between them.
 *
 * Votes for 0 need no arithmetic of their own: the sum of a bit is twice the weight of its ones less
 * the whole weight. Weights are integers, so that every order of features gives the same sums; a sum
 * of 0 gives bit 0. Bits are counted in two halves of 32, because a 64-bit integer would be a BigInt.
 */
export function simhash({ high, low, weights }: WeightedHashes): Fingerprint {
  if (group.high.length < weights.length + 8) group = groupOf(2 * weights.length + 8);
  sumsHigh.fill(0);
  sumsLow.fill(0);
  let total = 0;
  for (let index = 0; index < weights.length; index++) total += weights[index]!;
  addVotes({ high, low, weights });
  return { high: signBits(sumsHigh, total), low: signBits(sumsLow, total) };
}

/** Features by the halves of their hashes: as many as there are weights. */
export interface WeightedHashes {
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** Integers that are not negative and whose sum is at most 2^53. */
  readonly weights: Float64Array;
}

/** The sum of votes for each of 32 bits: element i is for bit i of the hashes. */
export function voteSums(hashes: Int32Array, weights: Float64Array): Float64Array {
  const sums = new Float64Array(32);
  let total = 0;
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index]!;
    const weight = weights[index]!;
    total += weight;
    for (let bit = 0; bit < 32; bit++) sums[bit]! += ((hash >>> bit) & 1) * weight;
  }
  for (let bit = 0; bit < 32; bit++) sums[bit] = 2 * sums[bit]! - total;
  return sums;
}

/** By bit: the weight of the features that have it. */
const sumsHigh = new Float64Array(32);
const sumsLow = new Float64Array(32);
/** The hashes of features of one weight. */
let group = groupOf(2 ** 12);
/** Fewer features than this are added one by one. */
const groupMin = 6;

function groupOf(length: number) {
  return { high: new Int32Array(length), low: new Int32Array(length) };
}

/**
 * Most words of a page occur once and some twice, so that by most weightings few weights are shared
 * by many words. The features of the least weight are counted together, and then those of the next
 * one, as long as there are enough of each; the rest is added one by one.
 */
function addVotes({ high, low, weights }: WeightedHashes): void {
  const count = weights.length;
  let done = -1;
  while (true) {
    let least = Number.POSITIVE_INFINITY;
    let grouped = 0;
    for (let index = 0; index < count; index++) {
      const weight = weights[index]!;
      if (weight <= done || weight > least) continue;
      if (weight < least) {
        least = weight;
        grouped = 0;
      }
      group.high[grouped] = high[index]!;
      group.low[grouped++] = low[index]!;
    }
    // A look at all of them must pay.
    if (grouped < Math.max(groupMin, count / 32)) break;
    addBits(group.high, grouped, least, sumsHigh);
    addBits(group.low, grouped, least, sumsLow);
    done = least;
  }
  for (let index = 0; index < count; index++) {
    const weight = weights[index]!;
    if (weight <= done) continue;
    addHash(high[index]!, low[index]!, weight);
  }
}

function addHash(high: number, low: number, weight: number): void {
  for (let bit = 0; bit < 32; bit++) {
    sumsHigh[bit]! += ((high >>> bit) & 1) * weight;
    sumsLow[bit]! += ((low >>> bit) & 1) * weight;
  }
}

/** Bits whose ones weigh more than half of the whole. */
function signBits(sums: Float64Array, total: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) bits |= Number(2 * sums[bit]! > total) << bit;
  return bits >>> 0;
}
