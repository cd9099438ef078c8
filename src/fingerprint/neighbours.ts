import { blockOf } from './blocks.js';
import { popcount } from './hamming.js';
import type { Fingerprint } from './signature.js';

/*
 * Parts of every index of blocks: which keys find the fingerprints within a distance, which fingerprints an earlier
 * key found, and which of them are the nearest.
 */

export interface Neighbour {
  readonly fingerprint: Fingerprint;
  readonly distance: number;
}

const unflipped: readonly number[] = [0];
const upToOneFlipped: readonly number[] = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];

/** The values to XOR a block with, to get all blocks within `radius` (0 or 1) of it. */
export function flipsWithin(radius: number): readonly number[] {
  return radius === 0 ? unflipped : upToOneFlipped;
}

/** Tests if the keys of an earlier block also find this fingerprint. */
export function foundBefore(
  a: Fingerprint,
  b: Fingerprint,
  index: number,
  blockRadius: number,
): boolean {
  for (let earlier = 0; earlier < index; earlier++) {
    if (popcount(blockOf(a, earlier) ^ blockOf(b, earlier)) <= blockRadius) return true;
  }
  return false;
}

export type Neighbours = ReturnType<typeof createNeighbours>;

/** Keeps the nearest of the fingerprints that are offered; of equal distance those of the least value. */
export function createNeighbours(maxDistance: number, most: number) {
  const byDistance: Neighbour[][] = Array.from({ length: maxDistance + 1 }, () => []);
  let within = maxDistance;
  /** Number of those that are nearer than `within`. */
  let nearer = 0;

  function cut(): void {
    const furthest = byDistance[within]!.sort(compareFingerprints);
    furthest.length = Math.min(furthest.length, most - nearer);
  }

  return {
    /** Others are not wanted any more. */
    within: () => within,
    offer(neighbour: Neighbour): void {
      const { distance } = neighbour;
      byDistance[distance]!.push(neighbour);
      if (distance < within) nearer += 1;
      while (nearer >= most) {
        byDistance[within]!.length = 0;
        within -= 1;
        nearer -= byDistance[within]!.length;
      }
      if (byDistance[within]!.length >= 2 * most) cut();
    },
    inOrder(): Neighbour[] {
      if (most !== Number.POSITIVE_INFINITY) cut();
      return byDistance.flatMap((some) => some.sort(compareFingerprints));
    },
  };
}

function compareFingerprints({ fingerprint: a }: Neighbour, { fingerprint: b }: Neighbour): number {
  return (a.high >>> 0) - (b.high >>> 0) || (a.low >>> 0) - (b.low >>> 0);
}
