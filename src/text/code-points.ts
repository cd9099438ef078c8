import { unicodeClasses } from './unicode-classes.js';

/**
 * Classes of code points, from the tables of one fixed Unicode version (16.0). The tables of the running Node are never
 * used: a text must have the same words on every version of Node.
 *
 * `mark` is a flag added to the class: the code point combines with the one before it.
 */
export const unassigned = 0;
/** Punctuation, symbols and private use: kept in the text, separate words. */
export const separator = 1;
export const space = 2;
export const control = 3;
/** Default ignorable: joiners, soft hyphen, variation selectors, direction marks, fillers. */
export const invisible = 4;
/** A letter, mark or number of a script that has no separate class. */
export const word = 5;
export const han = 6;
export const kana = 7;
/** Thai, Lao, Khmer and Myanmar, which are written without spaces between words. */
export const syllabic = 8;
export const surrogate = 9;
export const mark = 16;

export const codePointCount = 0x110000;

/** Class of each code point, with the `mark` flag. One byte each. */
export const classOf: Uint8Array = decode(unicodeClasses);

/**
 * Decodes sequences of code points of one class. Each is written as its length in base 36, then the class as an
 * upper-case letter (unicode-classes.ts).
 */
function decode(runs: string): Uint8Array {
  const result = new Uint8Array(codePointCount);
  let start = 0;
  for (const [, length, letter] of runs.replaceAll('\n', '').matchAll(/([0-9a-z]+)([A-Z])/g)) {
    const end = start + Number.parseInt(length!, 36);
    result.fill(letter!.charCodeAt(0) - 65, start, end);
    start = end;
  }
  return result;
}
