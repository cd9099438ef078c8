import type { Fingerprint } from './signature.js';

/**
 * SimHash (Charikar: Similarity Estimation Techniques from Rounding Algorithms, section 3; for web pages Manku, Jain,
 * Das Sarma: Detecting Near-Duplicates for Web Crawling, section 2).
 *
 * Each feature votes on each bit with its weight: for 1 if the bit is set in its hash, otherwise for 0:
 *
 *   weight 3   hash 1 0        +3 −3
 *   weight 2   hash 0 1        −2 +2
 *   weight 4   hash 1 1        +4 +4
 *                              ─────
 *                              +5 +3   → 1 1
 *
 * Each bit is the sign of the dot product of the weights and a vector of ±1, so two documents differ in a bit with a
 * probability proportional to the angle between their weight vectors.
 *
 * Votes for 0 need not be added up: the sum for a bit is twice the weight of the votes for 1, minus the total weight.
 * Weights are integers, so the order of features does not matter. A sum of 0 gives bit 0. Bits are counted in two
 * halves of 32, because a 64-bit integer would be a BigInt.
 *
 * A feature votes on four bits at once: for each hexadecimal digit of its hash, its weight is added to the sum for this
 * digit at this position. In the end, the votes for a bit are the sum over the eight digits in which the bit is set.
 *
 * Most words of a page occur once, so under most weightings, many words share the lowest weight. The bits of these
 * words are counted first (see `countBits`). Each plane of the counters then votes like a single hash, with the lowest
 * weight times the plane's power of two.
 */
export function simhash({ high, low, weights }: WeightedHashes): Fingerprint {
  votesHigh.fill(0);
  votesLow.fill(0);
  let total = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    total += weight;
    if (weight < least) least = weight;
  }
  let grouped = 0;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    if (weight > least) addVotes(high[index]!, low[index]!, weight);
    else {
      groupHigh[grouped] = high[index]!;
      groupLow[grouped++] = low[index]!;
      if (grouped === groupMax) {
        addGroup(grouped, least);
        grouped = 0;
      }
    }
  }
  addGroup(grouped, least);
  return { high: signBits(votesHigh, total), low: signBits(votesLow, total) };
}

/** Hash halves and weights of features, in arrays of equal length. */
export interface WeightedHashes {
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** Weights, as non-negative integers with a sum of at most 2^53. */
  readonly weights: Float64Array;
}

/** Sum of votes for each of 32 bits: element i is for bit i of the hashes. */
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

/**
 * Sum of the weights of all hashes that have a given hexadecimal digit at a given position, at index 16 × position +
 * digit; see `simhash`.
 */
const votesHigh = new Float64Array(8 * 16);
const votesLow = new Float64Array(8 * 16);
/** Maximum number of features of the lowest weight that are counted together, as a group. */
const groupMax = 2 ** 12;
/** Hash halves of the features in the group, with the extra elements that `countBits` needs. */
const groupHigh = new Int32Array(groupMax + 7);
const groupLow = new Int32Array(groupMax + 7);
/** Minimum size of a group; the features of smaller groups are added one by one. */
const groupMin = 8;
const planesHigh = new Int32Array(32);
const planesLow = new Int32Array(32);

function addVotes(high: number, low: number, weight: number): void {
  for (let place = 0; place < 8; place++) {
    votesHigh[16 * place + ((high >>> (4 * place)) & 15)]! += weight;
    votesLow[16 * place + ((low >>> (4 * place)) & 15)]! += weight;
  }
}

/** Adds the votes of a group of features that have the same weight. */
function addGroup(count: number, weight: number): void {
  if (count < groupMin) {
    for (let index = 0; index < count; index++) {
      addVotes(groupHigh[index]!, groupLow[index]!, weight);
    }
    return;
  }
  const planes = countBits(groupHigh, count, planesHigh);
  countBits(groupLow, count, planesLow);
  let value = weight;
  for (let plane = 0; plane < planes; plane++) {
    addVotes(planesHigh[plane]!, planesLow[plane]!, value);
    value *= 2;
  }
}

