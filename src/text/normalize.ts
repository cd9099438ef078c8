import { classOf, control, invisible, mark, space, surrogate, unassigned } from './code-points.js';
import { withLineEnds } from './line-ends.js';
import { decimalZeros, equalLetters } from './spelling-tables.js';
import { createUnitBuffer, toUnits, type Units, unitsToText } from './units.js';

/**
 * Returns the same string for all texts that read the same. Steps:
 *
 *   1. by code point: lone surrogates and NUL become U+FFFD; control characters and code points that
 *      Unicode 16 does not assign become spaces; invisible characters and the 31st consecutive mark
 *      are removed; equivalent signs and letters become one (see `findFold`)
 *   2. NFKC, lower case, NFKC again (lower case can make a pair composable: H̱ → h + U+0331 → ẖ)
 *   3. step 1 again, because step 2 may lengthen a row of marks
 *   4. runs of white space become one space; both ends are trimmed
 *
 * Unassigned code points are replaced before NFKC, because a later Unicode version may give them a decomposition or a
 * lower case, and even the releases of one Node major version differ in Unicode version. NFKC and case pairs of
 * assigned code points never change (Unicode stability policies). The only context-dependent lower case, final sigma,
 * depends on properties without such a guarantee, so every sigma becomes the same letter.
 *
 * Invisible characters are removed inside words too, as NFKC_Casefold does: ZWNJ and ZWJ only shape letters (Indic,
 * emoji), a zero-width space or a soft hyphen only allows a line break, and copies of a page lose all of them. This
 * removes no word boundary that segmentation uses: Khmer and Thai texts may have such characters between words, but are
 * not segmented at word boundaries. In Arabic script, ZWNJ may replace a space, so it becomes a space there.
 *
 * Marks are limited to 30 in a row, because NFKC sorts them in quadratic time: 2 MB of marks on one letter take five
 * minutes. No writing system needs nearly as many (Unicode Standard Annex 15, section 13, which has the same limit).
 *
 * Most characters normalise independently of their neighbours. Tables cache the results for the first 65,536 code
 * points; each entry is filled on first use. A text without combining marks, conjoining Hangul and surrogate pairs
 * therefore takes one look-up per character:
 *
 *   image[unit] = x       becomes the code unit x, which is never 0
 *               = 0       look at `special`
 *   special[unit] = 0     not cached yet
 *                 = -1    depends on its neighbours: the whole text takes the steps above
 *                 = 1 + i becomes expansions[i], which may be empty
 *
 * Processors often mispredict whether a character is a space after a space, so the code has no branch for this: the
 * second space is written, and the next character overwrites it.
 */
export function normalize(text: string, options: NormalizeOptions): string {
  return unitsToText(normalizeUnits(text, options));
}

/** Normalises a text into code units instead of a string. The units are valid until the next call. */
export function normalizeUnits(sent: string, options: NormalizeOptions): Units {
  const table = options.lineEnds ? lineEndTable : options.lowerCase ? lowerCaseTable : 0;
  const text = options.lineEnds && sent.includes('\r') ? sent.replaceAll('\r\n', '\n') : sent;
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

/** Returns the lower-case form of a normalised code unit; 0 if it has several units or depends on its neighbours. */
export function lowerForm(unit: number): number {
  const place = lowerCaseTable + unit;
  if (image[place] === 0 && special[place] === 0) cacheForm(unit, lowerCaseTable);
  return image[place]!;
}

/**
 * Normalises `source` into `output`. These arrays are constants of the module, because the compiler embeds the
 * addresses of constants in the code, and would load the address of a variable each time.
 * @param last the code unit written before
 * @returns number of code units written; −1 if a character depends on its neighbours
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
      cacheForm(unit, table);
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

/**
 * Normalises a text with characters that depend on their neighbours. Non-joiners are replaced first, because most texts
 * that contain them have no other such character.
 */
function normalizeWithNeighbours(text: string, options: NormalizeOptions): Units {
  if (!text.includes(nonJoiner)) {
    const kept = options.lineEnds ? withLineEnds(text) : text;
    return toUnits(normalizeByCodePoint(kept, options), long);
  }
  return normalizeUnits(withSpacesForNonJoiners(text).replaceAll(nonJoiner, ''), options);
}

/** Appends `output` to `long`, the buffer for texts of more than one block. */
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
  /** True to keep line ends, as `lineEnd` (line-ends.ts). The text is then in its original case. */
  readonly lineEnds?: true;
}

/** Normalises any text step by step, without the tables of cached results. Must give the same result as `normalize`. */
export function normalizeByCodePoint(text: string, options: NormalizeOptions): string {
  let result = cleanCodePoints(withSpacesForNonJoiners(text)).normalize('NFKC');
  if (options.lowerCase) result = result.toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
  return cleanCodePoints(result).replace(/ {2,}/g, ' ').replace(/^ | $/g, '');
}

