import { type Lexicon, lengthOf, textOf } from './lexicon.js';
import { ownStopWordBit, type StopWordLanguage, stopWordBits } from './stop-words.js';

/** Returns a test for words of `segment` that are features of a recipe: not stop words, and long enough. */
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

/** Fields of a recipe that determine which words are features. */
export interface FeatureOptions {
  /** Minimum length in code points. */
  readonly minTermLength: number;
  readonly stopWords: readonly StopWordLanguage[];
}

function isLong(lexicon: Lexicon, number: number, minTermLength: number): boolean {
  return minTermLength <= 255
    ? lengthOf(lexicon, number) >= minTermLength
    : [...textOf(lexicon, number)].length >= minTermLength;
}
