import { oldFormPairs } from './disguise-tables.js';

/** Kana that are written no more, each before the one that is written today. */
const kanaPairs = 'ゐいゑえヰイヱエ';

/** New form of each code unit. */
export const newForms = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
for (const [, old, recent] of (kanaPairs + oldFormPairs).matchAll(/(.)(.)/g)) {
  newForms[old!.charCodeAt(0)] = recent!.charCodeAt(0);
}

/** Tests if a character is read as another in Japanese. */
export function isOldForm(unit: number): boolean {
  return newForms[unit] !== unit;
}
