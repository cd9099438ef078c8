import {
  type EvidenceWords,
  fullShingle,
  joined,
  readScript,
  shareOfShingle,
  wordFlags,
} from '../text/evidence-words.js';
import { readRice, readVarint, sortHashes, writeRice, writeVarint } from './rice-codes.js';

/**
 * Compact forms of a text. They show what a page adds to a stored text, and thus whether the page is refused
 * (matching/novelty.ts). There are two forms:
 *
 *   reading    of an incoming page: its words in order, each with its shingle and flags
 *   evidence   of a stored content, about 1.5 bytes per word: its shingles and numbers, unordered
 *
 * A shingle here is a word and as many following words as fill the shingle (text/evidence-words.ts): two alphabetic
 * words in all, or three Han characters. In a long text, nearly every pair of words occurs somewhere, such as "is not"
 * and "not safe", so the shingles of long texts are twice as long. When a page is compared with a stored text, the page
 * is read with shingles of the stored text's length.
 *
 * The evidence holds the first bits of the shingle hashes, sorted, as Rice codes of their differences (rice-codes.ts).
 * The false positive rate of a shingle look-up is one in 1,024 to 2,048 for a text with 129 to 512 shingles, lower with
 * fewer shingles, one in 256 to 512 with more, and one in 4,096 to 8,192 for a long text. A changed word changes every
 * shingle that contains it. Numbers are also stored separately, as 16-bit hashes.
 *
 *   byte 0       version of this layout, 1; plus 2 if there are marks, plus 4 if the text is long
 *   varint       k, the number of distinct marks, then 4k bytes: the marks, sorted (text/spelling.ts); only if k > 0
 *   varint       n, the number of distinct numbers, then 2n bytes: their hashes, sorted
 *   varint       m, the number of distinct hashes of shingles and short lines
 *   byte         number of bits per hash
 *   m codes      differences between adjacent hashes; the first is the difference from 0
 *   2t bytes     hashes of the words of the title (sign.ts)
 *   byte         t, the number of these words
 */
const version = 1;
const withMarks = 2;
const ofLongText = 4;
/** A text of at least this many words is long. */
const longTextWords = 2 ** 13;

export interface Reading extends ReadWords {
  /** Hash of each shingle. A shingle begins with the word of the same index. */
  readonly shingles: Uint32Array;
  /** Number of words in each shingle. */
  readonly lengths: Uint8Array;
  /** Sentences and lines too short to have a shingle. */
  readonly short: readonly ShortLine[];
  /** Sum of word shares (`shareOfShingle`) at which a shingle is full: `fullShingle`, or twice that in a long text. */
  readonly full: number;
}

/** Words of a text, in order. */
export interface ReadWords {
  /** Hashes of the words. */
  readonly words: Int32Array;
  /** Flags of each word (`readingFlags`). */
  readonly flags: Uint8Array;
  /** Distinguishing marks (text/spelling.ts), in pairs: index of a word, and one of its marks. */
  readonly marks: Uint32Array;
}

