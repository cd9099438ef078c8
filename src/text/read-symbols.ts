import { joinBrokenWords } from './broken-words.js';
import { type ReadText, readUnits } from './disguise.js';
import { isLineEnd, lineEndUnit, paragraphEndUnit } from './line-ends.js';
import { lowerForm, type NormalizeOptions, normalizeUnits } from './normalize.js';
import { withSymbols } from './symbol-words.js';
import type { Units } from './units.js';

/**
 * Joins words that are broken at line ends, and marks bullets of lists. Both steps need the line ends, so they come
 * before normalising.
 */
export function prepareText(text: string): string {
  return withMarkedBullets(joinBrokenWords(text, { laidOut: false }));
}

/**
 * Normalises a text like `readUnits`. The runs of the result include meaningful signs, such as operators (see
 * `withSymbols`).
 * @param text result of `prepareText`
 * @param cased the same text in its original case, which may save normalising it again
 */
export function readPrepared(
  text: string,
  options: NormalizeOptions,
  traditional: Uint8Array,
  cased: CasedText | null = null,
): ReadText {
  const lower = options.lowerCase ? cased?.lower : null;
  const { units, runs, flags } = readUnits(text, options, traditional, lower ?? undefined);
  return { units, runs: withSymbols(units, runs), flags };
}

/**
 * Replaces bullets, quote marks and other signs at the start of lines by private-use characters. Normalising joins
 * lines, and a bullet would then look like an operator: "since 2019" followed by "- 3 pears" on the next line.
 */
function withMarkedBullets(text: string): string {
  let result = '';
  let kept = 0;
  for (let line = 0; ; ) {
    if (partOfLine[text.charCodeAt(line)]! > 0) {
      const end = endOfBullets(text, line);
      for (let at = line; at < end; at++) {
        const bullet = bullets.indexOf(text[at]!);
        if (bullet < 0) continue;
        result += text.slice(kept, at) + String.fromCharCode(firstMarker + bullet);
        kept = at + 1;
      }
    }
    line = text.indexOf('\n', line) + 1;
    if (line === 0) return kept === 0 ? text : result + text.slice(kept);
  }
}

/**
 * Restores the signs of marked bullets, for the exact hash. Whether a dash is a bullet depends on line breaks, which
 * must not change the hash.
 */
export function withBullets(units: Units): Units {
  let result = units;
  for (let at = 0; at < units.length; at++) {
    const bullet = units[at]! - firstMarker;
    if (bullet < 0 || bullet >= bullets.length) continue;
    if (result === units) result = units.slice();
    result[at] = Math.min(bullet, dash) === dash ? hyphen : bullets.charCodeAt(bullet);
  }
  return result;
}

const bullets = '+*>#-\u2010\u2011\u2012\u2013\u2212';
/** Index of the first sign that normalising turns into a hyphen. */
const dash = 4;
const hyphen = 0x2d;
/** First of the private-use code units that replace bullets. These units separate words. */
const firstMarker = 0xeff0;

const space = 1;
const bullet = 2;
/** Spaces and bullets at the start of a line, by code unit. */
const partOfLine = new Uint8Array(0x10000);
for (const each of ' \t\u00a0\u3000') partOfLine[each.charCodeAt(0)] = space;
for (const each of bullets) partOfLine[each.charCodeAt(0)] = bullet;

/** Returns the start of a line's text after its bullets; the start of the line itself if it has none. */
function endOfBullets(text: string, line: number): number {
  let end = line;
  for (let at = line; ; ) {
    while (partOfLine[text.charCodeAt(at)] === space) at++;
    if (partOfLine[text.charCodeAt(at)] !== bullet) return end;
    if (partOfLine[text.charCodeAt(at + 1)] !== space) return end;
    at += 2;
    end = at;
  }
}

/*
 * The original text ("sent") is aligned with the normalised text ("read"), because it shows the capitals and line ends
 * that the normalised text lacks.
 *
 *   sent   Masters of ships⏎must tell
 *   read   masters of ships must tell
 */