/** Returns 32 bits, each set if the votes for 1 weigh more than half of the total. */
function signBits(votes: Float64Array, total: number): number {
  let bits = 0;
  for (let place = 0; place < 8; place++) {
    const at = 16 * place;
    const from4 = votes[at + 4]! + votes[at + 5]!;
    const from12 = votes[at + 12]! + votes[at + 13]!;
    const from2 = votes[at + 2]! + votes[at + 3]!;
    const from6 = votes[at + 6]! + votes[at + 7]!;
    const from8 = votes[at + 8]! + votes[at + 9]!;
    const from10 = votes[at + 10]! + votes[at + 11]!;
    const from14 = votes[at + 14]! + votes[at + 15]!;
    let odd = votes[at + 1]! + votes[at + 3]! + votes[at + 5]! + votes[at + 7]!;
    odd += votes[at + 9]! + votes[at + 11]! + votes[at + 13]! + votes[at + 15]!;
    const sum1 = from2 + from6 + from10 + from14;
    const sum2 = from4 + from6 + from12 + from14;
    const sum3 = from8 + from10 + from12 + from14;
    const digit =
      Number(2 * odd > total) |
      (Number(2 * sum1 > total) << 1) |
      (Number(2 * sum2 > total) << 2) |
      (Number(2 * sum3 > total) << 3);
    bits |= digit << (4 * place);
  }
  return bits >>> 0;
}

/**
 * Counts, for each of 32 bits, the words in which the bit is set. The counters are cut into planes: one integer holds
 * one binary digit of all 32 counters, so one operation advances all of them.
 *
 *   words        1 0 1 1        ones   0 1 0 1      bits 3 and 1: set in 2 words
 *                0 0 1 0        twos   1 0 1 0  ─►  bits 2 and 0: set in 1 word
 *                1 1 0 0
 *
 * A full adder takes three integers of one binary place and returns one of that place and one of the next (carry-save).
 * Eight words need seven adders, so a word costs about five operations instead of 32 additions (Harley and Seal;
 * Warren: Hacker's Delight, section 5-1; Muła, Kurz, Lemire: Faster Population Counts Using AVX2 Instructions, section
 * 3).
 *
 * @param words the first `count` are counted; up to seven elements after them are overwritten
 * @param planes 32 integers; receives the binary digits of the counters, lowest first
 * @returns number of planes that hold digits; the others keep old values
 */
export function countBits(words: Int32Array, count: number, planes: Int32Array): number {
  const padded = (count + 7) & ~7;
  const top = 31 - Math.clz32(count);
  for (let at = count; at < padded; at++) words[at] = 0;
  for (let plane = 3; plane <= top; plane++) planes[plane] = 0;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  for (let at = 0; at < padded; at += 8) {
    let a = words[at]!;
    let b = words[at + 1]!;
    let mixed = ones ^ a;
    const twosA = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    a = words[at + 2]!;
    b = words[at + 3]!;
    mixed = ones ^ a;
    const twosB = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    mixed = twos ^ twosA;
    const foursA = (twos & twosA) | (mixed & twosB);
    twos = mixed ^ twosB;
    a = words[at + 4]!;
    b = words[at + 5]!;
    mixed = ones ^ a;
    const twosC = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    a = words[at + 6]!;
    b = words[at + 7]!;
    mixed = ones ^ a;
    const twosD = (ones & a) | (mixed & b);
    ones = mixed ^ b;
    mixed = twos ^ twosC;
    const foursB = (twos & twosC) | (mixed & twosD);
    twos = mixed ^ twosD;
    mixed = fours ^ foursA;
    let carry = (fours & foursA) | (mixed & foursB);
    fours = mixed ^ foursB;
    for (let plane = 3; carry !== 0; plane++) {
      const before = planes[plane]!;
      planes[plane] = before ^ carry;
      carry &= before;
    }
  }
  planes[0] = ones;
  planes[1] = twos;
  planes[2] = fours;
  return top + 1;
}
