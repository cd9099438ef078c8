import { popcount } from '../../fingerprint/blocks.js';
import { type BitMask, splitBits } from './bit-masks.js';
import {
  atLeast,
  chunksOfAll,
  countByChunk,
  emptyRows,
  type Fingerprints,
  hashPart,
  keysOfChunk,
  longest,
  type Rows,
  sortByChunk,
  sortRows,
} from './rows.js';

/*
 * Finds every pair of distinct fingerprints within a distance d exactly once, by sorting.
 *
 *   64 bits      │  part 0  │  part 1  │  part 2  │  part 3  │        d = 3: d + 1 parts of 16 bits
 *                      ▲
 *   sort by this part; within a bucket of equal parts, split the other 48 bits:
 *                │ sub-part 0 │ sub-part 1 │ sub-part 2 │ sub-part 3 │     d + 1 parts of 12 bits
 *
 * Fingerprints that differ in at most d bits agree in at least one of d + 1 parts (pigeonhole principle; Manku, Jain,
 * Das Sarma: Detecting Near-Duplicates for Web Crawling, 2007, section 3). So it is enough to sort the fingerprints by
 * each part in turn and to compare fingerprints that agree in this part; they form a bucket. The same holds for the
 * remaining bits within a bucket, so a bucket that is too large for comparing all its pairs is divided again,
 * recursively. With up to a few hundred thousand fingerprints, most buckets are small and are compared directly. With
 * millions, every bucket is divided, and a very large bucket is divided several times.
 *
 * At every level, a pair that agrees in several parts counts only in the first of these parts. The first part depends
 * only on the bits in which the pair differs, so threads that work on different buckets need no coordination.
 */

/**
 * A unit of work: the buckets of one part whose keys (hashes of the part) are in one range. All keys are divided into
 * `ranges` ranges of equal length.
 */
export interface NearPairsTask {
  readonly part: number;
  readonly range: number;
  readonly ranges: number;
}

/**
 * Returns units of about equal work. Any thread may run any unit, in any order.
 * @param threads minimum number of units
 */
export function nearPairsTasks(
  { high }: Fingerprints,
  maxDistance: number,
  threads: number,
): NearPairsTask[] {
  const parts = countParts(maxDistance);
  const ranges = 2 ** Math.ceil(Math.log2(Math.max(1, threads / parts, high.length / rangeLength)));
  return Array.from({ length: parts * ranges }, (_, index) => ({
    part: Math.floor(index / ranges),
    range: index % ranges,
    ranges,
  }));
}

/** Approximate number of fingerprints sorted at a time. Each takes 12 bytes. */
const rangeLength = 2 ** 24;

/** Calls `found` with the fingerprint numbers of each pair in a unit of work, the larger number first. */
export type FindNearPairs = (task: NearPairsTask, found: (a: number, b: number) => void) => void;

/**
 * Creates a search that processes one unit at a time and reuses the memory for sorting. Uniformly distributed
 * fingerprints cost at most about ten comparisons per fingerprint and sub-part.
 * @param fingerprints distinct fingerprints
 * @param maxDistance 0 to 7
 * @param setOf returns the set of a fingerprint; buckets whose fingerprints are all in one set are skipped
 */
export function createNearPairSearch(
  fingerprints: Fingerprints,
  maxDistance: number,
  setOf?: (fingerprint: number) => number,
): FindNearPairs {
  const paths = pathsInto(wholeFingerprint, maxDistance);
  const starts = new Int32Array(keysOfChunk + 1);
  let chunks = emptyRows(0);
  let sorted = emptyRows(0);
  return ({ part, range, ranges }, found) => {
    const path = paths[part]!;
    const search = { maxDistance, found, setOf };
    const chunkCount = chunksOfAll / ranges;
    const ends = countByChunk(fingerprints, path.mask, range * chunkCount, chunkCount);
    chunks = atLeast(ends.at(-1)!, chunks);
    const chunkStarts = sortByChunk(fingerprints, path.mask, range * chunkCount, ends, chunks);
    sorted = atLeast(longest(chunkStarts), sorted);
    for (let chunk = 0; chunk < chunkCount; chunk++) {
      const [from, to] = [chunkStarts[chunk]!, chunkStarts[chunk + 1]!];
      sortRows(chunks, from, to, path.mask, 16, sorted, starts);
      searchBuckets(search, sorted, starts, path);
    }
  };
}

