import { contradictions } from './contradictions.js';
import { type BestMatch, type Match, shareSteps } from './match.js';

/**
 * The order of all lists of matches, best first: exact ones; those that nothing contradicts; parts that
 * decide; the others; other parts. Of these, those with fewer contradictions come first, and those with
 * the same ones stand together. Then come the larger share of a part, the higher similarity (null after
 * all numbers), the smaller distance, the older document, the bytes of the id. No two documents of
 * a collection are equal in this order.
 */
export function compareMatches(a: Match, b: Match): number {
  return (
    levelOf(a) - levelOf(b) ||
    againstOf(a) - againstOf(b) ||
    shareOf(b) - shareOf(a) ||
    (b.similarity ?? -1) - (a.similarity ?? -1) ||
    a.distance - b.distance ||
    a.storedAt - b.storedAt ||
    compareUtf8(a.id, b.id)
  );
}

function levelOf({ exact, contradicts, part }: BestMatch): number {
  if (exact) return 0;
  if (part !== undefined) return part.decides ? 2 : 4;
  return contradicts.length === 0 ? 1 : 3;
}

/** The same for all that are no parts. */
const shareOf = ({ part }: Pick<BestMatch, 'part'>): number => part?.share ?? 1;

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
export function rankOf(match: BestMatch): number {
  if (match.exact) return -1;
  const nearness = (1 - (match.similarity ?? -1)) * distancesOutweighed + match.distance;
  const kind = levelOf(match) * levelOutweighs + againstOf(match);
  const lacking = Math.round((1 - shareOf(match)) * shareSteps);
  return (kind * (shareSteps + 1) + lacking) * similaritiesOutweighed + nearness;
}

const distancesOutweighed = 128 * 65;
const similaritiesOutweighed = 2 * distancesOutweighed + 65;
/** More than any list of contradictions counts. */
const levelOutweighs = (contradictions.length + 1) << contradictions.length;

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
