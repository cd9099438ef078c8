import type { WordPlaces } from '../text/word-places.js';

/** A range of a text, with positions in UTF-16 code units and an exclusive end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** Text of the range, cut after 500 UTF-16 code units; undefined if not requested. */
  readonly text?: string | undefined;
}

/** Maximum number of passages listed per text, and in total. */
export const passagesMax = 100;
const textLengthMax = 500;

export type ToTextRange = (start: number, end: number) => TextRange;

/** Returns a function that converts word positions to the range of text that they cover. */
export function createToTextRange(
  text: string,
  { starts, ends }: WordPlaces,
  withTexts: boolean,
): ToTextRange {
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

/** Returns the passages with the most words, in text order. */
export function longestPassages<P extends Pick<TextRange, 'start' | 'end'>>(
  passages: readonly P[],
): P[] {
  return [...passages]
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, passagesMax)
    .sort((a, b) => a.start - b.start);
}
