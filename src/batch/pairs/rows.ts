import type { BitMask } from './bit-masks.js';

/*
 * Rows are sorted by the hash of a part (a group of fingerprint bits) in two steps of 8 bits each. Scattering to 65,536
 * positions in one step would miss the cache for every row. Scattering to 256 positions does not, and each chunk of the
 * first step fits in the cache during the second.
 */
export const chunksOfAll = 2 ** 8;
export const keysOfChunk = 2 ** 8;

/** Fingerprints as two 32-bit halves, in arrays of equal length, which threads may share. */
export interface Fingerprints {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** Fingerprints with their numbers, in parallel arrays. */
export interface Rows extends Fingerprints {
  readonly numbers: Int32Array;
}

/**
 * Counts fingerprints by chunk. The chunk of a fingerprint is the first 8 bits of the hash of the part. Returns the
 * position in sorted order at which each chunk ends, followed by the total.
 */
export function countByChunk(
  { high, low }: Fingerprints,
  { high: highMask, low: lowMask }: BitMask,
  firstChunk: number,
  chunkCount: number,
): Int32Array {
  const counts = new Int32Array(chunkCount + 1);
  for (let number = 0; number < high.length; number++) {
    const hash = hashPart(high[number]! & highMask, low[number]! & lowMask);
    const chunk = (hash >>> 24) - firstChunk;
    if (chunk >= 0 && chunk < chunkCount) counts[chunk]!++;
  }
  sumUp(counts);
  return counts;
}

/**
 * Copies the fingerprints whose chunk is in a range to `sorted`, chunk by chunk.
 * @param starts end of each chunk on entry; changed to the start of each chunk, and returned
 */
export function sortByChunk(
  { high, low }: Fingerprints,
  { high: highMask, low: lowMask }: BitMask,
  firstChunk: number,
  starts: Int32Array,
  sorted: Rows,
): Int32Array {
  const chunkCount = starts.length - 1;
  for (let number = high.length - 1; number >= 0; number--) {
    const hash = hashPart(high[number]! & highMask, low[number]! & lowMask);
    const chunk = (hash >>> 24) - firstChunk;
    if (chunk < 0 || chunk >= chunkCount) continue;
    const at = --starts[chunk]!;
    sorted.high[at] = high[number]!;
    sorted.low[at] = low[number]!;
    sorted.numbers[at] = number;
  }
  return starts;
}

/**
 * Counting sort of rows by 8 bits of the hash of a part.
 * @param shift position of these bits in the hash
 * @param sorted receives the rows, from 0 on
 * @param starts receives the start of each key's rows
 */
export function sortRows(
  { high, low, numbers }: Rows,
  from: number,
  to: number,
  { high: highMask, low: lowMask }: BitMask,
  shift: number,
  sorted: Rows,
  starts: Int32Array,
): void {
  starts.fill(0);
  for (let row = from; row < to; row++) {
    starts[(hashPart(high[row]! & highMask, low[row]! & lowMask) >>> shift) & 0xff]!++;
  }
  sumUp(starts);
  for (let row = to - 1; row >= from; row--) {
    const at = --starts[(hashPart(high[row]! & highMask, low[row]! & lowMask) >>> shift) & 0xff]!;
    sorted.high[at] = high[row]!;
    sorted.low[at] = low[row]!;
    sorted.numbers[at] = numbers[row]!;
  }
}

/**
 * Changes counts into end positions. The caller then fills each range from its end, which changes the end positions
 * into start positions.
 */
function sumUp(counts: Int32Array): void {
  let sum = 0;
  for (let key = 0; key < counts.length; key++) {
    sum += counts[key]!;
    counts[key] = sum;
  }
}

export function longest(starts: Int32Array): number {
  let length = 0;
  for (let key = 1; key < starts.length; key++) {
    length = Math.max(length, starts[key]! - starts[key - 1]!);
  }
  return length;
}

/** Returns room for at least `count` rows: the given arrays if they are long enough, otherwise new ones. */
export function atLeast(count: number, rows: Rows): Rows {
  return count <= rows.numbers.length ? rows : emptyRows(count);
}

export function emptyRows(count: number): Rows {
  return {
    high: new Int32Array(count),
    low: new Int32Array(count),
    numbers: new Int32Array(count),
  };
}

/**
 * Hashes a part (a group of fingerprint bits) so that all its bits affect the high bits of the 32-bit hash (Knuth: The
 * Art of Computer Programming, section 6.4). A part of contiguous bits is narrower than a half, so its bits in the two
 * halves never overlap.
 */
export function hashPart(high: number, low: number): number {
  return Math.imul(high ^ low, 0x9e37_79b1);
}
