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
/** Number of UTF-16 code units shown before the first new words of a line that is too long to be shown whole. */
const contextLength = 100;

export type ToTextRange = (start: number, end: number) => TextRange;

/** Returns the part of a text to show of a line with new words: the whole line, or the part around the first of them. */
export function textAround(text: string, line: TextRange, newStart: number | undefined) {
  const latest = Math.max(line.start, line.end - textLengthMax);
  const textStart = Math.min(latest, Math.max(line.start, (newStart ?? 0) - contextLength));
  const textEnd = Math.min(line.end, textStart + textLengthMax);
  return { textStart, text: text.slice(textStart, textEnd).toWellFormed() };
}

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
