import { popcount } from '../../fingerprint/blocks.js';
import { type BitMask, splitBits } from './bit-masks.js';
import {
  atLeast,
  chunksOfAll,
  countByChunk,
  emptyRows,
  type Fingerprints,
  hashOf,
  keysOfChunk,
  longest,
  type Rows,
  sortByChunk,
  sortRows,
} from './rows.js';

/*
 * All pairs of distinct fingerprints within a distance d, each once, by sorting.
 *
 *   64 bits      │  part 0  │  part 1  │  part 2  │  part 3  │        d = 3: d + 1 parts of 16 bits
 *                      ▲
 *   sort by this part; within a bucket, which agrees in it, take the other 48 bits:
 *                │ sub-part 0 │ sub-part 1 │ sub-part 2 │ sub-part 3 │     d + 1 parts of 12 bits
 *
 * Fingerprints that differ in at most d bits agree in one of d + 1 parts (pigeonhole; Manku, Jain,
 * Das Sarma: Detecting Near-Duplicates for Web Crawling, 2007, section 3). So it is enough to
 * compare inside the buckets of each part. The same holds for the remaining bits inside a bucket,
 * so a bucket that is too large to compare all with all is divided again, and its parts may be
 * divided again. How fine the geometry is thus follows from the data: small buckets (up to some
 * hundred thousand fingerprints in all) are compared directly; with millions of fingerprints every
 * bucket is divided, and a hot bucket is divided as often as it needs.
 *
 * A pair may agree in several parts. It counts in the first of them, at every level. This depends
 * on its differing bits alone, so threads that work on different buckets need not know of each
 * other.
 */

/** A share of the work: buckets of one part whose keys lie in one of several equal ranges. */
export interface NearPairsTask {
  readonly part: number;
  readonly range: number;
  readonly ranges: number;
}

/**
 * Shares of about equal work, which can be done in any order and on any thread.
 * @param threads there are at least this many shares
 */
export function nearPairsTasks(
  { high }: Fingerprints,
  maxDistance: number,
  threads: number,
): NearPairsTask[] {
  const parts = partsFor(maxDistance);
  const ranges = 2 ** Math.ceil(Math.log2(Math.max(1, threads / parts, high.length / rangeLength)));
  return Array.from({ length: parts * ranges }, (_, index) => ({
    part: Math.floor(index / ranges),
    range: index % ranges,
    ranges,
  }));
}

/** Number of fingerprints that are sorted at a time, in 12 bytes each. */
const rangeLength = 2 ** 24;

/** Calls `found` with the numbers of each pair of a share, the larger number first. */
export type FindNearPairs = (task: NearPairsTask, found: (a: number, b: number) => void) => void;

/**
 * A search that goes share by share and reuses its memory for sorting.
 * Cost for uniform fingerprints: at most about ten comparisons per fingerprint and sub-part.
 * @param fingerprints all distinct
 * @param maxDistance 0 to 7
 * @param setOf returns the set of a fingerprint; pairs within one set are left out
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

/** The parts in which pairs of a bucket agree, and the parts in which they must differ to count here. */
interface Path {
  /** The part by which it was divided last. */
  readonly mask: BitMask;
  readonly agreeing: BitMask;
  readonly differing: readonly BitMask[];
  readonly depth: number;
  /** The paths into which its remaining bits are divided; made when first needed. */
  paths: readonly Path[] | null;
}

const wholeFingerprint: Path = {
  mask: { high: 0, low: 0 },
  agreeing: { high: 0, low: 0 },
  differing: [],
  depth: 0,
  paths: null,
};

function partsFor(maxDistance: number): number {
  return Math.max(maxDistance, 3) + 1;
}

