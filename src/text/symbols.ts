import { classOf, codePointCount, word } from './code-points.js';
import { wordSymbolRanges } from './word-symbols.js';

/** Roles of code units between words. Ordinary characters have no role. */
export const plain = 0;
/** A sign that joins its direct neighbours: 3.14, 12:30, 1,200, node.js. */
export const joiner = 1;
/** An ASCII sign that is meaningful next to some words: C++, -5, a < b, #tag. */
const sign = 2;
/** A symbol that is a word in any position: $, %, °, ≤, emoji. */
export const wordSymbol = 3;
/** First half of a surrogate pair; the pair may be a symbol. */
export const highHalf = 4;

export const signs = {
  ...{ plus: 0x2b, hyphen: 0x2d, hash: 0x23, atSign: 0x40, star: 0x2a, slash: 0x2f },
  ...{ equals: 0x3d, less: 0x3c, greater: 0x3e, ampersand: 0x26, caret: 0x5e, tilde: 0x7e },
  ...{ bang: 0x21, stop: 0x2e, comma: 0x2c, colon: 0x3a, apostrophe: 0x27, quote: 0x2019 },
} as const;

const joiners: readonly number[] = [
  ...[signs.stop, signs.comma, signs.colon, signs.apostrophe, signs.quote],
];

/** Symbols that are words in any position, as 1 by code point. */
const isSymbol = new Uint8Array(codePointCount);
for (const range of wordSymbolRanges.trim().split(/\s+/)) {
  const [first, last] = range.split('-').map((digits) => Number.parseInt(digits, 16));
  isSymbol.fill(1, first, (last ?? first!) + 1);
}

export function isWordSymbol(codePoint: number): boolean {
  return isSymbol[codePoint] === 1;
}

/** Role of each code unit. */
export const roleOf = new Uint8Array(0x10000);
for (const unit of Object.values(signs)) roleOf[unit] = joiners.includes(unit) ? joiner : sign;
for (let unit = 0; unit < 0x10000; unit++) if (isSymbol[unit] === 1) roleOf[unit] = wordSymbol;
roleOf.fill(highHalf, 0xd800, 0xdc00);

/** Decimal digits, as 1 by code unit. Normalising makes digits of every script ASCII. */
export const isDigit = new Uint8Array(0x10000).fill(1, 0x30, 0x3a);

/** Tests for a letter of Latin, Greek or Cyrillic, scripts with a space after a full stop. */
export function isAlphabetic(unit: number): boolean {
  return unit < 0x530 && isDigit[unit] === 0 && classOf[unit] === word;
}

/** Tests for an arrow. Between two words, an arrow is a word; at the start of a line, it is a bullet. */
export function isArrow(codePoint: number): boolean {
  return arrows.includes(codePoint);
}

const arrows = [...'←→⇐⇒➡'].map((arrow) => arrow.codePointAt(0)!);

export function isOpener(unit: number): boolean {
  return unit === 0x28 || unit === 0x5b || unit === 0x7b;
}

export function isCloser(unit: number): boolean {
  return unit === 0x29 || unit === 0x5d || unit === 0x7d;
}
