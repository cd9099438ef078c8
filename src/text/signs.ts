import { lookAlikeSigns, otherScript, unsure } from './look-alikes.js';
import { isOldForm } from './old-forms.js';

/** Sign of Han and kana that Japanese reads as others. */
export const oldForm = 1 << 10;

/** Latin letters and one mark folded by spelling.ts: ß, ı, the dot of an İ. */
const foldedLatin = [0xdf, 0x1e9e, 0x131, 0x307];

/**
 * Possible disguises at each code unit, as flags of 11 bits. The signs of a run combine those of its units (runs.ts).
 */
export const signsOf = Uint16Array.from(
  lookAlikeSigns,
  (signs, unit) =>
    signs | (isOldForm(unit) ? oldForm : 0) | (foldedLatin.includes(unit) ? unsure : 0),
);

/** Signs of every letter above U+FFFF. */
export const signsBeyond = otherScript | unsure;