/** Words from `start` to `end` (exclusive), with a hash of all of them. */
export interface ShortLine {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** Flags of a word. */
export const readingFlags = wordFlags;

const { begins, number: isNumber, negation: isNegation } = wordFlags;

/** Length of a word: 1 for an alphabetic word, 2/3 for Han, 1/2 for kana, 2/7 for Thai. */
export function wordLength(flags: number): number {
  return wordLengths[flags]!;
}

/** Returns the number of shingles that contain a given Han character. An alphabetic word is in fewer shingles. */
export function shinglesOfWord({ full }: Pick<Evidence, 'full'>): number {
  return full / shareOfShingle[1];
}

function shingleShare(flags: number): number {
  return shares[flags]!;
}

/** Share of a shingle that a word fills, by its flags. A table is faster than computing it. */
const shares = Uint8Array.from({ length: 256 }, (_, flags) => shareOfShingle[readScript(flags)]!);
const wordLengths = Float64Array.from(shares, (share) => share / shareOfShingle[0]);

/** Returns views of a text's words. The views are valid until the next text is read. */
export function readWords({ count, hashes, flags, marks }: EvidenceWords): ReadWords {
  return { words: hashes.subarray(0, count), flags: flags.subarray(0, count), marks };
}

/** Returns the reading of a text. It stays valid when another text is read. */
export function createReading({ count, hashes, flags, marks }: EvidenceWords): Reading {
  return readingOfWords(hashes.slice(0, count), flags.slice(0, count), marks);
}

/**
 * Returns the reading of these words, without copying the arrays. @param full sum of word shares at which a shingle is
 * full
 */
export function readingOfWords(
  words: Int32Array,
  flags: Uint8Array,
  marks: Uint32Array = new Uint32Array(0),
  full = fullShare(words),
): Reading {
  const shingles = new Uint32Array(words.length);
  const lengths = new Uint8Array(words.length);
  const found = writeShingles({ words, flags }, full, shingles, lengths);
  return {
    words,
    flags,
    marks,
    shingles: shingles.subarray(0, found),
    lengths: lengths.subarray(0, found),
    short: shortLines({ words, flags }, full),
    full,
  };
}

/** Returns the reading of a page, with shingles as long as those of the stored text that it is compared with. */
export function readFor({ full }: Pick<Evidence, 'full'>, page: Reading): Reading {
  return page.full === full ? page : readingOfWords(page.words, page.flags, page.marks, full);
}

/** Returns the sum of word shares at which a shingle of a text is full. */
function fullShare({ length }: Int32Array): number {
  return length < longTextWords ? fullShingle : 2 * fullShingle;
}

/** Writes the shingles and their lengths. @returns number of shingles */
function writeShingles(
  { words, flags }: Pick<ReadWords, 'words' | 'flags'>,
  full: number,
  shingles: Uint32Array,
  lengths: Uint8Array | null,
): number {
  const count = words.length;
  let found = 0;
  for (let start = 0, end = 0, sum = 0; end < count; start++) {
    // The last shingle may be incomplete.
    while (sum < full && end < count) sum += shingleShare(flags[end++]!);
    if (lengths !== null) lengths[found] = end - start;
    shingles[found++] = hashWords(words, start, end, 0);
    sum -= shingleShare(flags[start]!);
  }
  return found;
}

/** Returns the exclusive end of the shingle that begins with a word; −1 if the text ends before the shingle is full. */
function shingleEnd(flags: Uint8Array, start: number, full: number): number {
  let sum = 0;
  for (let at = start; at < flags.length; at++) {
    sum += shingleShare(flags[at]!);
    if (sum >= full) return at + 1;
  }
  return -1;
}

/** Hashes the words from `start` to `end`. @param seed hash of the words before them */
export function hashWords(words: Int32Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = joined(hash, words[at]!);
  return mixed(hash);
}

/** Mixes bits so that every output bit depends on every input bit (MurmurHash3, fmix32). */
function mixed(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Finds lines that are too short for a shingle. Such a line gets a separate hash, because every shingle that overlaps
 * it also contains words of the neighbouring lines, and changes if they change.
 */
function shortLines(
  { words, flags }: Pick<ReadWords, 'words' | 'flags'>,
  full: number,
): ShortLine[] {
  const lines: ShortLine[] = [];
  let start = 0;
  for (let at = 1; at <= words.length; at++) {
    if (at < words.length && (flags[at]! & begins) === 0) continue;
    const end = shingleEnd(flags, start, full);
    // A line that is only a negation, such as "No", says nothing without its context.
    const isAnswer = at - start === 1 && (flags[start]! & isNegation) !== 0;
    if ((end < 0 || end > at) && !isAnswer) {
      lines.push({ start, end: at, hash: hashWords(words, start, at, lineSeed) });
    }
    start = at;
  }
  return lines;
}

const lineSeed = 1;

/** Packs the evidence of a text for storing. @param full sum of word shares at which a shingle is full */
export function packEvidence(read: ReadWords, full = fullShare(read.words)): Uint8Array {
  const { length } = read.words;
  // A word begins at most one shingle and one short line.
  if (scratch.shingles.length < 2 * length) scratch = getScratch(4 * length);
  const numbers = distinct(scratch.numbers.subarray(0, writeNumbers(read, scratch.numbers)));
  let count = writeShingles(read, full, scratch.shingles, null);
  for (const { hash } of shortLines(read, full)) scratch.shingles[count++] = hash;
  const hashes = distinct(scratch.shingles.subarray(0, count));
  const isLong = full > fullShingle;
  const bits = hashBits(hashes.length, isLong);
  for (let at = 0; at < hashes.length; at++) hashes[at]! >>>= 32 - bits;
  const values = withoutRepetitions(hashes);
  const low = spareBits(values.length, isLong);
  const ones = (values.at(-1) ?? 0) >>> low;
  const codeBytes = Math.ceil((values.length * (low + 1) + ones) / 8);
  const marks = distinctMarks(read.marks);
  const most = headMax + 4 * marks.length + 2 * numbers.length + codeBytes;
  if (scratch.bytes.length < most) scratch.bytes = new Uint8Array(2 * most);
  const { bytes } = scratch;
  bytes[0] = version + (marks.length === 0 ? 0 : withMarks) + (isLong ? ofLongText : 0);
  let at = 1;
  if (marks.length > 0) {
    at = writeVarint(bytes, at, marks.length);
    for (const each of marks) {
      for (let shift = 0; shift < 32; shift += 8) bytes[at++] = (each >>> shift) & 0xff;
    }
  }
  at = writeVarint(bytes, at, numbers.length);
  for (const each of numbers) {
    bytes[at++] = each & 0xff;
    bytes[at++] = each >>> 8;
  }
  at = writeVarint(bytes, at, values.length);
  bytes[at++] = bits;
  const end = writeRice(bytes, at, values, low);
  bytes[end] = 0;
  return bytes.slice(0, end + 1);
}

function distinctMarks(pairs: Uint32Array): Uint32Array {
  return pairs.length === 0 ? pairs : distinct(pairs.filter((_, index) => index % 2 === 1));
}

/** Maximum number of bytes for the version, the counts and the hash size. */
const headMax = 18;

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

/** Writes the hashes of numbers. @returns count of hashes */
function writeNumbers({ words, flags }: ReadWords, into: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    if ((flags[at]! & isNumber) !== 0) into[count++] = shortHash(words[at]!);
  }
  return count;
}

/** Returns the 16-bit hash of a number, or of a word of a title. @param word hash of the word */
export function shortHash(word: number): number {
  return mixed(word) >>> 16;
}

/** Returns the number of bits per hash beyond those needed to number all hashes. */
function spareBits(count: number, isLong: boolean): number {
  // In a long text, four shingles contain a changed word. If even one of these has the hash of a stored shingle by
  // chance, the change is missed.
  if (isLong) return 12;
  if (count <= 128) return 14;
  return count <= 512 ? 10 : 8;
}

function hashBits(count: number, isLong: boolean): number {
  const counting = Math.max(1, Math.ceil(Math.log2(Math.max(1, count))));
  return Math.min(32, counting + spareBits(count, isLong));
}

/** Sorts hashes in place and returns the distinct ones. */
function distinct(hashes: Uint32Array): Uint32Array {
  return withoutRepetitions(sortHashes(hashes));
}

/** Removes repeated values. @param sorted is modified in place */
function withoutRepetitions(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    const value = sorted[at]!;
    if (count === 0 || sorted[count - 1] !== value) sorted[count++] = value;
  }
  return sorted.subarray(0, count);
}

