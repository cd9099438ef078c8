import { classOf, control, invisible, mark, space, surrogate, unassigned } from './code-points.js';
import { decimalZeros } from './spelling-tables.js';
import { createUnitBuffer, textOfUnits, type Units, unitsOf } from './units.js';

/**
 * One form for texts that read the same. In this order:
 *
 *   1. by code point: lone surrogates and NUL become U+FFFD, what Unicode 16 does not assign and
 *      control characters become spaces, invisible characters go, and so does the 31st mark in a row;
 *      signs and letters of one meaning become one (see `foldOf`)
 *   2. NFKC, lower case, NFKC again (lower case can make a pair composable: H̱ → h + U+0331 → ẖ)
 *   3. step 1 again, as step 2 may lengthen a row of marks
 *   4. runs of white space become one space, none at either end
 *
 * Unassigned code points go first because a later Unicode may give them a decomposition or a lower
 * case, and Nodes of one major line differ in Unicode version. For assigned ones NFKC and case
 * pairs never change (Unicode stability policies). The one context of lower case, final sigma,
 * depends on properties without that promise, so every sigma becomes the same one.
 *
 * Invisible characters are removed inside words too, as NFKC_Casefold does: ZWNJ and ZWJ only shape
 * letters (Indic, emoji), a zero-width space or a soft hyphen only allows a line break,
 * and all of them get lost in copies of a page. This never joins two words, because none of these
 * scripts separates words with such characters alone; Khmer and Thai may, but are not cut at word
 * boundaries anyway. Only in Arabic script ZWNJ parts what others part with a space: there it is one.
 *
 * Marks are limited because NFKC sorts them in quadratic time: 2 MB of them on one letter take five
 * minutes. No writing system comes near 30 (Unicode Standard Annex 15, section 13, says so and
 * names the same limit).
 *
 * Most characters normalise alike whatever stands beside them. For the first 65,536 code points
 * tables remember the result; an entry is filled when its character is first met. So a text without
 * combining marks, conjoining Hangul and surrogate pairs is normalised by one look-up per
 * character:
 *
 *   image[unit] = x       becomes the code unit x, which is never 0
 *               = 0       look at `special`
 *   special[unit] = 0     not met yet
 *                 = -1    depends on its neighbours: the whole text takes the steps above
 *                 = 1 + i becomes expansions[i], which may be empty
 *
 * Processors often mispredict whether a character is a space after a space, so the code has no
 * branch for it: such a space is written, and the next character overwrites it.
 */
export function normalize(text: string, options: NormalizeOptions): string {
  return textOfUnits(normalizeUnits(text, options));
}

/** Returns code units instead of a string; they are valid until the next call. */
export function normalizeUnits(text: string, options: NormalizeOptions): Units {
  const table = options.lowerCase ? lowerCaseTable : 0;
  let gathered = 0;
  let last: number = spaceUnit;
  for (let from = 0; ; from += blockLength) {
    const length = Math.min(blockLength, text.length - from);
    const whole = length === text.length;
    sourceBytes.write(whole ? text : text.slice(from, from + length), 0, 'utf16le');
    let written = normalizeBlock(length, last, table);
    if (written < 0) return normalizeWithNeighbours(text, options);
    if (written > 0) last = output[written - 1]!;
    if (whole) {
      if (written > 0 && last === spaceUnit) written--;
      return output.subarray(0, written);
    }
    gather(gathered, written);
    gathered += written;
    if (from + length === text.length) {
      if (gathered > 0 && last === spaceUnit) gathered--;
      return long.units.subarray(0, gathered);
    }
  }
}

/**
 * Normalises `source` into `output`. These arrays are constants of the module, so
 * the compiler writes their addresses into the code; it would load the address of a variable each
 * time.
 * @param last the code unit that was written before
 * @returns how many code units were written; −1 if a character depends on its neighbours
 */
