import { classOf, han, kana, mark, separator, space } from './code-points.js';
import { isBracket } from './glosses.js';
import { codePointOf, type Units } from './units.js';

/**
 * Kinds of code units in rows of characters that stand apart. Pairs of surrogates count as symbols.
 *
 *   letter   a letter, digit or mark of a script other than Chinese and Japanese
 *   hanzi    Han or kana
 */
const symbol = 0;
export const letter = 1;
export const hanzi = 2;
const gapSpace = 3;

/** One of these four for each code unit. */
export const kindOf = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const found = classOf[unit]! & ~mark;
  if (found === space) return gapSpace;
  if (found === han || found === kana) return hanzi;
  return found === separator || found >= 9 ? symbol : letter;
});

/** So often at least a space or symbol stands between two single Han or kana if it parts all. */
export const fillersMin = 4;
/** The same in a text that also has Han or kana side by side: it may have a list. */
export const fillersMinBeside = 8;
/** Least number of single letters in a row that are one word; three or four may be initials or a list. */
export const lettersMin = 5;

/**
 * Joins characters that stand apart. A character is single if neither neighbour is of its kind.
 *
 *   中 国 人 民       single Han or kana with one space between two of them
 *   中*国*a*1*2       single characters of one kind with the filler between them, and Han or kana:
 *                     the space or symbol that parts more single Han or kana than any other, often
 *                     enough, and hardly stands elsewhere
 *   w o r d s         single letters of an alphabet with the same space or symbol between them, at
 *                     least `lettersMin`
 *
 * No language writes such rows: the longest row of single letters in 18,000 real pages is `f e d c`,
 * from a diagram. A list (金、木、水) also uses its comma between longer words. Digits alone are no
 * row, since tables have them.
 * @param units normalised; the start of this array is overwritten
 * @param filler of this text
 * @returns the part of the array that holds the joined text
 */
export function joinApart(units: Units, filler = fillerOf(units)): Units {
  const text = units.slice();
  let written = 0;
  let kept = 0;
  let endOfRow = 0;
  for (let index = 1; index < text.length; index++) {
    if (!isGap(kindOf[text[index]!]!)) continue;
    const width = gapWidth(text, index);
    if (width === 0 || !joins(index, width)) continue;
    units.set(text.subarray(kept, index), written);
    written += index - kept;
    kept = index + width;
  }
  units.set(text.subarray(kept), written);
  return units.subarray(0, written + text.length - kept);

  function joins(index: number, width: number): boolean {
    const ofHanzi = kindOf[text[index - 1]!] === hanzi;
    const parts = partsSingles(text, index, width);
    if (parts && index >= endOfRow) endOfRow = endOfLetters(text, index);
    if (parts && (index < endOfRow || (ofHanzi && text[index] === spaceUnit))) return true;
    return (parts || ofHanzi) && codePointOf(text, index) === filler;
  }
}

/** Tests if the first gap of a row of single letters that are one word is here. */
export function isRowOfLetters(text: Units, gapIndex: number): boolean {
  return partsSingles(text, gapIndex, 1) && endOfLetters(text, gapIndex) > gapIndex;
}

const spaceUnit = 0x20;
/** Its lower case is two code units, so it counts as two letters in either case. */
const dottedI = 0x130;

/** The filler of a text as a code point; −1 if it has none. */
export function fillerOf(text: Units): number {
  const parted = new Map<number, { hanzi: number; all: number }>();
  /** Pairs of Han or kana side by side. */
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
    if (width === 0 || !partsSingles(text, index, width)) continue;
    const gap = codePointOf(text, index);
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
    if (codePointOf(text, index) === gap) occurrences++;
  }
  return 2 * all >= occurrences ? gap : -1;
}

/** Tests if a space or symbol of one code unit occurs elsewhere so often that it is no filler. */
export function standsElsewhere(text: Units, gap: number): boolean {
  let elsewhere = 0;
  let parts = 0;
  for (let index = text.indexOf(gap); index >= 0; index = text.indexOf(gap, index + 1)) {
    if (partsSingles(text, index, 1)) parts++;
    else elsewhere++;
  }
  return elsewhere > parts;
}

function isGap(kind: number): boolean {
  return kind === gapSpace || kind === symbol;
}

/** The code units of the space or symbol that stands here between two characters, else 0. */
export function gapWidth(text: Units, index: number): number {
  if (!isGap(kindOf[text[index]!]!)) return 0;
  const codePoint = codePointOf(text, index);
  if (codePoint <= 0xffff) return 1;
  return classOf[codePoint] === separator ? 2 : 0;
}

/** Tests if two single characters of one kind are on either side of a gap. */
export function partsSingles(text: Units, gapIndex: number, width: number): boolean {
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

/** The last letter of the row whose first gap is here; the gap itself if the row is no word. */
function endOfLetters(text: Units, gapIndex: number): number {
  const gap = text[gapIndex]!;
  let end = gapIndex - 1;
  if (!isOfAlphabet(text[end]!)) return gapIndex;
  while (
    text[end + 1] === gap &&
    gapWidth(text, end + 1) === 1 &&
    partsSingles(text, end + 1, 1) &&
    isOfAlphabet(text[end + 2]!)
  ) {
    end += 2;
  }
  return 1 + (end - (gapIndex - 1)) / 2 >= lettersMin ? end : gapIndex;
}

/** Tests for Latin, Greek or Cyrillic: Korean, for example, has words of one syllable in rows. */
function isOfAlphabet(unit: number): boolean {
  const inRange = unit > 0x39 && (unit < 0x530 || (unit >= 0x1e00 && unit < 0x2000));
  return inRange && (classOf[unit]! & mark) === 0;
}