/** Unpacked evidence: hashes of the shingles and numbers of a stored text. */
export interface Evidence extends ShingleSet {
  /** Sorted 16-bit hashes, one for each distinct number. */
  readonly numbers: Uint32Array;
  /** Distinct marks of words (text/spelling.ts), sorted. */
  readonly marks: Uint32Array;
  /** Hashes of the title's words, 16 bits each; empty if there is no title. */
  readonly title: Uint16Array;
  /** Sum of word shares at which a shingle is full. Shingles of different sizes cannot be compared. */
  readonly full: number;
}

/** Hashes of shingles, for fast look-up. */
export interface ShingleSet {
  /** The first `bits` bits of the hash of each shingle, sorted. */
  readonly shingles: Uint32Array;
  readonly bits: number;
  /**
   * Index of the first shingle of each bucket. The shingles of a bucket have the same leading bits. There are about as
   * many buckets as shingles. Null until the first look-up.
   */
  buckets: Uint32Array | null;
}

/** @param shingles the first `bits` bits of the hashes, sorted */
export function shingleSet(shingles: Uint32Array, bits: number): ShingleSet {
  return { shingles, bits, buckets: null };
}

/** Unpacks evidence. Returns null for damaged bytes or another version. */
export function unpackEvidence(bytes: Uint8Array): Evidence | null {
  const layout = (bytes[0] ?? 0) - version;
  if ((layout & ~(withMarks | ofLongText)) !== 0) return null;
  const isLong = (layout & ofLongText) !== 0;
  const reader = { bytes, at: 1 };
  const markCount = (layout & withMarks) === 0 ? 0 : readVarint(reader);
  if (reader.at + 4 * markCount > bytes.length) return null;
  const marks = new Uint32Array(markCount);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < markCount; index++, reader.at += 4) {
    marks[index] = view.getUint32(reader.at, true);
  }
  const numberCount = readVarint(reader);
  if (reader.at + 2 * numberCount > bytes.length) return null;
  const numbers = new Uint32Array(numberCount);
  for (let index = 0; index < numberCount; index++) {
    numbers[index] = bytes[reader.at++]! | (bytes[reader.at++]! << 8);
  }
  const count = readVarint(reader);
  const bits = bytes[reader.at++] ?? 0;
  if (!(bits >= 1 && bits <= 32) || count > 8 * bytes.length) return null;
  const codes = bytes.subarray(0, titleStart(bytes));
  const shingles = readRice(codes, reader.at, count, bits, spareBits(count, isLong));
  if (shingles === null) return null;
  const full = isLong ? 2 * fullShingle : fullShingle;
  return { numbers, marks, ...shingleSet(shingles, bits), title: readTitle(bytes), full };
}