/** A pair counts in the first part in which it agrees, so it differs in all parts before. */
function pathsInto(path: Path, maxDistance: number, bits: BitMask = leftOf(path)): Path[] {
  const { agreeing, differing, depth } = path;
  const parts = splitBits(bits, partsFor(maxDistance));
  return parts.map((mask, part) => ({
    mask,
    agreeing: { high: agreeing.high | mask.high, low: agreeing.low | mask.low },
    differing: [...differing, ...parts.slice(0, part)],
    depth: depth + 1,
    paths: null,
  }));
}

function leftOf({ agreeing: { high, low } }: Path): BitMask {
  return { high: ~high, low: ~low };
}

/** Buckets up to this size are compared all with all. */
const bruteForceMax = 40;
/** A bucket whose chains would be longer on average is sorted again instead. */
const chainLengthMax = 16;
/**
 * Each level multiplies the passes over a bucket; after three, at most 2^-27 of chance pairs are
 * left.
 */
const depthMax = 3;

function searchBucket(search: Search, rows: Rows, from: number, to: number, path: Path): void {
  const count = to - from;
  if (isConnected(search, rows, from, to)) return;
  if (count <= bruteForceMax) {
    compareAll(search, rows, from, to, path);
    return;
  }
  for (const next of pathsOf(search, rows, from, to, path)) {
    const values = 2 ** (popcount(next.mask.high) + popcount(next.mask.low));
    if (count > chainLengthMax * values && path.depth < depthMax) {
      divide(search, rows, from, to, next);
    } else compareChained(search, rows, from, to, next);
  }
}

/** Tests if all rows of a bucket are in one set. */
function isConnected({ setOf }: Search, { numbers }: Rows, from: number, to: number): boolean {
  if (setOf === undefined) return false;
  const set = setOf(numbers[from]!);
  for (let row = from + 1; row < to; row++) if (setOf(numbers[row]!) !== set) return false;
  return true;
}

/**
 * The parts by which a bucket is divided. The rows of a hot bucket may also agree in other bits. So
 * its parts consist only of the bits that vary: then each part divides it, and no part is left if
 * all of its pairs count elsewhere. The parts depend on the bucket only, so a pair still counts
 * once.
 */
function pathsOf(
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
  // Rows with another key may be in the bucket; the bits of the key need not tell them apart.
  const { high, low } = leftOf(path);
  const bits = { high: varying.high & high, low: varying.low & low };
  return pathsInto(path, maxDistance, bits);
}

/** Size from which it pays to find the bits that vary. */
const hotMin = 1024;

function varyingBits({ high, low }: Rows, from: number, to: number): BitMask {
  let [highBits, lowBits] = [0, 0];
  for (let row = from + 1; row < to; row++) {
    highBits |= high[row]! ^ high[from]!;
    lowBits |= low[row]! ^ low[from]!;
  }
  return { high: highBits, low: lowBits };
}

/** Sorts a bucket by a further part and searches the resulting buckets. */
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

/** Compares all with all. */
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

/** The heads of the chains of one bucket, and the next row after each row; grown when needed. */
const heads = new Int32Array(2 ** 16);
let followers = new Int32Array(2 ** 12);

/** Compares rows with the same hash of a part. The rows are chained, not sorted. */
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
    const chain = hashOf(aHigh & highMask, aLow & lowMask) >>> shift;
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

/** Clears the lowest bit three times, which is half the work of counting all bits. */
function moreThanThree(bits: number): boolean {
  let left = bits & (bits - 1);
  left &= left - 1;
  return (left & (left - 1)) !== 0;
}

function emit(found: (a: number, b: number) => void, a: number, b: number): void {
  if (a > b) found(a, b);
  else found(b, a);
}

/** True if a pair with these differing bits agrees in the parts of a path, and in none before them. */
function countsHere(highBits: number, lowBits: number, { agreeing, differing }: Path): boolean {
  if (((highBits & agreeing.high) | (lowBits & agreeing.low)) !== 0) return false;
  for (const { high, low } of differing) {
    if (((highBits & high) | (lowBits & low)) === 0) return false;
  }
  return true;
}
