/** Compares pages by their visible lines: what one lacks of another, what their site repeats, and which are copies. */
import { type Line, type VisiblePage, wordCount } from './visible-lines.js';

export interface MissingLine {
  readonly text: string;
  /** The newest pages of the host have this line. */
  readonly isSiteLine: boolean;
  /** A short line or row with a number, all of whose words the other page has, in other places. */
  readonly isExchanged: boolean;
}

const windowSize = 32;
const siteLinePagesMin = 3;
const exchangedWordsMax = 12;

/**
 * Returns the lines of a page whose words, in this order, stand nowhere in another page read as one sequence of words;
 * and its rows that the other page does not have as a whole, though it has each of their lines.
 */
export function missingLines(
  page: VisiblePage,
  other: VisiblePage,
  siteLines: ReadonlySet<string>,
): MissingLine[] {
  const has = ({ key }: Line) => other.words.includes(` ${key} `);
  const missing = new Map<string, Line>();
  for (const line of page.lines) if (!has(line)) missing.set(line.key, line);
  for (const row of page.rows) {
    if (!has(row) && row.parts.every(has)) missing.set(row.key, row);
  }
  return [...missing.values()].map(({ key, text }) => ({
    text,
    isSiteLine: siteLines.has(key),
    isExchanged: isExchanged(key, other),
  }));
}

function isExchanged(key: string, other: VisiblePage): boolean {
  return (
    /\p{N}/u.test(key) &&
    wordCount(key) <= exchangedWordsMax &&
    key.split(' ').every((word) => other.words.includes(` ${word} `))
  );
}

/** Returns the lines and rows that at least half of some pages have, and at least three of them. */
export function siteLinesOf(pages: readonly VisiblePage[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { lines, rows } of pages) {
    for (const key of new Set([...lines, ...rows].map((line) => line.key))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const least = Math.max(siteLinePagesMin, pages.length / 2);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

/**
 * Returns what the site repeats at the time of a page: the lines of the 32 pages of its host sent before it, or, for one
 * of the first 32, of all these.
 */
export function siteLinesAt(pagesOfHost: readonly VisiblePage[], index: number): Set<string> {
  const start = Math.max(0, index - windowSize);
  return siteLinesOf(pagesOfHost.slice(start, Math.max(start + windowSize, index)));
}

/** Returns the words of a page without the lines of its site; empty if nothing is left. */
export function ownWords(page: VisiblePage, siteLines: ReadonlySet<string>): string {
  return page.lines
    .filter(({ key }) => !siteLines.has(key))
    .map(({ key }) => key)
    .join(' ');
}

/**
 * Missing lines of a refused page: only lines of its site, only short lines with numbers whose words the stored page has
 * in other places, or others.
 */
export type Judgement = 'siteLines' | 'exchanged' | 'lost';

/** Returns why a page with these missing lines is lost; null if nothing is missing. */
export function judgementOf(missing: readonly MissingLine[]): Judgement | null {
  if (missing.length === 0) return null;
  const own = missing.filter(({ isSiteLine }) => !isSiteLine);
  if (own.length === 0) return 'siteLines';
  return own.every(({ isExchanged }) => isExchanged) ? 'exchanged' : 'lost';
}
