import { isArabic } from './arabic-pieces.js';
import { classOf, mark, word } from './code-points.js';
import { isHangul } from './hangul.js';
import { equalPairs, spellingLines } from './spelling-tables.js';

/*
 * Forms of letters that a language allows for one another, from spelling-tables.ts, by code unit.
 */

export const smallI = 0x69;
export const dotAbove = 0x307;
export const [grave, acute, circumflex] = [0x300, 0x301, 0x342] as const;
export const [virama, anusvara] = [0x94d, 0x902] as const;
const yehWithHamza = 0x626;

/** Roles of code units. */
export const plain = 0;
const replaced = 1;
/** A combining mark, which is dropped after some letters. */
export const combining = 2;
export const hangul = 3;
/** A Devanagari nasal consonant, which may be written as a dot. */
export const nasal = 4;
/** A letter of Arabic script; see arabic-pieces.ts. */
export const arabic = 5;
/** The first unit of a pair that is replaced. */
const paired = 6;

export const roleOf = new Uint8Array(0x10000);
/** Replacements by code unit. `markKindOf` holds the kind of mark that a replacement removes. */
const replacements = new Map<number, string>();
export const markKindOf = new Uint8Array(0x10000);

for (let unit = 0x600; unit < 0x900; unit++) {
  if (isArabic(unit) && classOf[unit] === word) roleOf[unit] = arabic;
}
for (let unit = 0x300; unit < 0x370; unit++) roleOf[unit] = combining;
for (const [, from, to, kind] of spellingLines.matchAll(/([0-9a-f]+)=([0-9a-f+]*)([A-Z])/g)) {
  const unit = Number.parseInt(from!, 16);
  const letters = to!.split('+').filter((each) => each !== '');
  roleOf[unit] = replaced;
  markKindOf[unit] = kind!.charCodeAt(0);
  replacements.set(unit, String.fromCharCode(...letters.map((each) => Number.parseInt(each, 16))));
}
for (let unit = 0xac00; unit <= 0xd7a3; unit++) roleOf[unit] = hangul;
/** Replacements of pairs of units. A key is both units as a string. */
const pairs = new Map<string, string>();
for (const [, from, to] of equalPairs.matchAll(/(\S+)=(\S+)/g)) {
  const [pair, replacement] = [from!, to!].map((units) =>
    String.fromCharCode(...units.split('+').map((each) => Number.parseInt(each, 16))),
  ) as [string, string];
  pairs.set(pair, replacement);
  roleOf[pair.charCodeAt(0)] = paired;
}
/**
 * For each nasal, the consonants with the same place of articulation. The nasal may be written as a dot before them.
 */
const consonantsAfter = new Map([
  [0x919, 'कखगघ'],
  [0x91e, 'चछजझ'],
  [0x923, 'टठडढ'],
  [0x928, 'तथदध'],
  [0x92e, 'पफबभ'],
]);
for (const unit of consonantsAfter.keys()) roleOf[unit] = nasal;

/**
 * Returns the replacement of a pair of units.
 * @param isVietnamese if false, pairs of Latin letters are not replaced, such as õe in Portuguese
 */
export function pairAt(
  unit: number,
  next: number | undefined,
  isVietnamese: boolean,
): string | undefined {
  if (roleOf[unit] !== paired || (isLatin(unit) && !isVietnamese)) return undefined;
  return pairs.get(String.fromCharCode(unit, next ?? 0));
}

function isLatin(unit: number): boolean {
  return unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00);
}

/** Returns the replacement of a unit, given the unit before it; null if the unit stays. */
export function replacementAt(unit: number, before: number): string | null {
  // At the start of a word, a yeh with hamza is a letter of Uyghur or Kurdish; in Arabic, no word begins with it.
  if (unit === yehWithHamza && (classOf[before]! & ~mark) !== word) return null;
  if (roleOf[unit] === replaced) return replacements.get(unit)!;
  return roleOf[unit] === combining && isOptionalAfter(unit, before) ? '' : null;
}

/**
 * Tests if a combining mark may be dropped after the letter `before`: a Greek accent, a Cyrillic stress mark, or the
 * dot of an i.
 */
function isOptionalAfter(unit: number, before: number): boolean {
  if (isGreek(before)) return true;
  if (before >= 0x400 && before < 0x530) return unit === grave || unit === acute;
  return unit === dotAbove && before === smallI;
}

/** Returns the script of a unit: `hangul`, `arabic`, or `plain` for all other scripts. */
export function scriptOf(unit: number): number {
  return isHangul(unit) ? hangul : isArabic(unit) ? arabic : plain;
}

function isGreek(unit: number): boolean {
  return (unit >= 0x370 && unit < 0x400) || (unit >= 0x1f00 && unit < 0x2000);
}

/**
 * Tests if a nasal is written before a consonant of its place of articulation, where it may also be a dot.
 * @param sign the unit after the nasal
 * @param consonant the unit after the sign
 */
export function isDottable(unit: number, sign?: number, consonant?: number): boolean {
  if (sign !== virama || consonant === undefined) return false;
  return consonantsAfter.get(unit)!.includes(String.fromCharCode(consonant));
}
