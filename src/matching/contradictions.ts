import { compareTraits } from '../fingerprint/traits.js';

/**
 * What speaks against it that two alike texts are the same. Told to people, so in words; the list is
 * in this order everywhere.
 */
export const contradictions = ['other first words', 'other numbers', 'other subject'] as const;

export type Contradiction = (typeof contradictions)[number];

const none: readonly Contradiction[] = [];

/** Below this share of common first words two texts begin differently. */
const beginningMin = 0.7;
/** Below this share of common numbers two texts have other numbers. */
const numbersMin = 0.9;

/**
 * What contradicts it that two alike texts are the same; nothing is known to where one has no traits.
 * Other first words and other numbers contradict only together: a corrected title leaves the numbers,
 * a page crawled again has other counters below the same title. Found with the pairs that readers
 * labelled (docs/decisions/0017).
 */
export function contradictionsOf(
  a: Uint8Array | null,
  b: Uint8Array | null,
): readonly Contradiction[] {
  if (a === null || b === null) return none;
  const { beginning, numbers, subject } = compareTraits(a, b);
  const otherNews = beginning < beginningMin && numbers < numbersMin;
  if (otherNews) return subject ? contradictions : contradictions.slice(0, 2);
  return subject ? contradictions.slice(2) : none;
}
