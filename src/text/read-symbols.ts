import { joinBrokenWords } from './broken-words.js';
import { type ReadText, readUnits } from './disguise.js';
import type { NormalizeOptions } from './normalize.js';
import { withSymbols } from './symbol-words.js';
import type { Units } from './units.js';

/** Joins broken words and marks bullets of lists, the two steps that depend on line ends. */
export function prepareText(text: string): string {
  return withMarkedBullets(joinBrokenWords(text, { laidOut: false }));
}

/**
 * Reads a text like `readUnits`, with meaningful signs as words.
 * @param text result of `prepareText`
 */
export function readPrepared(
  text: string,
  options: NormalizeOptions,
  traditional: Uint8Array,
): ReadText {
  const { units, runs, signs } = readUnits(text, options, traditional);
  return { units, runs: withSymbols(units, runs), signs };
}

/**
 * Replaces signs at the start of lines, such as bullets and quote marks, by private-use characters. Normalising joins
 * lines, after which a bullet looks like an operator: "since 2019" followed by "- 3 pears" on the next line.
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
 * Returns the text with its bullets as they were sent, for the exact hash: whether a dash is a bullet depends on line
 * breaks, which must not change the hash.
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
/** Private-use code units, which separate words. */
const firstMarker = 0xeff0;

const space = 1;
const bullet = 2;
/** Spaces and bullets at the start of a line, by code unit. */
const partOfLine = new Uint8Array(0x10000);
for (const each of ' \t\u00a0\u3000') partOfLine[each.charCodeAt(0)] = space;
for (const each of bullets) partOfLine[each.charCodeAt(0)] = bullet;

/** Returns the start of a line's text after its bullets; the start of the line if there are none. */
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
