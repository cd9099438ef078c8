import type { BitMask } from './bit-masks.js';

/*
 * A part is sorted in two steps, by 8 bits of its hash each: to 65,536 places at once every row would
 * miss the cache; to 256 none does, and the chunks of the first step lie in the cache in the second.
 */
export const chunksOfAll = 2 ** 8;
export const keysOfChunk = 2 ** 8;

/** Distinct fingerprints by their halves, of one length; may be shared between threads. */
export interface Fingerprints {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** Fingerprints with their numbers, side by side. */
export interface Rows extends Fingerprints {
  readonly numbers: Int32Array;
}

/** Where each chunk of a range ends; one more for the end of all. */
export function countByChunk(
  { high, low }: Fingerprints,
  { high: highMask, low: lowMask }: BitMask,
  firstChunk: number,
  chunkCount: number,
): Int32Array {
  const counts = new Int32Array(chunkCount + 1);
  for (let number = 0; number < high.length; number++) {
    const hash = hashOf(high[number]! & highMask, low[number]! & lowMask);
    const chunk = (hash >>> 24) - firstChunk;
    if (chunk >= 0 && chunk < chunkCount) counts[chunk]!++;
  }
  sumUp(counts);
  return counts;
}

/**
 * The fingerprints whose chunk lies in a range, chunk by chunk.
 * @param starts where each chunk ends; becomes where it starts, and is returned
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
    const hash = hashOf(high[number]! & highMask, low[number]! & lowMask);
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
 * Counting sort of some rows by 8 bits of the hash of a part.
 * @param shift where these bits stand in the hash
 * @param sorted takes the rows, from 0 on
 * @param starts takes where those of each key start
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
    starts[(hashOf(high[row]! & highMask, low[row]! & lowMask) >>> shift) & 0xff]!++;
  }
  sumUp(starts);
  for (let row = to - 1; row >= from; row--) {
    const at = --starts[(hashOf(high[row]! & highMask, low[row]! & lowMask) >>> shift) & 0xff]!;
    sorted.high[at] = high[row]!;
    sorted.low[at] = low[row]!;
    sorted.numbers[at] = numbers[row]!;
  }
}

/** Turns counts into ends, which become starts as rows are placed from behind. */
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

/** Room for so many rows: what there is, or new. */
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
 * Spreads the bits of a part over the top of 32 (Knuth: The Art of Computer Programming, 6.4). A part is
 * narrower than a half and its bits are neighbours, so those of both halves never meet.
 */
export function hashOf(high: number, low: number): number {
  return Math.imul(high ^ low, 0x9e37_79b1);
}