/** Replaces each non-joiner between letters of Arabic script by a space. */
function withSpacesForNonJoiners(text: string): string {
  return text.includes(nonJoiner) ? text.replace(nonJoinersInArabic, ' ') : text;
}

const nonJoiner = '\u200c';
const nonJoinerUnit = 0x200c;
/**
 * Explicit code point ranges instead of a Unicode property, because the letters that a property covers depend on the
 * Unicode version of Node.
 */
const arabicLetter = '[\u0610-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]';
const nonJoinersInArabic = new RegExp(`(?<=${arabicLetter})\u200c+(?=${arabicLetter})`, 'g');

/** Replaces every lone surrogate by U+FFFD, so that the text can be encoded in UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

const spaceUnit = 0x20;
/** Maximum number of consecutive combining marks. */
const marksMax = 30;
/** Block length in code units; longer texts are normalised block by block. */
const blockLength = 2 ** 13;
/** Maximum number of code units that replace one code unit: U+FDFA becomes 18. */
const expansionMax = 18;
const source = new Uint16Array(blockLength);
const sourceBytes = Buffer.from(source.buffer);
const output = new Uint16Array(expansionMax * blockLength);
const long = createUnitBuffer(2 * blockLength);
/**
 * Lookup tables indexed by code unit, one after the other: the first keeps the case, the second converts to lower case,
 * the third keeps the case and line ends. See `normalize`.
 */
const image = new Uint16Array(3 * 0x10000);
const special = new Int32Array(3 * 0x10000);
const expansions: string[] = [];
const lowerCaseTable = 0x10000;
const lineEndTable = 0x20000;

function cleanCodePoints(text: string): string {
  let result = '';
  let kept = 0;
  let marks = 0;
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index)!;
    let replacement = findFold(codePoint) ?? findReplacement(codePoint);
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

/** Returns the replacement of a code point in step 1 (see `normalize`); null if the code point stays. */
function findReplacement(codePoint: number): string | null {
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

function cacheForm(unit: number, table: number): void {
  const place = table + unit;
  const own = String.fromCharCode(unit);
  const character = table === lineEndTable ? withLineEnds(own) : own;
  const codePoint = character.charCodeAt(0);
  // `normalizeByCodePoint` trims its result, so a leading space of the replacement is restored.
  const space = (findFold(codePoint) ?? findReplacement(codePoint))?.startsWith(' ') ? ' ' : '';
  const normalized =
    space + normalizeByCodePoint(character, { lowerCase: table === lowerCaseTable });
  if (dependsOnNeighbours(character) || dependsOnNeighbours(normalized)) special[place] = -1;
  else if (normalized.length === 1) image[place] = normalized.charCodeAt(0);
  else special[place] = expansions.push(normalized);
}

/** Tests if neighbouring characters can change the normal form of this one. */
function dependsOnNeighbours(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (classOf[unit] === surrogate || composes(unit) || unit === nonJoinerUnit) return true;
  }
  return false;
}

/**
 * Tests if a code unit may compose with the character before it. Only marks and conjoining Hangul letters compose.
 * Surrogates are not considered, because each is only half of a character.
 */
export function composes(unit: number): boolean {
  return (classOf[unit]! & mark) !== 0 || (unit >= 0x1100 && unit <= 0x11ff);
}

/**
 * Returns one form for equivalent signs and letters, and for characters that NFKC would change in meaning:
 *
 *   − ‐ ‑ ‒ –   the hyphen of ASCII; its neighbours show whether it is a minus, a hyphen or a range
 *   ⁄ ∕ ∗ ∶ 〜   / * : ~
 *   ٪ ٫ ٬        % . , of Arabic
 *   ♯            #
 *   x² 10⁻⁵      x^2 10^-^5, NFKC: x2 10−5
 *   3½           3 1/2, NFKC: 31⁄2
 *   👍🏽           👍, without its skin tone
 *   ٣ ۳ ३ ๓      3, as all decimal digits
 *   ي ك          ی ک, the Persian letters; kashida, which only stretches a word, is removed
 *   ʼ            ', the key on most Ukrainian keyboards
 *   ț œ ہ װ ൻ    ţ oe ه וו ന്, as older keyboards and encodings have them (spelling-tables.ts)
 */
function findFold(codePoint: number): string | undefined {
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

for (const [, from, to] of equalLetters.matchAll(/(\S+)=(\S+)/g)) {
  const letters = to!.split('+').map((each) => Number.parseInt(each, 16));
  folds.set(Number.parseInt(from!, 16), String.fromCharCode(...letters));
}
for (const zero of decimalZeros.trim().split(/\s+/)) {
  for (let digit = 0; digit < 10; digit++) {
    folds.set(Number.parseInt(zero, 16) + digit, `${digit}`);
  }
}

/** Marks the keys of `folds` by code unit, because looking them up in an array is faster than in a map. */
const isFolded = Uint8Array.from({ length: 0x10000 }, (_, unit) => Number(folds.has(unit)));

function isSkinTone(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}
