import { zeros } from '../text/symbols.js';

/** Flags of the kinds of a word; see traits.ts. */
export const hasDigit = 2;
export const mayName = 4;

/** What kind of word it is, as flags. */
export function kindOf(word: string): number {
  const isName = others.test(word) && !hiragana.test(word) && [...word].length > 1;
  return (digits.test(word) ? hasDigit : 0) | (isName ? mayName : 0);
}

const ofDigits = [...zeros]
  .map((zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`)
  .join('');
const digits = new RegExp(`[${ofDigits}]`);
/** A letter, or a symbol beyond ASCII. */
const others = new RegExp(`[^\\u0021-\\u002f\\u003a-\\u0040\\u005e\\u2019${ofDigits}]`);
const hiragana = /^[\u3041-\u309f\u30fc]+$/;
