import { unpackPage } from '../fingerprint/packed-reading.js';
import { findLines } from '../fingerprint/reading.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { readingPlaces, sign } from '../fingerprint/sign.js';
import { createToTextRange, textAround } from '../fingerprint/text-ranges.js';
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
  const { rest = '' } = page;
  const found = new Map<number, string>();
  const { evidence } = sign({ kind: 'text', ...page }, recipe, dictionaries);
  const words = evidence && unpackPage(evidence);
  if (!words || rest === '') return found;
  const lines = findLines(words);
  const toTextRange = createToTextRange(rest, readingPlaces(rest, recipe, dictionaries), false);
  for (let line = lines.mainCount; line < lines.hashes.length; line++) {
    const hash = toSiteLine(lines.hashes[line]!);
    if (found.has(hash) || !wanted.includes(hash)) continue;
    const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
    const range = toTextRange(start - words.mainCount, end - words.mainCount);
    found.set(hash, textAround(rest, range, undefined).text);
  }
  return found;
}
