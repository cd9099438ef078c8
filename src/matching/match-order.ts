import { type BestMatch, type Match, shareSteps } from './match.js';
import { isNothingNew } from './match-rule.js';

/**
 * The order of all lists of matches, best first: exact ones; those to which the page adds nothing; parts that decide;
 * the others; other parts. Of these, those with the larger share of a part come first, then those with the higher
 * similarity (null after all numbers), the smaller distance, fewer new words, the older document, the bytes of the
 * id. No two documents of a collection are equal in this order.
 */
export function compareMatches(a: Match, b: Match): number {
  return rankOf(a) - rankOf(b) || a.storedAt - b.storedAt || compareUtf8(a.id, b.id);
}

function levelOf(match: BestMatch): number {
  const { exact, part } = match;
  if (exact && isNothingNew(match)) return 0;
  if (part !== undefined) return part.decides ? 2 : 4;
  return isNothingNew(match) ? 1 : 3;
}

/** The same for all that are no parts. */
const shareOf = ({ part }: Pick<BestMatch, 'part'>): number => part?.share ?? 1;

/** 0 to 1 (exclusive); the most where they are not known. */
function newWordsOf({ adds }: Pick<BestMatch, 'adds'>): number {
  return Math.min(adds?.words ?? countedMax, countedMax) / (countedMax + 1);
}

const countedMax = 2 ** 20 - 1;

/**
 * The order of `compareMatches`, as far as contents decide it, as one number. Unequal similarities
 * differ by at least 1/128, which outweighs every distance.
 */
export function rankOf(match: BestMatch): number {
  if (levelOf(match) === 0) return -1;
  const nearness = (1 - (match.similarity ?? -1)) * distancesOutweighed + match.distance;
  const lacking = Math.round((1 - shareOf(match)) * shareSteps);
  const kind = levelOf(match) * (shareSteps + 1) + lacking;
  return kind * similaritiesOutweighed + nearness + newWordsOf(match);
}

const distancesOutweighed = 128 * 65;
const similaritiesOutweighed = 2 * distancesOutweighed + 66;

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
