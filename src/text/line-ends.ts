/*
 * Line ends in a text whose white space is normalised: private-use characters, which normalising keeps.
 */

/** Represents a line end. */
export const lineEnd = '\uE00A';
/** Represents one or more blank lines. */
export const paragraphEnd = '\uE00B';
export const lineEndUnit = 0xe00a;
export const paragraphEndUnit = 0xe00b;

/** Tests for a unit that ends a line. */
export function isLineEnd(unit: number | undefined): boolean {
  return unit === lineEndUnit || unit === paragraphEndUnit;
}

/** Replaces each line end of a text by `lineEnd`. */
export function withLineEnds(text: string): string {
  return text.replace(ends, ' ').replace(lineEnds, lineEnd);
}

const lineEnds = /\r\n?|[\n\u2028\u2029\u0085\v\f]/g;
const ends = /[\ue00a\ue00b]/g;
