import { contradictions } from './contradictions.js';
import type { BestMatch, Match } from './match.js';

/**
 * The order of all lists of matches, best first: exact ones, then those with fewer contradictions, so
 * that what is the same comes before what is only similar. Of equally many, those with the same
 * contradictions stand together. Then come the higher similarity (null after all numbers), the smaller
 * distance, the older document, the bytes of the id. No two documents of a collection are equal in
 * this order.
 */
export function compareMatches(a: Match, b: Match): number {
  return (
    Number(b.exact) - Number(a.exact) ||
    againstOf(a) - againstOf(b) ||
    (b.similarity ?? -1) - (a.similarity ?? -1) ||
    a.distance - b.distance ||
    a.storedAt - b.storedAt ||
    compareUtf8(a.id, b.id)
  );
}

/** More for more contradictions; another number for another list. */
function againstOf({ contradicts }: Pick<BestMatch, 'contradicts'>): number {
  let list = 0;
  for (const each of contradicts) list += 1 << contradictions.indexOf(each);
  return (contradicts.length << contradictions.length) + list;
}

/**
 * The order of `compareMatches`, as far as contents decide it, as one number. Unequal similarities
 * differ by at least 1/128, which outweighs every distance.
 */
export function rankOf({ exact, contradicts, similarity, distance }: BestMatch): number {
  if (exact) return -1;
  const nearness = (1 - (similarity ?? -1)) * distancesOutweighed + distance;
  return againstOf({ contradicts }) * similaritiesOutweighed + nearness;
}

const distancesOutweighed = 128 * 65;
const similaritiesOutweighed = 2 * distancesOutweighed + 65;

/**
 * Compares two strings by their UTF-8 bytes, as SQLite does; negative, zero or positive.
 * JavaScript compares UTF-16 units, which puts U+FF5E after U+1F600; UTF-8 has the order of code
 * points.
 */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Puts surrogates, which begin code points from U+10000 on, after the rest of UTF-16. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
