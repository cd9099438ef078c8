import { oldFormPairs } from './disguise-tables.js';

/** Obsolete kana, each before its modern replacement. */
const kanaPairs = 'ゐいゑえヰイヱエ';

/** New form of each code unit. */
export const newForms = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
for (const [, old, recent] of (kanaPairs + oldFormPairs).matchAll(/(.)(.)/g)) {
  newForms[old!.charCodeAt(0)] = recent!.charCodeAt(0);
}

/** Tests if Japanese reads a character as another one. */
export function isOldForm(unit: number): boolean {
  return newForms[unit] !== unit;
}
