/** Flags of the kinds of a word; see traits.ts. */
export const hasDigit = 2;
export const mayName = 4;

/** What kind of word it is, as flags. */
export function kindOf(word: string): number {
  const isName = others.test(word) && !hiragana.test(word) && [...word].length > 1;
  return (digits.test(word) ? hasDigit : 0) | (isName ? mayName : 0);
}

/**
 * The digits 0 of the decimal systems of the Basic Multilingual Plane, each with nine more after it.
 * Never by `\p{Nd}`: a text has the same traits on every version of Node.
 */
const zeros =
  '\u0030\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u0f20\u1040\u1090\u17e0\u1810\u1946\u19d0\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\ua620\ua8d0\ua900\ua9d0\ua9f0\uaa50\uabf0';
const ofDigits = [...zeros]
  .map((zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`)
  .join('');
const digits = new RegExp(`[${ofDigits}]`);
const others = new RegExp(`[^${ofDigits}]`);
const hiragana = /^[\u3041-\u309f\u30fc]+$/;
