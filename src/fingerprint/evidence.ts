import {
  type EvidenceWords,
  fullShingle,
  joined,
  scriptOf,
  shareOfShingle,
  wordFlags,
} from '../text/evidence-words.js';

/**
 * The statements of a text, in a form in which they can be compared with those of other texts: what a page adds
 * decides if it is refused (matching/novelty.ts). There are two forms:
 *
 *   reading    of a page that arrives: its words in order, each with its shingle and its flags
 *   evidence   of a stored content, some 1.5 bytes a word: which shingles and numbers it has, in no order
 *
 * A shingle is a word with as many of those after it as fill one (text/evidence-words.ts): two of an alphabet,
 * three Han. The evidence holds the first bits of their hashes, sorted, as differences in Rice codes (Golomb:
 * Run-Length Encodings, 1966; Rice and Plaunt, 1971). A shingle that the text lacks is found by chance once in
 * 1,024 to 2,048 times, more rarely in short texts, and once in 256 to 512 times in long ones. A changed word
 * changes each shingle around it. Numbers are also held by themselves, with 16 bits each.
 *
 *   byte 0       version of this layout
 *   varint       distinct numbers n, then 2 n bytes: their hashes, sorted
 *   varint       distinct shingles m
 *   byte         bits of a hash
 *   m codes      differences, the first of them from 0
 */
const version = 1;

export interface Reading {
  /** Hashes of the words. */
  readonly words: Int32Array;
  /** Flags of the words, as of `readingFlags`. */
  readonly flags: Uint8Array;
  /** Hashes of the shingles, each of which begins with the word of its number. */
  readonly shingles: Uint32Array;
  /** Numbers of words of the shingles. */
  readonly lengths: Uint8Array;
  /** Sentences and lines too short for a shingle of their own. */
  readonly short: readonly ShortLine[];
}

/** Words from `start` to `end` (exclusive), with one hash for all of them. */
export interface ShortLine {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** Flags of a word. */
export const readingFlags = wordFlags;

const { begins, number: isNumber, negation: isNegation } = wordFlags;

/** Length of a word: 1 for a word of an alphabet, 2/3 for Han, 1/2 for kana, 2/7 for Thai. */
export function wordLength(flags: number): number {
  return shareOf(flags) / shareOfShingle[0];
}

function shareOf(flags: number): number {
  return shareOfShingle[scriptOf(flags)]!;
}

/** The reading of a text; it does not change when the next text is read. */
export function readingOf({ count, hashes, flags }: EvidenceWords): Reading {
  const words = hashes.slice(0, count);
  const kept = flags.slice(0, count);
  const shingles = new Uint32Array(count);
  const lengths = new Uint8Array(count);
  let found = 0;
  for (let start = 0, last = 0; last < count; start++) {
    const end = shingleEnd(kept, start);
    // The last shingle may not be full.
    last = end < 0 ? count : end;
    shingles[found] = hashOf(words, start, last, 0);
    lengths[found++] = last - start;
  }
  return {
    words,
    flags: kept,
    shingles: shingles.slice(0, found),
    lengths: lengths.slice(0, found),
    short: shortLines(words, kept),
  };
}

/** The end of a shingle that begins with a word, exclusive; −1 if the text ends before it is full. */
function shingleEnd(flags: Uint8Array, start: number): number {
  let sum = 0;
  for (let at = start; at < flags.length; at++) {
    sum += shareOf(flags[at]!);
    if (sum >= fullShingle) return at + 1;
  }
  return -1;
}

/** @param seed what the words before them have made */
export function hashOf(words: Int32Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = joined(hash, words[at]!);
  return mixed(hash);
}

/** Every bit of the result depends on every bit given (MurmurHash3, fmix32). */
function mixed(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Finds lines that have no shingle of their own: beside other lines all their shingles are others. */
function shortLines(words: Int32Array, flags: Uint8Array): ShortLine[] {
  const lines: ShortLine[] = [];
  let start = 0;
  for (let at = 1; at <= words.length; at++) {
    if (at < words.length && (flags[at]! & begins) === 0) continue;
    const end = shingleEnd(flags, start);
    // A "no" alone says nothing without its neighbours.
    const isAnswer = at - start === 1 && (flags[start]! & isNegation) !== 0;
    if ((end < 0 || end > at) && !isAnswer) {
      lines.push({ start, end: at, hash: hashOf(words, start, at, lineSeed) });
    }
    start = at;
  }
  return lines;
}

const lineSeed = 1;

/** Packs what a stored content keeps of a reading. */
export function evidenceOf(reading: Reading): Uint8Array {
  const numbers = distinct(numberHashes(reading));
  const hashes = distinct(allShingles(reading));
  const bits = hashBits(hashes.length);
  for (let at = 0; at < hashes.length; at++) hashes[at]! >>>= 32 - bits;
  const values = withoutRepetitions(hashes);
  const low = spareBits(values.length);
  const ones = (values.at(-1) ?? 0) >>> low;
  const codeBytes = Math.ceil((values.length * (low + 1) + ones) / 8);
  const bytes = new Uint8Array(headMax + 2 * numbers.length + codeBytes);
  bytes[0] = version;
  let at = writeVarint(bytes, 1, numbers.length);
  for (const each of numbers) {
    bytes[at++] = each & 0xff;
    bytes[at++] = each >>> 8;
  }
  at = writeVarint(bytes, at, values.length);
  bytes[at++] = bits;
  return bytes.slice(0, writeRice(bytes, at, values, low));
}

/** Most bytes of the version, the counts and the bits of a hash. */
const headMax = 12;

function numberHashes({ words, flags }: Reading): Uint32Array {
  const hashes = new Uint32Array(words.length);
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    if ((flags[at]! & isNumber) !== 0) hashes[count++] = numberHash(words[at]!);
  }
  return hashes.subarray(0, count);
}

function allShingles({ shingles, short }: Reading): Uint32Array {
  const all = new Uint32Array(shingles.length + short.length);
  all.set(shingles);
  for (const [index, { hash }] of short.entries()) all[shingles.length + index] = hash;
  return all;
}

/** 16 bits. */
function numberHash(word: number): number {
  return mixed(word) >>> 16;
}

/** Bits of a hash beyond those that count the shingles. */
function spareBits(count: number): number {
  if (count <= 128) return 14;
  return count <= 512 ? 10 : 8;
}

function hashBits(count: number): number {
  return Math.min(32, Math.max(1, Math.ceil(Math.log2(Math.max(1, count)))) + spareBits(count));
}

/** Sorts values in place, and returns those that differ. */
function distinct(values: Uint32Array): Uint32Array {
  return withoutRepetitions(values.sort());
}

/** @param sorted is changed */
function withoutRepetitions(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    const value = sorted[at]!;
    if (count === 0 || sorted[count - 1] !== value) sorted[count++] = value;
  }
  return sorted.subarray(0, count);
}

