import type { Fingerprint } from './signature.js';

/**
 * Converts fingerprints to text, and to the blocks that are keys of the index.
 *
 *   bit 63        48 47        32 31        16 15         0
 *      ┌────────────┬────────────┬────────────┬────────────┐
 *      │  block 0   │  block 1   │  block 2   │  block 3   │
 *      └────────────┴────────────┴────────────┴────────────┘
 *
 * Two fingerprints that differ in at most 3 bits agree in at least one of 4 blocks (pigeonhole; Manku, Jain, Das Sarma:
 * Detecting Near-Duplicates for Web Crawling, section 3). The remaining 48 bits of a fingerprint fit exactly into a
 * double, so neither keys nor candidates need a BigInt.
 */
export const blockCount = 4;

/** Returns block `index` (0 to 3) as an integer from 0 to 65,535. */
export function readBlock({ high, low }: Fingerprint, index: number): number {
  const half = index < 2 ? high : low;
  return index % 2 === 0 ? half >>> 16 : half & 0xffff;
}

/** Returns the other three blocks, without block `index`, in order, as an integer below 2^48. */
export function readRest({ high, low }: Fingerprint, index: number): number {
  switch (index) {
    case 0:
      return (high & 0xffff) * 2 ** 32 + low;
    case 1:
      return (high >>> 16) * 2 ** 32 + low;
    case 2:
      return high * 2 ** 16 + (low & 0xffff);
    default:
      return high * 2 ** 16 + (low >>> 16);
  }
}

/**
 * Returns a signed key for a whole fingerprint, of 48 bits: the first 48 bits, mixed with the last 16. Two fingerprints
 * that differ only in the last block have different keys; any other two have equal keys only by chance.
 * @param bare true for the fingerprint of a content without evidence, whose keys are beyond all others
 */
export function fingerprintKey({ high, low }: Fingerprint, bare: boolean): number {
  const last = low & 0xffff;
  const first = high ^ Math.imul(last, 0x9e37_79b1);
  const key = first * 2 ** 16 + (((low >>> 16) ^ (Math.imul(last, 0x85eb_ca6b) >>> 16)) & 0xffff);
  return bare ? key + 2 ** 48 : key;
}

/** Joins block `index` and the other three blocks into a fingerprint: the inverse of `readBlock` and `readRest`. */
export function joinBlocks(index: number, block: number, rest: number): Fingerprint {
  const first = Math.floor(rest / 2 ** 32);
  const second = (rest >>> 16) & 0xffff;
  const third = rest & 0xffff;
  switch (index) {
    case 0:
      return join(block, first, second, third);
    case 1:
      return join(first, block, second, third);
    case 2:
      return join(first, second, block, third);
    default:
      return join(first, second, third, block);
  }
}

/** Returns 16 lower-case hex digits, the external form of a fingerprint. */
export function toHex({ high, low }: Fingerprint): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Inverse of `toHex`. The caller must have checked the form: `^[0-9a-f]{16}$`. */
export function fromHex(hex: string): Fingerprint {
  return {
    high: Number.parseInt(hex.slice(0, 8), 16),
    low: Number.parseInt(hex.slice(8), 16),
  };
}

function join(first: number, second: number, third: number, fourth: number): Fingerprint {
  return { high: ((first << 16) | second) >>> 0, low: ((third << 16) | fourth) >>> 0 };
}

/** Number of differing bits of two fingerprints: 0 to 64. */
export function hammingDistance(a: Fingerprint, b: Fingerprint): number {
  return popcount(a.high ^ b.high) + popcount(a.low ^ b.low);
}

/**
 * Number of one bits in a 32-bit integer, signed or unsigned: pairs, nibbles and bytes are added
 * in parallel, and the product sums the four bytes in its top byte (Warren: Hacker's Delight,
 * section 5-1).
 */
export function popcount(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  sum = (sum + (sum >>> 4)) & 0x0f0f0f0f;
  return Math.imul(sum, 0x01010101) >>> 24;
}

/*
 * Code that all block indexes share for searching fingerprints within a distance: the keys to read, the order in which
 * the blocks are read, and the nearest fingerprints found.
 */

export interface Neighbour {
  readonly fingerprint: Fingerprint;
  readonly distance: number;
}

const unflipped: readonly number[] = [0];
const upToOneFlipped: readonly number[] = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];

/** Returns XOR masks that turn a block into all blocks within `radius` (0 or 1). */
export function flipsWithin(radius: number): readonly number[] {
  return radius === 0 ? unflipped : upToOneFlipped;
}

/**
 * Reads the index of one block after another until no unread fingerprint can be near enough. A fingerprint not found
 * after reading `count` blocks differs from the probe in more than `radius` bits of each of these blocks, so its
 * distance is at least `count` × (`radius` + 1).
 * @param order block numbers, in the order in which they are read
 * @param read passes the fingerprints under the keys of block `index` to `nearest`, except those for which `isRead`
 *   returns true because an earlier block contained them
 */
export function readBlocks(
  probe: Fingerprint,
  maxDistance: number,
  nearest: Pick<Neighbours, 'within'>,
  order: readonly number[],
  read: (index: number, flips: readonly number[], isRead: (found: Fingerprint) => boolean) => void,
): void {
  const radius = Math.floor(maxDistance / blockCount);
  for (let count = 0; count < blockCount; count++) {
    if (nearest.within() < count * (radius + 1)) return;
    read(order[count]!, flipsWithin(radius), (found) => {
      for (let earlier = 0; earlier < count; earlier++) {
        const index = order[earlier]!;
        if (popcount(readBlock(found, index) ^ readBlock(probe, index)) <= radius) return true;
      }
      return false;
    });
  }
}

export type Neighbours = ReturnType<typeof createNeighbours>;

/** Keeps the nearest `most` fingerprints; among equally near fingerprints, those with the lowest values. */
export function createNeighbours(maxDistance: number, most: number) {
  const byDistance: Neighbour[][] = Array.from({ length: maxDistance + 1 }, () => []);
  let within = maxDistance;
  /** Number of kept fingerprints at a distance below `within`. */
  let nearer = 0;

  function cut(): void {
    const furthest = byDistance[within]!.sort(compareFingerprints);
    furthest.length = Math.min(furthest.length, most - nearer);
  }

  return {
    /** Returns the distance beyond which fingerprints are no longer needed. */
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

/** Compares neighbours of a fingerprint: nearest first, ties by value. */
export function compareNeighbours(a: Neighbour, b: Neighbour): number {
  return a.distance - b.distance || compareFingerprints(a, b);
}

function compareFingerprints({ fingerprint: a }: Neighbour, { fingerprint: b }: Neighbour): number {
  return (a.high >>> 0) - (b.high >>> 0) || (a.low >>> 0) - (b.low >>> 0);
}
