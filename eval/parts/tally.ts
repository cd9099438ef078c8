import type { Share } from '../score.js';

/** Shares and means by name. */
export type Tally = Map<string, Share>;

/** Adds one or more hits. */
export function count(tally: Tally, name: string, found: number | boolean, of = 1): void {
  const before = tally.get(name) ?? { found: 0, of: 0 };
  tally.set(name, { found: before.found + Number(found), of: before.of + of });
}

export function addTally(sum: Tally, other: Tally): void {
  for (const [name, { found, of }] of other) count(sum, name, found, of);
}

/** Returns the share or mean; null if nothing was counted. */
export function meanOf(tally: Tally, name: string): number | null {
  const share = tally.get(name);
  return share === undefined || share.of === 0 ? null : share.found / share.of;
}

/** Returns the share over all names with a prefix. */
export function sumOf(tally: Tally, start: string): number | null {
  const sum: Tally = new Map();
  for (const [name, { found, of }] of tally) {
    if (name.startsWith(start)) count(sum, start, found, of);
  }
  return meanOf(sum, start);
}

/** Returns the lowest share among names with a prefix. */
export function worstOf(tally: Tally, start: string): number | null {
  const names = [...tally.keys()].filter((name) => name.startsWith(start));
  const shares = names.map((name) => meanOf(tally, name)).filter((share) => share !== null);
  return shares.length === 0 ? null : Math.min(...shares);
}
