import { type Lexicon, lengthOf, textOf } from './lexicon.js';
import { ownStopWordBit, type StopWordLanguage, stopWordBits } from './stop-words.js';

/**
 * Tells which words of `segment` are features by a recipe. Stop words and words that are too short
 * are not.
 */
export function featureTest(
  { minTermLength, stopWords }: FeatureOptions,
  lexicon: Lexicon,
): (number: number) => boolean {
  const dropped = stopWordBits(stopWords) | ownStopWordBit;
  const bits = lexicon.stopWordBits;
  return (number) =>
    (minTermLength <= 1 || isLong(lexicon, number, minTermLength)) &&
    (number >= bits.length || (bits[number]! & dropped) === 0);
}

/** The fields of a recipe that decide which words are features. */
export interface FeatureOptions {
  /** In code points. */
  readonly minTermLength: number;
  readonly stopWords: readonly StopWordLanguage[];
}

function isLong(lexicon: Lexicon, number: number, minTermLength: number): boolean {
  return minTermLength <= 255
    ? lengthOf(lexicon, number) >= minTermLength
    : [...textOf(lexicon, number)].length >= minTermLength;
}
