import type { AnalysedFeatures } from './analyse.js';
import type { Fingerprint } from './signature.js';
import { voteSums } from './simhash.js';

/**
 * A bit in which two fingerprints differ, with the smallest set of words whose removal would give
 * one document the bit of the other.
 *
 *   bit 17    document a: 1, votes +9     words for 1, the heaviest first: 北京 6, 大学 5, 生活 2
 *             without 北京 +3, without 大学 as well −2 → 0
 *
 * A bit flips as soon as the removed votes outweigh its margin. Each word that votes for the bit
 * removes its own weight, so no set is smaller than the heaviest of these words in their order.
 */
export interface DifferingBit {
  /** 63 for the highest. */
  readonly bit: number;
  readonly a: 0 | 1;
  readonly b: 0 | 1;
  /** Null if more than `flipTermsMax` words would have to be removed, or if no words are known. */
  readonly flip: BitFlip | null;
}

export interface BitFlip {
  /** The document that these are features of: the one that needs fewer; a if both need as many. */
  readonly document: 'a' | 'b';
  readonly terms: readonly string[];
}

interface Voted {
  readonly fingerprint: Fingerprint;
  /** The heaviest first; null: not known. */
  readonly features: AnalysedFeatures | null;
}

export const flipTermsMax = 10;

/** The bits that differ, from 63 to 0. */
export function differingBits(a: Voted, b: Voted): DifferingBit[] {
  const [votesA, votesB] = [votesOf(a), votesOf(b)];
  const result: DifferingBit[] = [];
  for (let bit = 63; bit >= 0; bit--) {
    const [inA, inB] = [bitOf(a.fingerprint, bit), bitOf(b.fingerprint, bit)];
    if (inA === inB) continue;
    const ofA = votesA && flippingTerms(votesA, bit, inA);
    const ofB = votesB && flippingTerms(votesB, bit, inB);
    result.push({ bit, a: inA, b: inB, flip: fewerTerms(ofA, ofB) });
  }
  return result;
}

interface Votes {
  readonly features: AnalysedFeatures;
  /** Sums by bit, from 0 to 63. */
  readonly sums: readonly number[];
}

function votesOf({ features }: Voted): Votes | null {
  if (features === null) return null;
  const { high, low, weights } = features;
  return { features, sums: [...voteSums(low, weights), ...voteSums(high, weights)] };
}

/** The words whose removal flips the bit from `now`; null if there are too many. */
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

function bitOf({ high, low }: Fingerprint, bit: number): 0 | 1 {
  return (((bit < 32 ? low : high) >>> (bit & 31)) & 1) as 0 | 1;
}
