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
/** Below this share of common numbers two texts that begin differently have other numbers. */
const numbersMin = 0.92;
/** Below this share of so many numbers two texts have other numbers, however they begin. */
const numbersAloneMin = 0.6;
/** Fewer numbers say little: a page has the year of its last visit. */
const comparedNumbersMin = 3;

/**
 * What contradicts it that two alike texts are the same; nothing is known to where one has no traits.
 * Other first words contradict only with other numbers: a corrected title leaves the numbers, a page
 * crawled again has other counters below the same title. Found with the pairs that readers labelled
 * (docs/decisions/0017).
 */
export function contradictionsOf(
  a: Uint8Array | null,
  b: Uint8Array | null,
): readonly Contradiction[] {
  if (a === null || b === null) return none;
  const { beginning, numbers, comparedNumbers, ownSubjects } = compareTraits(a, b);
  const otherNews = beginning < beginningMin && numbers < numbersMin;
  const otherNumbers = numbers < numbersAloneMin && comparedNumbers >= comparedNumbersMin;
  const speaks = [otherNews, otherNews || otherNumbers, ownSubjects > 0];
  return speaks.includes(true) ? contradictions.filter((_, index) => speaks[index]) : none;
}