function normalizeBlock(length: number, last: number, table: number): number {
  let written = 0;
  let before = last;
  for (let index = 0; index < length; index++) {
    const unit = source[index]!;
    const becomes = image[table + unit]!;
    if (becomes !== 0) {
      output[written] = becomes;
      const apart = (becomes ^ spaceUnit) | (before ^ spaceUnit);
      written += (apart | (0 - apart)) >>> 31;
      before = becomes;
      continue;
    }
    if (special[table + unit] === 0) {
      learn(unit, table);
      index--;
      continue;
    }
    if (special[table + unit]! < 0) return -1;
    const expansion = expansions[special[table + unit]! - 1]!;
    const doubled = before === spaceUnit && expansion.charCodeAt(0) === spaceUnit;
    for (let at = doubled ? 1 : 0; at < expansion.length; at++) {
      before = expansion.charCodeAt(at);
      output[written++] = before;
    }
  }
  return written;
}

/** Non-joiners are replaced at once, as most texts with them have nothing else that depends on its neighbours. */
function normalizeWithNeighbours(text: string, options: NormalizeOptions): Units {
  if (!text.includes(nonJoiner)) return unitsOf(normalizeByCodePoint(text, options), long);
  return normalizeUnits(withSpacesForNonJoiners(text).replaceAll(nonJoiner, ''), options);
}

/** Adds what is in `output` to the text, where the text is longer than a block. */
function gather(gathered: number, written: number): void {
  if (gathered + written > long.units.length) {
    const before = long.units;
    Object.assign(long, createUnitBuffer(2 * (gathered + written)));
    long.units.set(before.subarray(0, gathered));
  }
  long.units.set(output.subarray(0, written), gathered);
}

export interface NormalizeOptions {
  readonly lowerCase: boolean;
}

/** The steps for any text, without the table. `normalize` must agree with it. */
export function normalizeByCodePoint(text: string, options: NormalizeOptions): string {
  let result = cleanCodePoints(withSpacesForNonJoiners(text)).normalize('NFKC');
  if (options.lowerCase) result = result.toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
  return cleanCodePoints(result).replace(/ {2,}/g, ' ').replace(/^ | $/g, '');
}

/** The text with a space instead of each non-joiner between letters of Arabic script. */
function withSpacesForNonJoiners(text: string): string {
  return text.includes(nonJoiner) ? text.replace(nonJoinersInArabic, ' ') : text;
}

const nonJoiner = '\u200c';
const nonJoinerUnit = 0x200c;
/** Ranges of blocks, because the tables of the running Node may know other letters. */
const arabicLetter = '[\u0610-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]';
const nonJoinersInArabic = new RegExp(`(?<=${arabicLetter})\u200c+(?=${arabicLetter})`, 'g');

/** The text with U+FFFD in place of every lone surrogate, so that it has a form in UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

const spaceUnit = 0x20;
/** Most combining marks in a row. */
const marksMax = 30;
/** Longer texts are normalised block by block, in code units. */
const blockLength = 2 ** 13;
/** Most code units that one code unit becomes: U+FDFA becomes 18. */
const expansionMax = 18;
const source = new Uint16Array(blockLength);
const sourceBytes = Buffer.from(source.buffer);
const output = new Uint16Array(expansionMax * blockLength);
const long = createUnitBuffer(2 * blockLength);
/** Tables by code unit, one as written and one in lower case: see `normalize`. */
const image = new Uint16Array(2 * 0x10000);
const special = new Int32Array(2 * 0x10000);
const expansions: string[] = [];
const lowerCaseTable = 0x10000;

function cleanCodePoints(text: string): string {
  let result = '';
  let kept = 0;
  let marks = 0;
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index)!;
    let replacement = foldOf(codePoint) ?? replacementOf(codePoint);
    if ((classOf[codePoint]! & mark) !== 0) {
      if (++marks > marksMax) replacement = '';
    } else if (replacement !== '') marks = 0;
    if (replacement !== null) {
      result += text.slice(kept, index) + replacement;
      kept = index + (codePoint > 0xffff ? 2 : 1);
    }
    if (codePoint > 0xffff) index++;
  }
  return result + text.slice(kept);
}

