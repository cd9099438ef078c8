import { fullShingle, wordFlags } from '../text/evidence-words.js';
import {
  findLines,
  fullShare,
  type PageWords,
  shortHash,
  writeSentences,
  writeShingles,
} from './reading.js';
import { readRice, readVarint, sortHashes, writeRice, writeVarint } from './rice-codes.js';

/*
 * Evidence: what a store keeps of a page (reading.ts) so that a later page can be proven to say nothing more
 * (matching/proof.ts). It has the shingles and numbers of the main text, about 1.5 bytes a word, and a hash of each
 * line of the main text and of the rest.
 *
 * Hashes are sorted and cut to their first bits. A foreign shingle is taken for a stored one in one of 1,024 to 2,048
 * cases if the text has 129 to 512 shingles, in fewer with fewer shingles, in one of 256 to 512 with more, and in one of
 * 4,096 to 8,192 in a long text; a changed word changes every shingle that contains it. A foreign line is taken for a
 * stored one in n / 2^24 cases of n stored lines, and in at most 2^-14.
 *
 *   byte 0       version of this layout, 64; plus 1 if there are marks, 2 if the text is long, 4 if lines are blocks
 *   varint       k, the number of distinct marks, then 4k bytes: the marks, sorted (text/spelling.ts); only if k > 0
 *   varint       n, the number of distinct numbers, then 2n bytes: their hashes, sorted
 *   6 bytes      first bits of the exact hash of the main text
 *   varint       m, the number of distinct hashes of shingles, of the beginnings and ends of sentences, and of short
 *                sentences; if m > 0: a byte, the number of bits per hash; three bytes, the number of bytes that follow;
 *                and the Rice codes of the hashes (rice-codes.ts)
 *   line set     of the main text, then of the rest: the number of distinct lines in the same form, except that their
 *                Rice codes lack the last 8 bits of each hash, which follow as bytes
 */
/** First byte of evidence, without flags. Evidence of earlier versions begins with a smaller byte and has no lines. */
export const evidenceVersion = 64;
const withMarks = 1;
const ofLongText = 2;
const ofBlocks = 4;

/** Unpacked evidence. */
export interface Evidence extends ShingleSet {
  /** Sorted 16-bit hashes, one for each distinct number. */
  readonly numbers: Uint32Array;
  /** Distinct marks of words (text/spelling.ts), sorted. */
  readonly marks: Uint32Array;
  /** First 48 bits of the exact hash of the main text. */
  readonly mainHash: number;
  /** Lines of the main text. */
  readonly main: HashSet;
  /** All other lines of the page. */
  readonly rest: HashSet;
  /** Sum of word shares at which a shingle is full. Shingles of different sizes cannot be compared. */
  readonly full: number;
  readonly isBlocks: boolean;
}

/** The first `bits` bits of some hashes, sorted and distinct. */
export interface HashSet {
  readonly hashes: Uint32Array;
  readonly bits: number;
}

/** Hashes of shingles, for fast look-up. */
export interface ShingleSet {
  readonly shingles: HashSet;
  /**
   * Index of the first shingle of each bucket. The shingles of a bucket have the same leading bits. There are about as
   * many buckets as shingles. Null until the first look-up.
   */
  buckets: Uint32Array | null;
}

/** Number of hex digits of an exact hash that evidence contains. */
const mainHashDigits = 12;

/**
 * Packs the evidence of a page.
 * @param mainHash exact hash of the main text, in hex
 * @param full sum of word shares at which a shingle is full
 */
