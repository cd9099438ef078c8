/**
 * Returns the upper bound of a prefix: the first string in UTF-8 byte order (equal to code point order) after all
 * strings that begin with it. null if there is no such string.
 * @param prefix well-formed
 */
export function endOfPrefix(prefix: string): string | null {
  const codePoints = [...prefix].map((character) => character.codePointAt(0) as number);
  while (codePoints.at(-1) === lastCodePoint) codePoints.pop();
  const last = codePoints.pop();
  if (last === undefined) return null;
  codePoints.push(last === beforeSurrogates ? afterSurrogates : last + 1);
  return String.fromCodePoint(...codePoints);
}

const lastCodePoint = 0x10ffff;
const beforeSurrogates = 0xd7ff;
const afterSurrogates = 0xe000;
