import { type Additions, type Difference, type Level, levels } from '../../matching/match.js';
import { shared } from '../pairs/fingerprint-groups.js';
import { readSiteLines, type SiteLineLists } from './site-line-lists.js';

/** Differences between documents and their best matches, by document number, in shared memory. 20 bytes each. */
export type Differences = Int32Array;

/** Number of units in a share of 1. Shares are stored as integers in these units, that is, with four decimals. */
const shareUnits = 10_000;
/** A difference consists of five numbers: these flags with the level in the bits above, the share, and three counts. */
const flags = { known: 1, nothing: 2, covers: 4, coversNot: 8, siteLines: 16 } as const;
const levelShift = 5;
/** Levels in the order of their numbers. A document without a match has the first. */
const looseness: readonly Level[] = levels.toReversed();
const counted = ['words', 'numbers', 'lines'] as const;
const size = 2 + counted.length;

export function createDifferences(count: number): Differences {
  return shared(size * count);
}

export function writeDifference(
  differences: Differences,
  document: number,
  { adds, covers, level }: Difference,
): void {
  const at = size * document;
  const covered = covers === null ? 0 : covers ? flags.covers : flags.coversNot;
  differences[at] =
    (adds === null ? 0 : flags.known) |
    (adds?.nothing ? flags.nothing : 0) |
    (adds?.siteLines ? flags.siteLines : 0) |
    covered |
    (looseness.indexOf(level) << levelShift);
  if (adds === null) return;
  differences[at + 1] = Math.round(adds.share * shareUnits);
  for (const [index, name] of counted.entries()) differences[at + 2 + index] = adds[name];
}

/** Deletes the difference of a document. */
export function clearDifference(differences: Differences, document: number): void {
  differences.fill(0, size * document, size * (document + 1));
}

/** Reads the difference of a document. If none was written, its level is `similar` and its other fields are null. */
export function readDifference(
  {
    differences,
    siteLines,
  }: { readonly differences: Differences; readonly siteLines: SiteLineLists },
  document: number,
): Pick<Difference, 'adds' | 'covers' | 'level'> {
  const at = size * document;
  const has = (flag: number) => (differences[at]! & flag) !== 0;
  const covers = has(flags.covers) ? true : has(flags.coversNot) ? false : null;
  const level = looseness[differences[at]! >> levelShift]!;
  if (!has(flags.known)) return { adds: null, covers, level };
  const [words, numbers, lines] = differences.subarray(at + 2, at + size) as unknown as [
    number,
    number,
    number,
  ];
  const share = differences[at + 1]! / shareUnits;
  const counted = { nothing: has(flags.nothing), words, share, numbers, lines };
  const adds: Additions = has(flags.siteLines)
    ? { ...counted, siteLines: readSiteLines(siteLines, document) }
    : counted;
  return { adds, covers, level };
}
