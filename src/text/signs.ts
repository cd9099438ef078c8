import { lookAlikeSigns, otherScript, unsure } from './look-alikes.js';
import { isOldForm } from './old-forms.js';

/** The sign of Han and kana that are read as others in Japanese. */
export const oldForm = 1 << 10;

/** Latin letters and a mark that spelling.ts folds: ß, ı, the dot of an İ. */
const foldedLatin = [0xdf, 0x1e9e, 0x131, 0x307];

/**
 * Disguises that may be at a code unit, as flags of 11 bits. A
 * run has the signs of all its units (runs.ts).
 */
export const signsOf = Uint16Array.from(
  lookAlikeSigns,
  (signs, unit) =>
    signs | (isOldForm(unit) ? oldForm : 0) | (foldedLatin.includes(unit) ? unsure : 0),
);

/** The signs of every letter above U+FFFF. */
export const signsBeyond = otherScript | unsure;