/** Returns the replacement of a code point in step 1; null: the code point stays. */
function replacementOf(codePoint: number): string | null {
  if (codePoint === 0) return '\uFFFD';
  switch (classOf[codePoint]) {
    case surrogate:
      return '\uFFFD';
    case unassigned:
    case control:
    case space:
      return ' ';
    case invisible:
      return '';
    default:
      return null;
  }
}

function learn(unit: number, table: number): void {
  const place = table + unit;
  const character = String.fromCharCode(unit);
  // At the ends of a text normalising drops the space that a character becomes or begins with.
  const space = (foldOf(unit) ?? replacementOf(unit))?.startsWith(' ') ? ' ' : '';
  const normalized =
    space + normalizeByCodePoint(character, { lowerCase: table === lowerCaseTable });
  if (dependsOnNeighbours(character) || dependsOnNeighbours(normalized)) special[place] = -1;
  else if (normalized.length === 1) image[place] = normalized.charCodeAt(0);
  else special[place] = expansions.push(normalized);
}

/** Tests if characters before or after this one can change its normal form. */
function dependsOnNeighbours(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (classOf[unit] === surrogate || composes(unit) || unit === nonJoinerUnit) return true;
  }
  return false;
}

/**
 * Tests if a code unit may compose with the character before it: only marks and conjoining Hangul
 * letters do, and surrogates, which are parts of a character, do not.
 */
export function composes(unit: number): boolean {
  return (classOf[unit]! & mark) !== 0 || (unit >= 0x1100 && unit <= 0x11ff);
}

/**
 * Forms of signs and letters that mean one thing, and what NFKC would make another:
 *
 *   − ‐ ‑ ‒ –   the hyphen of ASCII; its neighbours show whether it is a minus, a hyphen or a range
 *   ⁄ ∕ ∗ ∶ 〜   / * : ~
 *   ٪ ٫ ٬        % . , of Arabic
 *   ♯            #
 *   x² 10⁻⁵      x^2 10^-^5, where NFKC makes x2 10−5
 *   3½           3 1/2, where NFKC makes 31⁄2
 *   👍🏽           👍, without its skin tone
 *   ٣ ۳ ३ ๓      3, and so all decimal digits
 *   ي ك          ی ک, as Persian writes the letters; kashida, which only stretches a word, is left out
 *   ʼ            ', as most keyboards of Ukrainian have it
 */
function foldOf(codePoint: number): string | undefined {
  if (codePoint > 0xffff) return isSkinTone(codePoint) ? '' : folds.get(codePoint);
  return isFolded[codePoint] === 1 ? folds.get(codePoint) : undefined;
}

const folds = new Map<number, string>();
for (const [sign, others] of [
  ['-', '\u2010\u2011\u2012\u2013\u2212'],
  ['/', '\u2044\u2215'],
  ['*', '\u2217'],
  [':', '\u2236'],
  ['~', '\u301c'],
  ['%', '\u066a'],
  ['.', '\u066b'],
  [',', '\u066c'],
  ['#', '\u266f'],
  ['\u06cc', '\u064a'],
  ['\u06a9', '\u0643'],
  ['', '\u0640'],
  ["'", '\u02bc'],
] as const) {
  for (const other of others) folds.set(other.charCodeAt(0), sign);
}
for (const [digit, superscript] of [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].entries()) {
  folds.set(superscript.charCodeAt(0), `^${digit}`);
}
folds.set(0x207b, '^-');
for (const fraction of '¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉') {
  folds.set(fraction.charCodeAt(0), ` ${fraction.normalize('NFKC').replace('\u2044', '/')}`);
}

for (const zero of decimalZeros.trim().split(/\s+/)) {
  for (let digit = 0; digit < 10; digit++) {
    folds.set(Number.parseInt(zero, 16) + digit, `${digit}`);
  }
}

/** Members of the map by code unit: a look-up in an array costs less. */
const isFolded = Uint8Array.from({ length: 0x10000 }, (_, unit) => Number(folds.has(unit)));

function isSkinTone(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}