export function packEvidence(
  page: PageWords,
  mainHash: string,
  lines = findLines(page),
  full = fullShare(page),
): Uint8Array {
  const { mainCount, isBlocks } = page;
  // A word begins at most one shingle and one sentence, which has at most three hashes.
  if (scratch.shingles.length < 4 * mainCount) scratch = getScratch(8 * mainCount);
  const numbers = distinct(scratch.numbers.subarray(0, writeNumbers(page, scratch.numbers)));
  let count = writeShingles(page, full, 0, mainCount, scratch.shingles, null);
  count = writeSentences(page, full, scratch.shingles, count);
  const isLong = full > fullShingle;
  const found = distinct(scratch.shingles.subarray(0, count));
  const shingles = cut(found, shingleBits(found.length, isLong));
  const bitsOfLine = lineBits(lines.hashes.length);
  const main = cut(distinct(lines.hashes.slice(0, lines.mainCount)), bitsOfLine);
  const rest = cut(distinct(lines.hashes.slice(lines.mainCount)), bitsOfLine);
  const marks = distinctMarks(page);
  const most =
    headMax +
    4 * (marks.length + numbers.length + shingles.hashes.length) +
    8 * (main.hashes.length + rest.hashes.length);
  if (scratch.bytes.length < most) scratch.bytes = new Uint8Array(2 * most);
  const { bytes } = scratch;
  bytes[0] =
    evidenceVersion +
    (marks.length === 0 ? 0 : withMarks) +
    (isLong ? ofLongText : 0) +
    (isBlocks ? ofBlocks : 0);
  let at = 1;
  if (marks.length > 0) {
    at = writeVarint(bytes, at, marks.length);
    for (const each of marks) {
      for (let shift = 0; shift < 32; shift += 8) bytes[at++] = (each >>> shift) & 0xff;
    }
  }
  at = writeVarint(bytes, at, numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    bytes[at++] = numbers[index]! & 0xff;
    bytes[at++] = numbers[index]! >>> 8;
  }
  for (let digit = 0; digit < mainHashDigits; digit += 6) {
    const part = Number.parseInt(mainHash.slice(digit, digit + 6), 16);
    for (let shift = 16; shift >= 0; shift -= 8) bytes[at++] = (part >>> shift) & 0xff;
  }
  at = writeSet(bytes, at, shingles, spareBits(shingles.hashes.length, isLong));
  at = writeLines(bytes, at, main);
  at = writeLines(bytes, at, rest);
  return bytes.slice(0, at);
}

/** Maximum number of bytes for the version, the counts, the hash sizes and the exact hash. */
const headMax = 64;

/**
 * Arrays that are reused for all texts, because allocating arrays for each text costs more than the work done in them.
 */
let scratch = getScratch(2 ** 12);

function getScratch(length: number) {
  return {
    numbers: new Uint32Array(length),
    shingles: new Uint32Array(length),
    bytes: new Uint8Array(length),
  };
}

/** Writes the hashes of the numbers of the main text. @returns count of hashes */
function writeNumbers({ words, flags, mainCount }: PageWords, into: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < mainCount; at++) {
    if ((flags[at]! & wordFlags.number) !== 0) into[count++] = shortHash(words[at]!);
  }
  return count;
}

function distinctMarks({ marks }: PageWords): Uint32Array {
  if (marks.length === 0) return marks;
  return distinct(marks.filter((_, index) => index % 2 === 1));
}

/** Returns the number of bits per shingle beyond those needed to number all of them. */
function spareBits(count: number, isLong: boolean): number {
  // In a long text, four shingles contain a changed word. If even one of these has the hash of a stored shingle by
  // chance, the change is missed.
  if (isLong) return 12;
  if (count <= 128) return 14;
  return count <= 512 ? 10 : 8;
}

const countingBits = (count: number) => Math.ceil(Math.log2(Math.max(2, count)));

function shingleBits(count: number, isLong: boolean): number {
  return Math.min(32, countingBits(count) + spareBits(count, isLong));
}

/** Returns the number of bits per line: at most one in 2^14 foreign lines is taken for one of a page's `count` lines. */
function lineBits(count: number): number {
  return Math.min(32, Math.max(24, countingBits(count) + 14));
}

/** Cuts sorted hashes to their first bits, in place. */
function cut(sorted: Uint32Array, bits: number): HashSet {
  for (let at = 0; at < sorted.length; at++) sorted[at]! >>>= 32 - bits;
  return { hashes: withoutRepetitions(sorted), bits };
}

/** Sorts hashes in place and returns the distinct ones. */
function distinct(hashes: Uint32Array): Uint32Array {
  return withoutRepetitions(sortHashes(hashes));
}

/** Removes repeated values. @param sorted is modified in place */
function withoutRepetitions(sorted: Uint32Array): Uint32Array {
  let count = 1;
  for (let at = 1; at < sorted.length; at++) {
    const value = sorted[at]!;
    if (sorted[count - 1] !== value) sorted[count++] = value;
  }
  return count >= sorted.length ? sorted : sorted.subarray(0, count);
}

/** Writes a set of hashes. @param low number of bits of each difference that are not in unary */
function writeSet(bytes: Uint8Array, from: number, { hashes, bits }: HashSet, low: number): number {
  let at = writeVarint(bytes, from, hashes.length);
  if (hashes.length === 0) return at;
  bytes[at++] = bits;
  const sizeAt = at + sizeBytes;
  const end = writeRice(bytes, sizeAt, hashes, low);
  for (let size = end - sizeAt; at < sizeAt; size >>>= 8) bytes[at++] = size & 0xff;
  return end;
}

