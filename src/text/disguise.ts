import {
  fillerOf,
  fillersMin,
  gapSpace,
  hanzi,
  isGap,
  isRowOfLetters,
  joinApart,
  kindOf,
  letter,
  symbol,
} from './apart.js';
import { classOf, kana, mark } from './code-points.js';
import { closes, dropGlosses, endOfGloss } from './glosses.js';
import { foldLookAlikes, mayLookAlike } from './look-alikes.js';
import { type NormalizeOptions, normalizeUnits } from './normalize.js';
import { isOldForm, renewForms } from './old-forms.js';
import { textOfUnits, type Units } from './units.js';

/**
 * Normalises a text as people read it (version 2 of recipes): without glosses, with characters that
 * stand apart joined, without look-alikes, and with new forms for old ones, in this order; see the
 * functions that do it. Look-alikes are told by their case, so all but the last read the text in
 * the case in which it was written.
 *
 * One look at the text finds what may change; most texts hold nothing of the kind and are done.
 * @returns code units that are valid until the next call of this function or `normalizeUnits`
 */
export function readUnits(text: string, options: NormalizeOptions): Units {
  let units = normalizeUnits(text, options);
  const found = candidatesIn(units);
  if ((found & foreign) !== 0) units = withoutLookAlikes(text, units.slice(), options);
  else if ((found & (gloss | apart)) !== 0) {
    const { length } = units;
    units = joinApart(dropGlosses(units));
    if (units.length < length) units = normalizeUnits(textOfUnits(units), options);
  }
  if ((found & oldJapanese) === oldJapanese) renewForms(units);
  return units;
}

/** The same for any text but for old forms. @param normalized the text, normalised */
function withoutLookAlikes(text: string, normalized: Units, options: NormalizeOptions): Units {
  const cased = normalizeUnits(text, { lowerCase: false });
  const { length } = cased;
  const joined = joinApart(dropGlosses(cased));
  const folded = foldLookAlikes(joined);
  if (folded === joined && joined.length === length) return normalized;
  return normalizeUnits(textOfUnits(folded), options);
}

/** What a text may hold, as flags. */
const foreign = 4;
const gloss = 8;
const oldForm = 16;
const someKana = 32;
const oldJapanese = oldForm | someKana;
const apart = 64;
/** A symbol parts two single Han or kana. */
const parted = 128;

/**
 * Looks at five code units in a row at once, by their kinds (apart.ts). A place that may change is
 * looked at more closely.
 */
function candidatesIn(units: Units): number {
  let held = 0;
  let found = 0;
  let row = startOfRow;
  for (let index = 0; index < units.length; index++) {
    const flags = flagsOf[units[index]!]!;
    row = (row << 2) | (flags & 3);
    held |= flags;
    const signs = shapeOf[row & rowMask]! & flags;
    if (signs !== 0) found = lookCloser(units, index, row, signs, found);
  }
  for (let end = 0; end < 2; end++) {
    row = (row << 2) | gapSpace;
    const signs = shapeOf[row & rowMask]! & flagsOfEnd;
    if (signs !== 0) found = lookCloser(units, units.length + end, row, signs, found);
  }
  if (found >= fillersMin * parting && (found & apart) === 0 && fillerOf(units) >= 0) {
    found |= apart;
  }
  return (found & (gloss | apart)) | (held & (foreign | oldJapanese));
}

/**
 * @param index of the last unit of the row
 * @param found what was found before; `parting` times the partings by symbols are added to it
 */
function lookCloser(
  units: Units,
  index: number,
  row: number,
  signs: number,
  found: number,
): number {
  let result = found;
  if ((signs & gloss) !== 0 && endOfGloss(units, index, index) >= 0) result |= gloss;
  if ((signs & parted) !== 0) result += parting;
  if ((signs & apart) !== 0 && (result & apart) === 0) {
    const ofHanzi = ((row >> 2) & 3) === hanzi;
    if (ofHanzi || isRowOfLetters(units, index - 3)) result |= apart;
  }
  return result;
}

const parting = 256;

/** By code unit: its kind in two bits, what it is a sign of, and the flags that any unit may raise. */
const flagsOf = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  let flags = kindOf[unit]! | apart | parted;
  if (mayLookAlike(unit)) flags |= foreign;
  if (closes[unit] !== 0) flags |= gloss;
  if (isOldForm(unit)) flags |= oldForm;
  if ((classOf[unit]! & ~mark) === kana) flags |= someKana;
  return flags;
});
const flagsOfEnd = gapSpace | apart | parted;

/** Five kinds, two bits each, the last in the lowest bits. */
const rowMask = 0x3ff;
const startOfRow = rowMask;
/** By row: `apart` or `parted` if it may be in its middle, `gloss` if one may begin at its end. */
const shapeOf = Uint8Array.from({ length: rowMask + 1 }, (_, row) => {
  const kindAt = (shift: number) => (row >> shift) & 3;
  const [a, b, c, d, e] = [kindAt(8), kindAt(6), kindAt(4), kindAt(2), kindAt(0)];
  const shape = d === hanzi || (c === hanzi && d === gapSpace) ? gloss : 0;
  if (a === letter && isGap(b) && c === letter && isGap(d) && e === letter) return shape | apart;
  if (a === hanzi || b !== hanzi) return shape;
  if (d === hanzi && e !== hanzi && isGap(c)) return shape | (c === symbol ? parted : apart);
  return c === symbol && d === symbol && e === hanzi ? shape | parted : shape;
});
