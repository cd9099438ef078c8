import type { AnalysedFeatures } from './analyse.js';
import type { Fingerprint } from './signature.js';
import { voteSums } from './simhash.js';

/**
 * A bit in which two fingerprints differ, with the smallest set of words whose removal gives one document the other's
 * bit.
 *
 *   bit 17    document a: 1, votes +9     words for 1, heaviest first: 北京 6, 大学 5, 生活 2
 *             without 北京 +3, also without 大学 −2 → 0
 *
 * A bit flips once the removed votes outweigh its margin. Each word that votes for the bit removes its own weight, so
 * removing the heaviest words first gives the smallest set.
 */
export interface DifferingBit {
  /** Index of the bit; 63 is the highest. */
  readonly bit: number;
  readonly a: 0 | 1;
  readonly b: 0 | 1;
  /** Null if more than `flipTermsMax` words would have to be removed, or if the words are unknown. */
  readonly flip: BitFlip | null;
}

export interface BitFlip {
  /** Document that contains the features: the one that needs fewer, or a if both need equally many. */
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
export function differingBits(a: Voted, b: Voted): DifferingBit[] {
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

/** Returns the words whose removal flips the bit from `now`; null if there are too many. */
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