/** Number of bytes for the size of a set. */
const sizeBytes = 3;

function writeLines(bytes: Uint8Array, from: number, { hashes, bits }: HashSet): number {
  if (hashes.length === 0) return writeVarint(bytes, from, 0);
  const high = { hashes: hashes.map((hash) => hash >>> 8), bits: bits - 8 };
  let at = writeSet(bytes, from, high, lineLowBits(hashes.length, bits));
  for (let index = 0; index < hashes.length; index++) bytes[at++] = hashes[index]! & 0xff;
  return at;
}

const lineLowBits = (count: number, bits: number) =>
  Math.min(16, bits - 8 - countingBits(count) + 1);

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function readSet(reader: Reader, lowFor: (count: number, bits: number) => number): HashSet | null {
  const { bytes } = reader;
  const count = readVarint(reader);
  if (count === 0) return none;
  const bits = bytes[reader.at++] ?? 0;
  let size = 0;
  for (let shift = 0; shift < 8 * sizeBytes; shift += 8) size |= (bytes[reader.at++] ?? 0) << shift;
  const start = reader.at;
  reader.at += size;
  if (!(bits >= 1 && bits <= 32) || count > 8 * size || reader.at > bytes.length) return null;
  const codes = bytes.subarray(0, reader.at);
  const hashes = readRice(codes, start, count, bits, lowFor(count, bits));
  return hashes && { hashes, bits };
}

const none: HashSet = { hashes: new Uint32Array(0), bits: 32 };

function readLineSet(reader: Reader): HashSet | null {
  const high = readSet(reader, (count, bits) => lineLowBits(count, bits + 8));
  if (high === null || high.hashes.length === 0) return high;
  const end = reader.at + high.hashes.length;
  if (end > reader.bytes.length) return null;
  const hashes = high.hashes.map((value) => ((value << 8) | reader.bytes[reader.at++]!) >>> 0);
  return { hashes, bits: high.bits + 8 };
}

/** Reads everything before the shingles. Returns null for damaged bytes, and for another version. */
function readHead(bytes: Uint8Array) {
  const layout = (bytes[0] ?? 0) - evidenceVersion;
  if ((layout & ~(withMarks | ofLongText | ofBlocks)) !== 0) return null;
  const reader: Reader = { bytes, at: 1 };
  const markCount = (layout & withMarks) === 0 ? 0 : readVarint(reader);
  const marksAt = reader.at;
  reader.at += 4 * markCount;
  if (reader.at > bytes.length) return null;
  const numberCount = readVarint(reader);
  const numbersAt = reader.at;
  reader.at += 2 * numberCount;
  if (reader.at + mainHashDigits / 2 > bytes.length) return null;
  let mainHash = 0;
  for (let digit = 0; digit < mainHashDigits; digit += 2) {
    mainHash = 256 * mainHash + bytes[reader.at++]!;
  }
  return { layout, reader, markCount, marksAt, numberCount, numbersAt, mainHash };
}

/** Unpacks evidence. Returns null for damaged bytes, and for another version, which proves nothing. */
export function unpackEvidence(bytes: Uint8Array): Evidence | null {
  const head = readHead(bytes);
  if (head === null) return null;
  const { layout, reader, mainHash } = head;
  const isLong = (layout & ofLongText) !== 0;
  const marks = new Uint32Array(head.markCount);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let index = 0; index < marks.length; index++) {
    marks[index] = view.getUint32(head.marksAt + 4 * index, true);
  }
  const numbers = new Uint32Array(head.numberCount);
  for (let index = 0; index < numbers.length; index++) {
    numbers[index] = view.getUint16(head.numbersAt + 2 * index, true);
  }
  const shingles = readSet(reader, (count) => spareBits(count, isLong));
  const main = shingles && readLineSet(reader);
  const rest = main && readLineSet(reader);
  if (!shingles || !main || !rest || reader.at !== bytes.length) return null;
  const full = isLong ? 2 * fullShingle : fullShingle;
  const isBlocks = (layout & ofBlocks) !== 0;
  return { numbers, marks, mainHash, shingles, buckets: null, main, rest, full, isBlocks };
}

/** Fields of evidence from which the lines of a site are learnt (matching/site-lines.ts). */
export type TaughtLines = Pick<Evidence, 'mainHash' | 'main' | 'rest'>;

