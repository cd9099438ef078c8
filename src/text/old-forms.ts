import { classOf, han, kana } from './code-points.js';
import { oldFormPairs } from './disguise-tables.js';
import type { Units } from './units.js';

/** Kana that are written no more, each before the one that is written today. */
const kanaPairs = 'ゐいゑえヰイヱエ';

/** By code unit: the form as which it is read. */
const newForms = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
for (const [, old, recent] of (kanaPairs + oldFormPairs).matchAll(/(.)(.)/g)) {
  newForms[old!.charCodeAt(0)] = recent!.charCodeAt(0);
}

/**
 * By code unit: what it adds to a sum that is above 0 in Japanese, where more than a quarter of the
 * Han and kana is kana. Pages in many languages have less.
 */
const evidence = Int8Array.from({ length: 0x10000 }, (_, unit) => {
  if (classOf[unit] === kana) return 3;
  return classOf[unit] === han ? -1 : 0;
});

/** Whether a character is read as another in Japanese. */
export function isOldForm(unit: number): boolean {
  return newForms[unit] !== unit;
}

/**
 * Reads old forms of characters and kana as those of today (學 → 学, ゐ → い), in place, if the text
 * is Japanese: Chinese has other forms (澤 is 沢 in Japanese and 泽 in Chinese).
 * @param units normalised
 */
export function renewForms(units: Units): void {
  let sum = 0;
  for (let index = 0; index < units.length; index++) sum += evidence[units[index]!]!;
  if (sum <= 0) return;
  for (let index = 0; index < units.length; index++) units[index] = newForms[units[index]!]!;
}
