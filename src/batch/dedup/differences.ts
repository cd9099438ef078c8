import type { Additions, Difference } from '../../matching/match.js';

/** Differences between documents and their best matches, by document number. 32 bytes each. */
export interface Differences {
  set(document: number, difference: Difference): void;
  /** Returns unknown unless the difference was set. */
  of(document: number): Difference;
}

/** Shares are stored with four decimals. */
const shareUnits = 10_000;
const unknown = -1;
/** Flags in the first of eight numbers; the others are the counts, with `unknown` for null. */
const flags = { known: 1, nothing: 2, covers: 4, coversNot: 8, title: 16, titleNot: 32 } as const;
const counted = ['words', 'longest', 'numbers', 'names', 'negations', 'lines'] as const;
const size = 2 + counted.length;

export function createDifferences(count: number): Differences {
  const values = new Int32Array(size * count);
  return {
    set(document, { adds, covers }) {
      const at = size * document;
      values[at] =
        (adds === null ? 0 : flags.known) |
        (adds?.nothing ? flags.nothing : 0) |
        flagOf(covers, flags.covers, flags.coversNot) |
        flagOf(adds?.title ?? null, flags.title, flags.titleNot);
      if (adds === null) return;
      values[at + 1] = Math.round(adds.share * shareUnits);
      for (const [index, name] of counted.entries()) values[at + 2 + index] = adds[name] ?? unknown;
    },
    of(document) {
      const at = size * document;
      const has = (flag: number) => (values[at]! & flag) !== 0;
      const told = (yes: number, no: number) => (has(yes) ? true : has(no) ? false : null);
      const covers = told(flags.covers, flags.coversNot);
      if (!has(flags.known)) return { adds: null, covers };
      const counts = Object.fromEntries(
        counted.map((name, index) => {
          const value = values[at + 2 + index]!;
          return [name, value === unknown ? null : value];
        }),
      );
      const share = values[at + 1]! / shareUnits;
      const nothing = has(flags.nothing);
      const title = told(flags.title, flags.titleNot);
      return { adds: { nothing, ...counts, share, title } as Additions, covers };
    },
  };
}

function flagOf(value: boolean | null, yes: number, no: number): number {
  if (value === null) return 0;
  return value ? yes : no;
}