/** Unpacks the lines of a page, and skips everything else. Returns null as `unpackEvidence` does. */
export function unpackTaughtLines(bytes: Uint8Array): TaughtLines | null {
  const head = readHead(bytes);
  if (head === null) return null;
  const { reader, mainHash } = head;
  skipSet(reader);
  const main = reader.at <= bytes.length ? readLineSet(reader) : null;
  const rest = main && readLineSet(reader);
  return main && rest && reader.at === bytes.length ? { mainHash, main, rest } : null;
}

function skipSet(reader: Reader): void {
  const count = readVarint(reader);
  if (count === 0) return;
  reader.at++;
  let size = 0;
  for (let shift = 0; shift < 8 * sizeBytes; shift += 8) {
    size |= (reader.bytes[reader.at++] ?? 0) << shift;
  }
  reader.at += size;
}

/** Counts the lines of a page from its evidence. Returns null if the bytes are of another version. */
export function countLines(bytes: Uint8Array): { main: number; rest: number } | null {
  const evidence = unpackEvidence(bytes);
  return evidence && { main: evidence.main.hashes.length, rest: evidence.rest.hashes.length };
}

export function hasShingle(set: ShingleSet, hash: number): boolean {
  const { hashes, bits } = set.shingles;
  if (hashes.length === 0) return false;
  set.buckets ??= findBuckets(set.shingles);
  const { buckets } = set;
  const wanted = hash >>> (32 - bits);
  const bucket = hash >>> Math.clz32(buckets.length - 2);
  const end = buckets[bucket + 1]!;
  for (let at = buckets[bucket]!; at < end; at++) if (hashes[at] === wanted) return true;
  return false;
}

/** Finds the start of each bucket. The last element is the end of the last bucket. */
function findBuckets({ hashes, bits }: HashSet): Uint32Array {
  const bucketBits = Math.min(bits, 32 - Math.clz32(Math.max(1, hashes.length - 1)));
  const buckets = new Uint32Array(2 ** bucketBits + 1);
  const shift = bits - bucketBits;
  let bucket = 0;
  for (let at = 0; at < hashes.length; at++) {
    for (const own = hashes[at]! >>> shift; bucket < own; ) buckets[++bucket] = at;
  }
  buckets.fill(hashes.length, bucket + 1);
  return buckets;
}

/** Tests if a line is one of the lines of a stored page. @param hash 32 bits */
export function hasLine({ main, rest }: Pick<Evidence, 'main' | 'rest'>, hash: number): boolean {
  return hasHash(rest, hash) || hasHash(main, hash);
}

function hasHash({ hashes, bits }: HashSet, hash: number): boolean {
  return holds(hashes, hash >>> (32 - bits));
}

export function hasNumber({ numbers }: Evidence, word: number): boolean {
  return holds(numbers, shortHash(word));
}

/** Returns true if a stored text lacks this mark but has a different one at the same position. */
export function contradictsMark({ marks }: Evidence, mark: number): boolean {
  if (marks.length === 0) return false;
  // Marks at the same position differ only in their last 8 bits.
  const first = lowerBound(marks, (mark & 0xffff_ff00) >>> 0);
  return first < marks.length && marks[first]! >>> 8 === mark >>> 8 && !holds(marks, mark);
}

/** Returns the hashes of a set that another set lacks. Compares as many bits as both have. */
export function lacking(set: HashSet, other: HashSet): HashSet {
  const bits = Math.min(other.bits, set.bits);
  const others = new Set(Array.from(other.hashes, (hash) => hash >>> (other.bits - bits)));
  const isLacked = (hash: number) => !others.has(hash >>> (set.bits - bits));
  return { hashes: set.hashes.filter(isLacked), bits: set.bits };
}

/** Counts the hashes of a set that another set lacks. Compares as many bits as both have. */
export function countLacking(set: HashSet, other: HashSet): number {
  const shared = Math.min(set.bits, other.bits);
  const [shift, otherShift] = [set.bits - shared, other.bits - shared];
  const { hashes } = set;
  const others = other.hashes;
  let count = 0;
  let at = 0;
  // Iterating a typed array with `for … of` takes three times as long.
  for (let index = 0; index < hashes.length; index++) {
    const value = hashes[index]! >>> shift;
    while (at < others.length && others[at]! >>> otherShift < value) at++;
    if (at === others.length || others[at]! >>> otherShift !== value) count++;
  }
  return count;
}

/** Searches sorted values for one value. */
function holds(values: Uint32Array, wanted: number): boolean {
  const place = lowerBound(values, wanted);
  return place < values.length && values[place] === wanted;
}

/** Returns the index of the first value that is at least `wanted` in a sorted array; its length if there is none. */
function lowerBound(values: Uint32Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