interface Search {
  readonly maxDistance: number;
  readonly found: (a: number, b: number) => void;
  readonly setOf: ((fingerprint: number) => number) | undefined;
}

/**
 * Conditions that a pair of a bucket must meet. It must agree in all bits by which the bucket was divided (`agreeing`).
 * It must differ in each part of `differing`, because a pair that agrees in such a part counts in another bucket.
 */
interface Path {
  /** Part by which the bucket was last divided. */
  readonly mask: BitMask;
  readonly agreeing: BitMask;
  readonly differing: readonly BitMask[];
  readonly depth: number;
  /** Paths by which the bucket can be divided further; null until they are first needed. */
  paths: readonly Path[] | null;
}

const wholeFingerprint: Path = {
  mask: { high: 0, low: 0 },
  agreeing: { high: 0, low: 0 },
  differing: [],
  depth: 0,
  paths: null,
};

function countParts(maxDistance: number): number {
  return Math.max(maxDistance, 3) + 1;
}

/**
 * Splits `bits` into parts and returns, for each part, the path that divides a bucket by that part. A pair counts in
 * the first part in which it agrees, so the path requires a difference in every earlier part.
 */
function pathsInto(path: Path, maxDistance: number, bits: BitMask = remainingBits(path)): Path[] {
  const { agreeing, differing, depth } = path;
  const parts = splitBits(bits, countParts(maxDistance));
  return parts.map((mask, part) => ({
    mask,
    agreeing: { high: agreeing.high | mask.high, low: agreeing.low | mask.low },
    differing: [...differing, ...parts.slice(0, part)],
    depth: depth + 1,
    paths: null,
  }));
}

function remainingBits({ agreeing: { high, low } }: Path): BitMask {
  return { high: ~high, low: ~low };
}

/** Maximum size of buckets in which all pairs are compared. */
const bruteForceMax = 40;
/** Maximum average chain length. If it is exceeded, the bucket is divided again. */
const chainLengthMax = 16;
/**
 * Maximum number of levels, including the first, which divides all fingerprints. Each level multiplies the number of
 * passes over the rows. After three levels, at most 2^-21 of all pairs of random fingerprints still share a bucket.
 */
const depthMax = 3;

function searchBucket(search: Search, rows: Rows, from: number, to: number, path: Path): void {
  const count = to - from;
  if (isConnected(search, rows, from, to)) return;
  if (count <= bruteForceMax) {
    compareAll(search, rows, from, to, path);
    return;
  }
  for (const next of extendPath(search, rows, from, to, path)) {
    const values = 2 ** (popcount(next.mask.high) + popcount(next.mask.low));
    if (count > chainLengthMax * values && path.depth < depthMax) {
      divide(search, rows, from, to, next);
    } else compareChained(search, rows, from, to, next);
  }
}

/** Returns true if all rows of a bucket are in the same set. */
function isConnected({ setOf }: Search, { numbers }: Rows, from: number, to: number): boolean {
  if (setOf === undefined) return false;
  const set = setOf(numbers[from]!);
  for (let row = from + 1; row < to; row++) if (setOf(numbers[row]!) !== set) return false;
  return true;
}

/**
 * Returns the paths by which a bucket is divided; none if all its pairs count in other buckets. The rows of a large
 * bucket may all agree in further bits, and a part that consists of such bits would not divide the bucket. Therefore
 * a large bucket is divided only by bits that vary among its rows. The paths depend only on the rows of the bucket, so
 * each pair still counts once.
 */
function extendPath(
  search: Search,
  rows: Rows,
  from: number,
  to: number,
  path: Path,
): readonly Path[] {
  const { maxDistance } = search;
  if (to - from < hotMin) {
    path.paths ??= pathsInto(path, maxDistance);
    return path.paths;
  }
  const varying = varyingBits(rows, from, to);
  const isElsewhere = path.differing.some(
    ({ high, low }) => ((varying.high & high) | (varying.low & low)) === 0,
  );
  if (isElsewhere) return [];
  // Excludes the bits by which the bucket was already divided. Such bits vary only if two different parts have the same
  // hash.
  const { high, low } = remainingBits(path);
  const bits = { high: varying.high & high, low: varying.low & low };
  return pathsInto(path, maxDistance, bits);
}

/** Minimum bucket size for which it is worthwhile to find the varying bits. */
const hotMin = 1024;