/** A normalised text in its original case. Valid until the next text is read. */
export interface CasedText {
  /** Units with `lineEnd` at line ends and `paragraphEnd` at blank lines. */
  readonly sent: Units;
  /** The text in lower case, aligned with `sent`; null if it has to be normalised separately. */
  readonly lower: Units | null;
}

/**
 * Normalises a text in its original case. Removes spaces next to line ends, replaces repeated line ends by one end of a
 * paragraph, and removes line ends at both ends of the text.
 */
export function readCased(text: string): CasedText {
  const units = normalizeUnits(text, { lowerCase: false, lineEnds: true });
  const { sent, lower } = units.length <= roomLength ? room : createRoom(units.length);
  let isAligned = true;
  let written = 0;
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    if (unit !== spaceUnit && unit !== lineEndUnit) {
      const form = lowerForm(unit);
      if (form === 0) isAligned = false;
      sent[written] = unit;
      lower[written++] = form;
      continue;
    }
    const before = written === 0 ? lineEndUnit : sent[written - 1]!;
    if (isLineEnd(before)) {
      if (unit === lineEndUnit && written > 0) sent[written - 1] = paragraphEndUnit;
      continue;
    }
    if (before === spaceUnit) written--;
    sent[written] = unit;
    lower[written++] = spaceUnit;
  }
  if (written > 0 && isLineEnd(sent[written - 1])) written--;
  return {
    sent: sent.subarray(0, written),
    lower: isAligned ? lower.subarray(0, written) : null,
  };
}

const createRoom = (length: number) => ({
  sent: new Uint16Array(length),
  lower: new Uint16Array(length),
});
/** Units for which arrays are kept: allocating them for a typical page costs more than filling them. */
const roomLength = 2 ** 15;
const room = createRoom(roomLength);

/**
 * Aligns an original text with its normalised form, in which some characters may be missing or different (disguise.ts).
 * Positions that cannot be aligned are `unknown`.
 */
export function laidBeside(sent: Units, units: Units): Units {
  const beside = new Uint16Array(units.length).fill(unknown);
  let misses = 0;
  for (let at = 0, from = 0; at < units.length && misses < missesMax; ) {
    if (readsAs(sent[from], units[at]!)) beside[at++] = sent[from++]!;
    else {
      const [left, added] = nextMatch(sent, from, units, at);
      from += left;
      at += added;
      misses++;
    }
  }
  return beside;
}

/** Marks a character whose original form is unknown. */
export const unknown = 0;
/** Maximum number of misaligned positions, to bound the search time. */
const missesMax = 1000;
const leftOutMax = 40;
const addedMax = 8;
const matchLength = 3;

/** Returns the smallest numbers of characters to skip in the two texts so that they agree again. */
function nextMatch(sent: Units, from: number, units: Units, at: number): readonly [number, number] {
  for (let added = 0; added <= addedMax; added++) {
    for (let left = 0; left <= leftOutMax; left++) {
      let length = 0;
      while (
        length < matchLength &&
        readsAs(sent[from + left + length], units[at + added + length])
      ) {
        length++;
      }
      if (length === matchLength) return [left, added];
    }
  }
  return [1, 1];
}

/**
 * Tests if normalising turns an original character into `unit`: the character equals `unit`, `unit` is the lower case
 * of the character, or `unit` is a space that replaces a line end.
 */
export function readsAs(sent: number | undefined, unit: number | undefined): boolean {
  if (sent === unit) return sent !== undefined;
  if (sent === undefined || unit === undefined) return false;
  return unit === spaceUnit ? isLineEnd(sent) : lowerUnit(sent) === unit;
}

function lowerUnit(unit: number): number {
  if (lowerCases[unit] === 0) {
    const lower = String.fromCharCode(unit).toLowerCase();
    lowerCases[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  }
  return lowerCases[unit]!;
}

/** Lower case of each code unit. An entry is filled when it is first needed. */
const lowerCases = new Uint16Array(0x10000);

const spaceUnit = 0x20;