/** Unpacked evidence. */
export interface Evidence {
  /** Sorted hashes of 16 bits. */
  readonly numbers: Uint32Array;
  /** Sorted, the first `bits` bits of each hash. */
  readonly shingles: Uint32Array;
  readonly bits: number;
}

/** Unpacks evidence; null if it has another version, or is damaged. */
export function unpackEvidence(bytes: Uint8Array): Evidence | null {
  if (bytes[0] !== version) return null;
  const reader = { bytes, at: 1 };
  const numberCount = readVarint(reader);
  if (reader.at + 2 * numberCount > bytes.length) return null;
  const numbers = new Uint32Array(numberCount);
  for (let index = 0; index < numberCount; index++) {
    numbers[index] = bytes[reader.at++]! | (bytes[reader.at++]! << 8);
  }
  const count = readVarint(reader);
  const bits = bytes[reader.at++] ?? 0;
  if (!(bits >= 1 && bits <= 32) || count > 8 * bytes.length) return null;
  const shingles = readRice(bytes, reader.at, count, spareBits(count));
  return shingles === null ? null : { numbers, shingles, bits };
}

export function hasShingle({ shingles, bits }: Evidence, hash: number): boolean {
  return holds(shingles, hash >>> (32 - bits));
}

export function hasNumber({ numbers }: Evidence, word: number): boolean {
  return holds(numbers, numberHash(word));
}

/** Searches sorted values. */
function holds(values: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low < values.length && values[low] === wanted;
}

function writeVarint(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  let left = value;
  for (; left > 0x7f; left >>>= 7) bytes[at++] = (left & 0x7f) | 0x80;
  bytes[at++] = left;
  return at;
}

function readVarint(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 32; shift += 7) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value >>> 0;
}

/**
 * Writes each difference as its quotient by 2^`low` in ones and a zero, then its `low` last bits.
 * @returns the place after the last byte
 */
function writeRice(bytes: Uint8Array, from: number, values: Uint32Array, low: number): number {
  let at = from;
  let pending = 0;
  let count = 0;
  let before = 0;
  const lowMask = 2 ** low - 1;
  for (let index = 0; index < values.length; index++) {
    const difference = values[index]! - before;
    before = values[index]!;
    for (let ones = difference >>> low; ones > 0; ones--) {
      pending |= 1 << count++;
      if (count === 8) {
        bytes[at++] = pending;
        [pending, count] = [0, 0];
      }
    }
    pending |= (difference & lowMask) << (count + 1);
    for (count += low + 1; count >= 8; count -= 8) {
      bytes[at++] = pending & 0xff;
      pending >>>= 8;
    }
  }
  if (count > 0) bytes[at++] = pending;
  return at;
}

/** @returns null if the bytes end too early */
function readRice(bytes: Uint8Array, from: number, count: number, low: number): Uint32Array | null {
  const values = new Uint32Array(count);
  const lowMask = 2 ** low - 1;
  let at = from;
  let pending = 0;
  let ready = 0;
  let before = 0;
  for (let index = 0; index < count; index++) {
    for (;;) {
      for (; ready <= 16 && at < bytes.length; ready += 8) pending |= bytes[at++]! << ready;
      const ones = Math.min(ready, 31 - Math.clz32(~pending & (pending + 1)));
      before += ones << low;
      pending >>>= ones;
      ready -= ones;
      if (ready > 0) break;
      if (at >= bytes.length) return null;
    }
    for (; ready <= 16 && at < bytes.length; ready += 8) pending |= bytes[at++]! << ready;
    if (ready < low + 1) return null;
    before += (pending >>> 1) & lowMask;
    pending >>>= low + 1;
    ready -= low + 1;
    values[index] = before;
  }
  return values;
}
