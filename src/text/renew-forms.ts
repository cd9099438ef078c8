import { classOf, han, kana, syllabic } from './code-points.js';
import { newForms } from './old-forms.js';
import { changeable } from './runs.js';
import { oldForm } from './signs.js';
import type { Units } from './units.js';

/**
 * Score of each code unit. The sum is positive in Japanese, where more than a quarter of the Han and kana is kana.
 * Pages in several languages have less.
 */
const evidence = Int8Array.from({ length: 0x10000 }, (_, unit) => {
  if (classOf[unit] === kana) return 3;
  return classOf[unit] === han ? -1 : 0;
});

/**
 * Replaces old forms of characters and kana by modern ones (學 → 学, ゐ → い), in place, if the text is Japanese. Chinese
 * has different forms (澤 is 沢 in Japanese and 泽 in Chinese). Run boundaries stay, but simplifying may no longer change
 * the runs.
 * @param signs signs of the runs
 * @param traditional see simplify.ts
 */
export function renewForms(
  { units, runs }: { readonly units: Units; readonly runs: Int32Array },
  signs: Uint16Array,
  traditional: Uint8Array,
): void {
  if (!holdsSyllables(runs)) return;
  let sum = 0;
  for (let index = 0; index < units.length; index++) sum += evidence[units[index]!]!;
  if (sum <= 0) return;
  for (let run = 0; run < runs.length; run += 3) {
    if ((signs[run / 3]! & oldForm) === 0) continue;
    let changes = 0;
    for (let index = runs[run + 1]!; index < runs[run + 2]!; index++) {
      units[index] = newForms[units[index]!]!;
      changes |= traditional[units[index]!]! * changeable;
    }
    if (runs[run] !== syllabic) runs[run] = han | changes;
  }
}

/** Tests for kana. Most Chinese texts have a character with another form in Japanese, but no kana. */
function holdsSyllables(runs: Int32Array): boolean {
  let kinds = 0;
  for (let run = 0; run < runs.length; run += 3) kinds |= runs[run]!;
  return (kinds & syllabic) !== 0;
}
