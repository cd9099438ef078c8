import { classOf, han, kana } from './code-points.js';
import { type Units, unitsToText } from './units.js';

/** Closing bracket of each opening one, by code unit; 0 for any other unit. */
export const closes = new Uint16Array(0x10000);
for (const [open, close] of ['()', '[]', '〔〕', '【】', '《》']) {
  closes[open!.charCodeAt(0)] = close!.charCodeAt(0);
}

export function isBracket(unit: number): boolean {
  return (closes[unit] ?? 0) !== 0 || closes.includes(unit);
}

/** Maximum number of kana in the reading of one character: うけたまわ(る), こころざし. */
const kanaMax = 5;
/** One syllable with its tone: zhuāng, lǘ, ér. The tone distinguishes it from a word in brackets. */
const pinyin =
  /^(?:[bpmfdtnlgkhjqxrzcsyw]|[zcs]h)?[aeiouü]?(?:[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ][aeiou]?|[aeiouü][āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ])(?:ng?|r)?$/i;
const pinyinMax = 7;
/** The first unit with a tone mark (À), and the last unit of pinyin (ǜ). */
const firstWithTone = 0xc0;
const lastOfPinyin = 0x1dc;

/**
 * Removes glosses, which are bracketed readings after Han characters, in place:
 *
 *   中(zhōng)国(guó)     one syllable of pinyin with its tone mark
 *   漢字(かんじ)          hiragana or katakana, at most `kanaMax` for each Han character directly before
 *
 * A space may precede the bracket.
 * @param units normalised; the start of this array is overwritten
 * @returns the part of the array that holds the result
 */
export function dropGlosses(units: Units): Units {
  let written = 0;
  for (let index = 0; index < units.length; index++) {
    const unit = units[index]!;
    const end = closes[unit] === 0 ? -1 : endOfGloss(units, index, written);
    if (end < 0) units[written++] = unit;
    else {
      if (units[written - 1] === spaceUnit) written--;
      index = end;
    }
  }
  return units.subarray(0, written);
}

const spaceUnit = 0x20;
const firstKatakana = 0x30a0;

/**
 * Returns the end of the gloss (see `dropGlosses`) whose bracket opens at `open`; −1 if there is none.
 * @param written number of units already written; the gloss follows them
 */
export function endOfGloss(units: Units, open: number, written: number): number {
  const close = closes[units[open]!]!;
  const glossed = units[written - 1] === spaceUnit ? written - 1 : written;
  if (classOf[units[glossed - 1]!] !== han) return -1;
  let end = open + 1;
  const isKatakana = units[end]! >= firstKatakana;
  while (classOf[units[end]!] === kana && units[end]! >= firstKatakana === isKatakana) end++;
  const kanaCount = end - open - 1;
  if (kanaCount > 0) {
    let first = glossed;
    while (classOf[units[first - 1]!] === han && kanaMax * (glossed - first) < kanaCount) first--;
    return units[end] === close && kanaCount <= kanaMax * (glossed - first) ? end : -1;
  }
  let isToned = false;
  for (; units[end] !== close; end++) {
    if (end > open + pinyinMax || units[end]! > lastOfPinyin) return -1;
    isToned ||= units[end]! >= firstWithTone;
  }
  return isToned && pinyin.test(unitsToText(units, open + 1, end)) ? end : -1;
}
