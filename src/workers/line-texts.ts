import { unpackPage } from '../fingerprint/packed-reading.js';
import { findLines } from '../fingerprint/reading.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { readingPlaces, sign } from '../fingerprint/sign.js';
import { createToTextRange, type ToTextRange, textAround } from '../fingerprint/text-ranges.js';
import { toSiteLine } from '../matching/site-lines.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { unpackPageText } from '../text/kept-text.js';

/** See `Signer.lineTexts`. */
export function lineTexts(
  packed: Uint8Array,
  wanted: readonly number[],
  recipe: Recipe,
  dictionaries: Dictionaries,
): Map<number, string> {
  const page = unpackPageText(packed);
  const found = new Map<number, string>();
  const wantedLines = new Set(wanted);
  const { evidence } = sign({ kind: 'text', ...page }, recipe, dictionaries);
  const words = evidence && unpackPage(evidence);
  if (!words) return found;
  const lines = findLines(words);
  const { mainCount } = lines;
  addFrom(page.text, 0, mainCount, 0);
  addFrom(page.rest ?? '', mainCount, lines.hashes.length, words.mainCount);
  return found;

  /** @param firstWord number of the first word of the text among the words of the page */
  function addFrom(text: string, first: number, last: number, firstWord: number): void {
    let toTextRange: ToTextRange | undefined;
    for (let line = first; line < last; line++) {
      const hash = toSiteLine(lines.hashes[line]!);
      if (found.has(hash) || !wantedLines.has(hash)) continue;
      // Locating the words takes as long as signing, and most pages have the lines in one of their two parts.
      toTextRange ??= createToTextRange(text, readingPlaces(text, recipe, dictionaries), false);
      const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
      const range = toTextRange(start - firstWord, end - firstWord);
      found.set(hash, textAround(text, range, undefined).text);
    }
  }
}
