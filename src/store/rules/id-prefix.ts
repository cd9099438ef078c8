/**
 * The first string, in the order of UTF-8 bytes, after all that begin with a prefix; null if every
 * string from the prefix on begins with it. That order is the one of code points.
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
