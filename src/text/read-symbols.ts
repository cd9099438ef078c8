import { joinBrokenWords } from './broken-words.js';
import { type ReadText, readUnits } from './disguise.js';
import type { NormalizeOptions } from './normalize.js';
import { withSymbols } from './symbol-words.js';

/** Joins broken words, and removes the bullets of lists: all that depends on where lines end. */
export function prepareText(text: string): string {
  return withoutBullets(joinBrokenWords(text, { laidOut: false }));
}

/**
 * Reads a text as `readUnits`, with the signs that mean something as words.
 * @param text as `prepareText` gives it
 */
export function readPrepared(
  text: string,
  options: NormalizeOptions,
  traditional: Uint8Array,
): ReadText {
  const { units, runs } = readUnits(text, options, traditional);
  return { units, runs: withSymbols(units, runs) };
}

/**
 * Removes signs and spaces at the start of lines, as of lists and quotations. Normalising joins
 * lines, after which a bullet looks like an operator: "since 2019" and "- 3 pears" in the next line.
 */
function withoutBullets(text: string): string {
  let result = '';
  let kept = 0;
  for (let line = 0; ; ) {
    if (partOfLine[text.charCodeAt(line)]! > 0) {
      const end = endOfBullets(text, line);
      if (end > line) {
        result += `${text.slice(kept, line)} `;
        kept = end;
      }
    }
    line = text.indexOf('\n', line) + 1;
    if (line === 0) return kept === 0 ? text : result + text.slice(kept);
  }
}

const space = 1;
const bullet = 2;
/** Spaces and bullets at the start of a line, by code unit. */
const partOfLine = new Uint8Array(0x10000);
for (const each of ' \t\u00a0\u3000') partOfLine[each.charCodeAt(0)] = space;
for (const each of '-+*>#\u2010\u2011\u2012\u2013\u2212') partOfLine[each.charCodeAt(0)] = bullet;

/** Finds the start of a line's text; the start of the line if it has no bullet. */
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
