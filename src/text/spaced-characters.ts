import { classOf, han, kana, mark, separator, space } from './code-points.js';
import { isBracket } from './glosses.js';
import { codePointAt, type Units } from './units.js';

/**
 * Kinds of code units, for finding spaced-out characters. Surrogates count as symbols.
 *
 *   letter   a letter, digit or mark of a script other than Chinese and Japanese
 *   hanzi    Han or kana
 */
const symbol = 0;
export const letter = 1;
export const hanzi = 2;
const gapSpace = 3;

/** Kind of each code unit. */
export const kindOf = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const found = classOf[unit]! & ~mark;
  if (found === space) return gapSpace;
  if (found === han || found === kana) return hanzi;
  return found === separator || found >= 9 ? symbol : letter;
});

/**
 * Minimum number of pairs of single Han or kana that a space or symbol must separate to count as the filler of a text
 * (see `joinSpacedCharacters`). It applies if fewer pairs of Han or kana are adjacent than are separated.
 */
export const fillersMin = 4;
/**
 * Minimum that applies instead of `fillersMin` if at least as many pairs of Han or kana are adjacent as are separated.
 * In such a text, the separated characters may just be a list.
 */
export const fillersMinBeside = 8;
/** Minimum number of spaced-out letters that are read as one word. Three or four may be initials or a list. */
export const lettersMin = 5;

/**
 * Joins spaced-out characters. A character is single if neither of its neighbours is of the same kind.
 *
 *   中 国 人 民       single Han or kana with one space between two of them
 *   中*国*a*1*2       single characters of one kind separated by the filler. For Han or kana,
 *                     the filler is the space or symbol that separates most of them, provided it is
 *                     frequent and rare elsewhere
 *   w o r d s         single letters of an alphabet with the same space or symbol between them, at
 *                     least `lettersMin`
 *
 * No language is written like this: the longest row of single letters in 18,000 real pages is `f e d c`, from a
 * diagram. The comma of a list (金、木、水) is not a filler, because it also separates longer words. Rows of digits alone
 * are left as they are, since tables contain them.
 * @param units normalised; the start of this array is overwritten
 * @param filler filler of this text as a code point; −1 if it has none
 * @returns the part of the array that holds the joined text
 */
export function joinSpacedCharacters(units: Units, filler = findFiller(units)): Units {
  const text = units.slice();
  let written = 0;
  let kept = 0;
  let endOfRow = 0;
  for (let index = 1; index < text.length; index++) {
    if (!isGap(kindOf[text[index]!]!)) continue;
    const width = gapWidth(text, index);
    if (width === 0 || !isWithinSpaced(index, width)) continue;
    units.set(text.subarray(kept, index), written);
    written += index - kept;
    kept = index + width;
  }
  units.set(text.subarray(kept), written);
  return units.subarray(0, written + text.length - kept);

  function isWithinSpaced(index: number, width: number): boolean {
    const ofHanzi = kindOf[text[index - 1]!] === hanzi;
    const parts = separatesSingles(text, index, width);
    if (parts && index >= endOfRow) endOfRow = endOfLetters(text, index);
    if (parts && (index < endOfRow || (ofHanzi && text[index] === spaceUnit))) return true;
    return (parts || ofHanzi) && codePointAt(text, index) === filler;
  }
}

/** Tests if a gap is the first one in a word whose letters are spaced out, such as "s h i p s". */
export function isRowOfLetters(text: Units, gapIndex: number): boolean {
  return separatesSingles(text, gapIndex, 1) && endOfLetters(text, gapIndex) > gapIndex;
}

const spaceUnit = 0x20;
/** İ becomes two code units in lower case, so it always counts as two letters. */
const dottedI = 0x130;

