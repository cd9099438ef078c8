import type { Additions, Difference } from '../../matching/match.js';
import { shared } from '../pairs/fingerprint-groups.js';

/** Differences between documents and their best matches, by document number, in shared memory. 32 bytes each. */
export type Differences = Int32Array;

/** Number of units in a share of 1. Shares are stored as integers in these units, that is, with four decimals. */
const shareUnits = 10_000;
const unknown = -1;
/**
 * A difference consists of eight numbers: these flags, the share, and six counts, in which `unknown` stands for null.
 */
const flags = { known: 1, nothing: 2, covers: 4, coversNot: 8, title: 16, titleNot: 32 } as const;
const counted = ['words', 'longest', 'numbers', 'names', 'negations', 'lines'] as const;
const size = 2 + counted.length;

export function createDifferences(count: number): Differences {
  return shared(size * count);
}

export function writeDifference(
  differences: Differences,
  document: number,
  { adds, covers }: Difference,
): void {
  const at = size * document;
  differences[at] =
    (adds === null ? 0 : flags.known) |
    (adds?.nothing ? flags.nothing : 0) |
    packFlag(covers, flags.covers, flags.coversNot) |
    packFlag(adds?.title ?? null, flags.title, flags.titleNot);
  if (adds === null) return;
  differences[at + 1] = Math.round(adds.share * shareUnits);
  for (const [index, name] of counted.entries()) {
    differences[at + 2 + index] = adds[name] ?? unknown;
  }
}

/** Reads the difference of a document. Its fields are null if no difference was written. */
export function readDifference(differences: Differences, document: number): Difference {
  const at = size * document;
  const has = (flag: number) => (differences[at]! & flag) !== 0;
  const told = (yes: number, no: number) => (has(yes) ? true : has(no) ? false : null);
  const covers = told(flags.covers, flags.coversNot);
  if (!has(flags.known)) return { adds: null, covers };
  const counts = Object.fromEntries(
    counted.map((name, index) => {
      const value = differences[at + 2 + index]!;
      return [name, value === unknown ? null : value];
    }),
  );
  const share = differences[at + 1]! / shareUnits;
  const nothing = has(flags.nothing);
  const title = told(flags.title, flags.titleNot);
  return { adds: { nothing, ...counts, share, title } as Additions, covers };
}

function packFlag(value: boolean | null, yes: number, no: number): number {
  if (value === null) return 0;
  return value ? yes : no;
}
