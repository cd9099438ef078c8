import { normalize } from './normalize.js';
import { toUnits, type Units } from './units.js';

/*
 * Arabic script. Writers separate words with a space, with a non-joiner, or not at all: نقشه‌های, نقشه های, نقشههای. So
 * the words between two punctuation marks are joined, then cut between two letters whose weight is a local minimum. A
 * cut depends only on the letters near it, so all three spellings are cut alike, and an edit moves only the cuts beside
 * it. A piece has five letters on average, about the length of a word.
 */

/** Tests for a letter or mark of Arabic script in normalised text. */
export function isArabic(unit: number): boolean {
  return (
    (unit >= 0x610 && unit < 0x700) ||
    (unit >= 0x750 && unit < 0x780) ||
    (unit >= 0x870 && unit < 0x900)
  );
}

/** Number of positions on either side whose weights a local minimum is compared with. */
const reach = 2;

/**
 * Cuts a row of letters into pieces. Returns the end of each piece, in order; the last is the end of the row.
 * @param kept start and end of each range that must not be cut (negations), in pairs
 */
export function pieceEnds(
  units: Units,
  start: number,
  end: number,
  kept: readonly number[],
): number[] {
  const ends: number[] = [];
  let from = start;
  for (let pair = 0; pair <= kept.length; pair += 2) {
    const to = kept[pair] ?? end;
    for (let at = from + 2; at < to - 1; at++) {
      if (isCut(units, at, from, to)) ends.push(at);
    }
    if (to > from) ends.push(to);
    if (pair < kept.length) ends.push(kept[pair + 1]!);
    from = kept[pair + 1] ?? end;
  }
  return ends;
}

/**
 * Returns true if the weight between the letters before and after `at` is a local minimum. If several weights are
 * equal, only the first is a minimum.
 */
function isCut(units: Units, at: number, start: number, end: number): boolean {
  const weight = weightAt(units, at);
  for (let before = Math.max(start + 1, at - reach); before < at; before++) {
    if (weightAt(units, before) <= weight) return false;
  }
  for (let after = at + 1; after <= Math.min(end - 1, at + reach); after++) {
    if (weightAt(units, after) < weight) return false;
  }
  return true;
}

function weightAt(units: Units, at: number): number {
  const product = Math.imul((units[at - 1]! << 16) | units[at]!, 0x85eb_ca6b);
  return Math.imul(product ^ (product >>> 13), 0xc2b2_ae35) >>> 8;
}

/** Returns a normalised text with its Arabic words cut into pieces, separated by spaces. */
export function withPieces(normalized: string): string {
  return normalized.replace(arabicWords, (words) => {
    const letters = words.replaceAll(' ', '');
    const ends = pieceEnds(toUnits(letters), 0, letters.length, []);
    return ends.map((end, index) => letters.slice(ends[index - 1] ?? 0, end)).join(' ');
  });
}

const letter = '(?=[\\p{L}\\p{M}])[\u0610-\u06ff\u0750-\u077f\u0870-\u08ff]';
const arabicWords = new RegExp(`(?:${letter})+(?: (?:${letter})+)*`, 'gu');

const denying: ReadonlySet<string> = new Set(
  'لا لم لن ليس ولا ولم ولن غير بدون نه نمی نیست'
    .split(' ')
    .map((each) => normalize(each, { lowerCase: true })),
);
/** Negations that may be joined to the next word: نمی‌شود, غیرقانونی, بدون. */
const denyingPrefixes = ['نمی', 'غیر', 'بدون'];
const denyingMax = 4;

/** Number of letters in the negation that starts a word; 0 if there is none. */
export function denyingLength(units: Units, start: number, end: number): number {
  const first = String.fromCharCode(...units.subarray(start, Math.min(end, start + denyingMax)));
  if (end - start <= denyingMax && denying.has(first)) return end - start;
  return denyingPrefixes.find((prefix) => first.startsWith(prefix))?.length ?? 0;
}
