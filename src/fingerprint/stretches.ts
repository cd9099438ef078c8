import type { WordPlaces } from '../text/word-places.js';

/** A stretch of a text, in UTF-16 code units, the end exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Cut off after some hundred characters; undefined: not requested. */
  readonly text?: string | undefined;
}

/** Most passages that are listed of a text, and of all together. */
export const passagesMax = 100;
const textLengthMax = 500;

export type ToStretch = (start: number, end: number) => Stretch;

/** Returns a function from words to characters. */
export function stretcher(
  text: string,
  { starts, ends }: WordPlaces,
  withTexts: boolean,
): ToStretch {
  return (firstWord, endWord) => {
    const start = starts[firstWord]!;
    const end = Math.max(start, ends[endWord - 1]!);
    if (!withTexts) return { start, end };
    return {
      start,
      end,
      text: text.slice(start, Math.min(end, start + textLengthMax)).toWellFormed(),
    };
  };
}

/** The passages with the most words, in the order of the text. */
export function longestPassages<P extends Pick<Stretch, 'start' | 'end'>>(
  passages: readonly P[],
): P[] {
  return [...passages]
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, passagesMax)
    .sort((a, b) => a.start - b.start);
}
