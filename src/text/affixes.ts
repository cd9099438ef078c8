import type { Units } from './units.js';

/*
 * Affixes of Persian, which are written with a non-joiner, with a space, or joined to the stem:
 *
 *   نقشه‌های   نقشه های   نقشههای    →   نقشه, های
 *
 * Normalising makes a space of a non-joiner. Here the joined ones are parted, in every word of Arabic script that has such
 * letters: a wrong split is harmless, because every text is split alike.
 */

/** Ends of words after which the stem has at least two letters; the longest first. */
const suffixes = sorted(
  (
    'ها های هایی هایم هایت هایش هایمان هایتان هایشان هایند تر تری ترین ترینی مان تان شان ' +
    // Second parts of compounds
    'پذیر پذیری گذار گذاری ساز سازی بند بندی کننده دهنده نامه گری'
  ).split(' '),
);
/** Ends of participles and adjectives, after heh: رفته‌اند. */
const suffixesAfterHeh = sorted('ام ای است ایم اید اند'.split(' '));
const prefixes = sorted(['می', 'نمی']);
const heh = 0x647;
const stemMin = 2;
/** Longer runs of letters are no words, and are not divided. */
const dividedMax = 40;

/** Ends of the parts of a word, in order; the last is the end of the word. */
export function splitAffixes(units: Units, start: number, end: number): number[] {
  if (end - start > dividedMax) return [end];
  const ends = [end];
  let first = start;
  for (const prefix of prefixes) {
    if (end - start >= prefix.length + stemMin && startsWith(units, start, prefix)) {
      first = start + prefix.length;
      break;
    }
  }
  for (let last = suffixStart(units, first, end); last > 0; ) {
    ends.unshift(last);
    last = suffixStart(units, first, last);
  }
  if (first > start) ends.unshift(first);
  return ends;
}

/** The start of the suffix at the end of a word; 0: it has none. */
function suffixStart(units: Units, start: number, end: number): number {
  for (const [list, before] of [
    [suffixes, -1],
    [suffixesAfterHeh, heh],
  ] as const) {
    for (const suffix of list) {
      const from = end - suffix.length;
      if (from - start < stemMin || (before >= 0 && units[from - 1] !== before)) continue;
      if (startsWith(units, from, suffix)) return from;
    }
  }
  return 0;
}

function startsWith(units: Units, at: number, affix: readonly number[]): boolean {
  return affix.every((unit, index) => units[at + index] === unit);
}

function sorted(affixes: readonly string[]): number[][] {
  return affixes
    .map((affix) => [...affix].map((letter) => letter.charCodeAt(0)))
    .sort((a, b) => b.length - a.length);
}
