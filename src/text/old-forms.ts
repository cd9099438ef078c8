import { oldFormPairs } from './disguise-tables.js';

/** Kana that are written no more, each before the one that is written today. */
const kanaPairs = 'ゐいゑえヰイヱエ';

/** By code unit: the form as which it is read. */
export const newForms = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
for (const [, old, recent] of (kanaPairs + oldFormPairs).matchAll(/(.)(.)/g)) {
  newForms[old!.charCodeAt(0)] = recent!.charCodeAt(0);
}

/** Whether a character is read as another in Japanese. */
export function isOldForm(unit: number): boolean {
  return newForms[unit] !== unit;
}
