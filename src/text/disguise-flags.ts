import { confusableFlags, otherScript, unsure } from './confusables.js';
import { oldFormPairs } from './disguise-tables.js';

/** Obsolete kana, each before its modern replacement. */
const kanaPairs = 'ゐいゑえヰイヱエ';

/** Modern form of each code unit; the unit itself if it has none. */
export const newForms = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
for (const [, old, recent] of (kanaPairs + oldFormPairs).matchAll(/(.)(.)/g)) {
  newForms[old!.charCodeAt(0)] = recent!.charCodeAt(0);
}

/** Tests for a character or kana that has a modern form in Japanese. */
function isOldForm(unit: number): boolean {
  return newForms[unit] !== unit;
}

/** Flag of Han and kana that have a modern form in Japanese. */
export const oldForm = 1 << 10;

/** Letters of which most Vietnamese sentences contain at least one. Yoruba and Igbo also have ẹ, ọ and ụ. */
export const vietnameseLetters: readonly number[] = [...'ạảẹẻếềọỏốồộụủứừự'].map((each) =>
  each.charCodeAt(0),
);

/**
 * Latin letters whose presence may make spelling.ts respell a word: ß, ı, the Vietnamese letters, and the combining dot
 * of İ.
 */
const foldedLatin = [0xdf, 0x1e9e, 0x131, 0x307, ...vietnameseLetters];

/**
 * Flags of each code unit, 11 in all, for the disguises that the unit may be part of, such as a confusable letter. A
 * run has the combined flags of its units (runs.ts).
 */
export const disguiseFlags = Uint16Array.from(
  confusableFlags,
  (flags, unit) =>
    flags | (isOldForm(unit) ? oldForm : 0) | (foldedLatin.includes(unit) ? unsure : 0),
);

/** Flags assumed for every letter above U+FFFF. */
export const flagsBeyond = otherScript | unsure;