function varyingBits({ high, low }: Rows, from: number, to: number): BitMask {
  let [highBits, lowBits] = [0, 0];
  for (let row = from + 1; row < to; row++) {
    highBits |= high[row]! ^ high[from]!;
    lowBits |= low[row]! ^ low[from]!;
  }
  return { high: highBits, low: lowBits };
}

/** Sorts a bucket by another part (a group of fingerprint bits) and searches the resulting buckets. */
function divide(search: Search, rows: Rows, from: number, to: number, path: Path): void {
  const sorted = emptyRows(to - from);
  const starts = new Int32Array(keysOfChunk + 1);
  sortRows(rows, from, to, path.mask, 24, sorted, starts);
  searchBuckets(search, sorted, starts, path);
}

function searchBuckets(search: Search, rows: Rows, starts: Int32Array, path: Path): void {
  for (let key = 0; key < keysOfChunk; key++) {
    const [from, to] = [starts[key]!, starts[key + 1]!];
    if (to - from > 1) searchBucket(search, rows, from, to, path);
  }
}

/** Finds the pairs of a bucket by comparing each row with all earlier rows. */
function compareAll(
  search: Search,
  { high, low, numbers }: Rows,
  from: number,
  to: number,
  path: Path,
): void {
  const { maxDistance, found } = search;
  const few = maxDistance <= 3;
  for (let a = from + 1; a < to; a++) {
    const aHigh = high[a]!;
    const aLow = low[a]!;
    for (let b = from; b < a; b++) {
      const lowBits = aLow ^ low[b]!;
      if (few ? moreThanThree(lowBits) : popcount(lowBits) > maxDistance) continue;
      const highBits = aHigh ^ high[b]!;
      if (popcount(highBits) + popcount(lowBits) > maxDistance) continue;
      if (countsHere(highBits, lowBits, path)) emit(found, numbers[a]!, numbers[b]!);
    }
  }
}

/**
 * Chains of rows in one bucket: `heads` contains the first row of each chain, and `followers` the next row after each
 * row. `followers` grows on demand.
 */
const heads = new Int32Array(2 ** 16);
let followers = new Int32Array(2 ** 12);

/** Compares rows that have equal hashes of a part. Rows are chained, which is faster than sorting them. */
function compareChained(
  search: Search,
  { high, low, numbers }: Rows,
  from: number,
  to: number,
  path: Path,
): void {
  const { maxDistance, found } = search;
  const few = maxDistance <= 3;
  const { high: highMask, low: lowMask } = path.mask;
  const count = to - from;
  if (count > followers.length) followers = new Int32Array(2 * count);
  const bits = Math.min(16, 34 - Math.clz32(count));
  const shift = 32 - bits;
  const next = followers;
  heads.fill(-1, 0, 2 ** bits);
  for (let a = from; a < to; a++) {
    const aHigh = high[a]!;
    const aLow = low[a]!;
    const chain = hashPart(aHigh & highMask, aLow & lowMask) >>> shift;
    for (let b = heads[chain]!; b >= 0; b = next[b - from]!) {
      const lowBits = aLow ^ low[b]!;
      if (few ? moreThanThree(lowBits) : popcount(lowBits) > maxDistance) continue;
      const highBits = aHigh ^ high[b]!;
      if (popcount(highBits) + popcount(lowBits) > maxDistance) continue;
      if (countsHere(highBits, lowBits, path)) emit(found, numbers[a]!, numbers[b]!);
    }
    next[a - from] = heads[chain]!;
    heads[chain] = a;
  }
}

/**
 * Tests if more than three bits are set. Clears the lowest set bit three times, which takes half the time of counting
 * all bits.
 */
function moreThanThree(bits: number): boolean {
  let left = bits & (bits - 1);
  left &= left - 1;
  return (left & (left - 1)) !== 0;
}

function emit(found: (a: number, b: number) => void, a: number, b: number): void {
  if (a > b) found(a, b);
  else found(b, a);
}

/** Tests if a pair with these differing bits agrees in all bits of `agreeing`, and in no part of `differing`. */
function countsHere(highBits: number, lowBits: number, { agreeing, differing }: Path): boolean {
  if (((highBits & agreeing.high) | (lowBits & agreeing.low)) !== 0) return false;
  for (const { high, low } of differing) {
    if (((highBits & high) | (lowBits & low)) === 0) return false;
  }
  return true;
}
