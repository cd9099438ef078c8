import { type BestMatch, type Match, shareSteps } from './match.js';
import { isNothingNew } from './match-rule.js';

/**
 * The order of all lists of matches, best first: exact matches; matches to which the page adds nothing; matches
 * by parts that decide; other matches; other matches by parts. Within each group: larger share of a part,
 * higher similarity (null last), smaller distance, fewer new words, older document, and id in byte order. No
 * two documents of a collection compare equal.
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

/** Share of a match by parts; 1 for all other matches. */
const shareOf = ({ part }: Pick<BestMatch, 'part'>): number => part?.share ?? 1;

/** Fraction of the maximum number of new words, from 0 to 1 (exclusive); the maximum if unknown. */
function newWordsOf({ adds }: Pick<BestMatch, 'adds'>): number {
  return Math.min(adds?.words ?? countedMax, countedMax) / (countedMax + 1);
}

const countedMax = 2 ** 20 - 1;

/**
 * Order of `compareMatches` as one number, as far as contents decide it. Unequal similarities differ by at
 * least 1/128, which outweighs every distance.
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
 * Compares two strings by their UTF-8 bytes, as SQLite does; negative, zero or positive. JavaScript compares
 * UTF-16 units, which puts U+FF5E after U+1F600; UTF-8 sorts by code point.
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

/** Sorts surrogates, which begin code points from U+10000 on, after all other UTF-16 units. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
