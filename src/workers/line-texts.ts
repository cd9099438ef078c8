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
  const { text, rest = '' } = page;
  const found = new Map<number, string>();
  const { evidence } = sign({ kind: 'text', ...page }, recipe, dictionaries);
  const words = evidence && unpackPage(evidence);
  if (!words) return found;
  const lines = findLines(words);
  const toRange = (of: string) =>
    createToTextRange(of, readingPlaces(of, recipe, dictionaries), false);
  const parts = {
    main: { of: text, toRange: toRange(text) },
    rest: { of: rest, toRange: toRange(rest) },
  };
  for (let line = 0; line < lines.hashes.length; line++) {
    const hash = toSiteLine(lines.hashes[line]!);
    if (found.has(hash) || !wanted.includes(hash)) continue;
    const isMain = line < lines.mainCount;
    const { of, toRange } = isMain ? parts.main : parts.rest;
    const first = isMain ? 0 : words.mainCount;
    const range = toRange(lines.starts[line]! - first, lines.starts[line + 1]! - first);
    found.set(hash, textAround(of, range, undefined).text);
  }
  return found;
}