/** Returns the filler of a text as a code point; −1 if it has none. */
export function findFiller(text: Units): number {
  const parted = new Map<number, { hanzi: number; all: number }>();
  /** Number of pairs of adjacent Han or kana characters. */
  let beside = 0;
  for (let index = 1; index < text.length; index++) {
    const kind = kindOf[text[index]!]!;
    const before = kindOf[text[index - 1]!]!;
    if (!isGap(kind)) {
      if (kind === hanzi && before === hanzi) beside++;
      continue;
    }
    if (isGap(before)) continue;
    const width = gapWidth(text, index);
    if (width === 0 || !separatesSingles(text, index, width)) continue;
    const gap = codePointAt(text, index);
    const counts = parted.get(gap) ?? { hanzi: 0, all: 0 };
    if (before === hanzi) counts.hanzi++;
    counts.all++;
    parted.set(gap, counts);
  }
  const [most] = [...parted].sort(([, a], [, b]) => b.hanzi - a.hanzi);
  if (most === undefined) return -1;
  const [gap, { hanzi: count, all }] = most;
  if (count < (beside < count ? fillersMin : fillersMinBeside) || isBracket(gap)) return -1;
  let occurrences = 0;
  for (let index = 0; index < text.length; index++) {
    if (codePointAt(text, index) === gap) occurrences++;
  }
  return 2 * all >= occurrences ? gap : -1;
}

/**
 * Tests if a space or symbol of one code unit is more frequent elsewhere than between single characters, and so cannot
 * be a filler.
 */
export function standsElsewhere(text: Units, gap: number): boolean {
  let elsewhere = 0;
  let parts = 0;
  for (let index = text.indexOf(gap); index >= 0; index = text.indexOf(gap, index + 1)) {
    if (separatesSingles(text, index, 1)) parts++;
    else elsewhere++;
  }
  return elsewhere > parts;
}

function isGap(kind: number): boolean {
  return kind === gapSpace || kind === symbol;
}

/** Number of code units in the space or symbol between two characters; 0 if there is none. */
export function gapWidth(text: Units, index: number): number {
  if (!isGap(kindOf[text[index]!]!)) return 0;
  const codePoint = codePointAt(text, index);
  if (codePoint <= 0xffff) return 1;
  return classOf[codePoint] === separator ? 2 : 0;
}

/** Tests if a gap separates two single characters of the same kind. */
export function separatesSingles(text: Units, gapIndex: number, width: number): boolean {
  const kind = kindOf[text[gapIndex - 1]!];
  if (kind !== letter && kind !== hanzi) return false;
  return isSingle(text, gapIndex - 1, kind) && isSingle(text, gapIndex + width, kind);
}

function isSingle(text: Units, index: number, kind: number): boolean {
  return (
    kindOf[text[index]!] === kind &&
    text[index] !== dottedI &&
    kindOf[text[index - 1]!] !== kind &&
    kindOf[text[index + 1]!] !== kind
  );
}

/**
 * Returns the index of the last letter of the spaced-out word whose first gap is at `gapIndex`; `gapIndex` if there is
 * no such word.
 */
function endOfLetters(text: Units, gapIndex: number): number {
  const gap = text[gapIndex]!;
  let end = gapIndex - 1;
  if (!isOfAlphabet(text[end]!)) return gapIndex;
  while (
    text[end + 1] === gap &&
    gapWidth(text, end + 1) === 1 &&
    separatesSingles(text, end + 1, 1) &&
    isOfAlphabet(text[end + 2]!)
  ) {
    end += 2;
  }
  return 1 + (end - (gapIndex - 1)) / 2 >= lettersMin ? end : gapIndex;
}

/**
 * Tests for a Latin, Greek or Cyrillic letter. In other scripts, one-letter words in a row can be normal, such as the
 * one-syllable words of Korean.
 */
function isOfAlphabet(unit: number): boolean {
  const inRange = unit > 0x39 && (unit < 0x530 || (unit >= 0x1e00 && unit < 0x2000));
  return inRange && (classOf[unit]! & mark) === 0;
}