/** Returns the offset of the title in packed evidence. */
export function titleStart(evidence: Uint8Array): number {
  return Math.max(0, evidence.length - 1 - 2 * (evidence.at(-1) ?? 0));
}

/** Returns the hashes of the title's words; empty if there is no title. */
export function readTitle(evidence: Uint8Array): Uint16Array {
  const start = titleStart(evidence);
  const count = Math.max(0, evidence.length - 1 - start) >> 1;
  return Uint16Array.from({ length: count }, (_, index) => {
    const at = start + 2 * index;
    return evidence[at]! | (evidence[at + 1]! << 8);
  });
}

export function hasShingle(set: ShingleSet, hash: number): boolean {
  const { shingles, bits } = set;
  set.buckets ??= findBuckets(shingles, bits);
  const { buckets } = set;
  const wanted = hash >>> (32 - bits);
  const bucket = hash >>> Math.clz32(buckets.length - 2);
  const end = buckets[bucket + 1]!;
  for (let at = buckets[bucket]!; at < end; at++) if (shingles[at] === wanted) return true;
  return false;
}

/** Finds the start of each bucket. The last element is the end of the last bucket. */
function findBuckets(shingles: Uint32Array, bits: number): Uint32Array {
  const bucketBits = Math.min(bits, 32 - Math.clz32(Math.max(1, shingles.length - 1)));
  const buckets = new Uint32Array(2 ** bucketBits + 1);
  const shift = bits - bucketBits;
  let bucket = 0;
  for (let at = 0; at < shingles.length; at++) {
    for (const own = shingles[at]! >>> shift; bucket < own; ) buckets[++bucket] = at;
  }
  buckets.fill(shingles.length, bucket + 1);
  return buckets;
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
