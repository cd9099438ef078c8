import { classOf, control, invisible, mark, space, surrogate, unassigned } from './code-points.js';
import { createUnitBuffer, textOfUnits, type Units, unitsOf } from './units.js';

/**
 * One form for texts that read the same. In this order:
 *
 *   1. by code point: lone surrogates and NUL become U+FFFD, what Unicode 16 does not assign and
 *      control characters become spaces, invisible characters go, and so does the 31st mark in a row
 *   2. NFKC, lower case, NFKC again (lower case can make a pair composable: H̱ → h + U+0331 → ẖ)
 *   3. step 1 again, as step 2 may lengthen a row of marks
 *   4. runs of white space become one space, none at either end
 *
 * Unassigned code points go first because a later Unicode may give them a decomposition or a lower
 * case, and Nodes of one major line differ in Unicode version. For assigned ones NFKC and case pairs
 * never change (Unicode stability policies). The one context of lower case, final sigma, depends on
 * properties without that promise, so every sigma becomes the same one.
 *
 * Invisible characters are removed inside words too, as NFKC_Casefold does: ZWNJ and ZWJ only shape
 * letters (Persian, Indic, emoji), a zero-width space or a soft hyphen only allows a line break, and
 * all of them get lost in copies of a page. A word is never joined to the next one by that, because
 * none of these scripts separates words with them alone; Khmer and Thai, which may, are not cut at
 * word boundaries anyway.
 *
 * Marks are limited because NFKC sorts them in quadratic time: 2 MB of them on one letter take five
 * minutes. No writing system comes near 30 (Unicode Standard Annex 15, section 13, says so and names
 * the same limit).
 *
 * Most characters normalise alike whatever stands beside them. For those of the first 65,536 a
 * table remembers the outcome, filled as they are met, so that a text without combining marks,
 * conjoining Hangul and surrogate pairs is normalised by one look-up a character:
 *
 *   image[unit] = 0       not met yet
 *               = -1      depends on its neighbours: the whole text takes the steps above
 *               = 1 + x   x below 65,536: becomes the code unit x
 *               = 65,537 + i: becomes expansions[i], which may be empty
 */
export function normalize(text: string, options: NormalizeOptions): string {
  return textOfUnits(normalizeUnits(text, options));
}

/** The same as code units, which are valid until the next call. */
export function normalizeUnits(text: string, { lowerCase }: NormalizeOptions): Units {
  const { stays, image, expansions } = lowerCase ? lowered : unchanged;
  const units = unitsOf(text, source);
  const length = units.length;
  let output = room(0, length);
  let written = 0;
  for (let index = 0; index < length; index++) {
    const unit = units[index]!;
    if (stays[unit] === 1) {
      output[written++] = unit;
      continue;
    }
    let code = image[unit]!;
    if (code === 0) code = learn(unit, lowerCase);
    if (code < 0) return unitsOf(normalizeByCodePoint(text, lowerCase), result);
    if (code > 0x10000) {
      const expansion = expansions[code - 0x10001]!;
      output = room(written, written + expansion.length + length - index);
      for (let at = 0; at < expansion.length; at++) output[written++] = expansion.charCodeAt(at);
    } else if (code - 1 !== spaceUnit || (written > 0 && output[written - 1] !== spaceUnit)) {
      output[written++] = code - 1;
    }
  }
  if (written > 0 && output[written - 1] === spaceUnit) written--;
  return output.subarray(0, written);
}

export interface NormalizeOptions {
  readonly lowerCase: boolean;
}

/** The steps for any text, without the table: what `normalize` must agree with. */
export function normalizeByCodePoint(text: string, lowerCase: boolean): string {
  let result = cleanCodePoints(text).normalize('NFKC');
  if (lowerCase) result = result.toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
  return cleanCodePoints(result).replace(/ {2,}/g, ' ').replace(/^ | $/g, '');
}

/** The text with U+FFFD in place of every lone surrogate, so that it has a form in UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

const spaceUnit = 0x20;
/** In a row. */
const marksMax = 30;
const lowered = imageTable();
const unchanged = imageTable();
const source = createUnitBuffer(2 ** 14);
const result = createUnitBuffer(2 ** 14);

function imageTable() {
  return {
    image: new Int32Array(0x10000),
    /** 1 where `image` is known to be the unit itself, and that is no space: a smaller table. */
    stays: new Uint8Array(0x10000),
    expansions: [] as string[],
  };
}

function cleanCodePoints(text: string): string {
  let result = '';
  let kept = 0;
  let marks = 0;
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index)!;
    let replacement = replacementOf(codePoint);
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

/** What step 1 puts in place of a code point; null: it stays. */
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

function learn(unit: number, lowerCase: boolean): number {
  const { image, stays, expansions } = lowerCase ? lowered : unchanged;
  const character = String.fromCharCode(unit);
  const normalized = replacementOf(unit) === ' ' ? ' ' : normalizeByCodePoint(character, lowerCase);
  if (dependsOnNeighbours(character) || dependsOnNeighbours(normalized)) image[unit] = -1;
  else if (normalized.length === 1) image[unit] = 1 + normalized.charCodeAt(0);
  else image[unit] = 0x10000 + expansions.push(normalized);
  if (image[unit] === 1 + unit && unit !== spaceUnit) stays[unit] = 1;
  return image[unit]!;
}

/**
 * Whether characters before or after can change how this normalises. What composes with a character
 * before it is a mark or a conjoining Hangul letter; surrogates are parts of a character.
 */
function dependsOnNeighbours(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (classOf[unit] === surrogate || (classOf[unit]! & mark) !== 0) return true;
    if (unit >= 0x1100 && unit <= 0x11ff) return true;
  }
  return false;
}

/** The buffer of the result with room for so many units, and what was written of it. */
function room(written: number, length: number): Units {
  if (length <= result.units.length) return result.units;
  const before = result.units.subarray(0, written);
  Object.assign(result, createUnitBuffer(2 ** Math.ceil(Math.log2(length))));
  result.units.set(before);
  return result.units;
}
