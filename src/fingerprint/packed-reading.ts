import { packEvidence } from './evidence.js';
import { findLines, type PageWords } from './reading.js';

/*
 * Byte layout of the field `evidence` of a signature. A new page also has its words in order, about 5 bytes per word.
 * A store keeps only the evidence:
 *
 *   new page     ┃2┃ e, n, m, main, blocks ┃ evidence, e bytes ┃ n flags ┃ n word hashes of 4 bytes ┃ m marks ┃
 *   stored                                 ┃ evidence          ┃  (begins with 64 or more)
 *
 * The numbers in the head take 4 bytes each: the length of the evidence, the numbers of words and marks, the number of
 * words of the main text, and 1 if lines are blocks. A mark takes 8 bytes: the index of its word, and the mark.
 */
const readingVersion = 2;
const headBytes = 1 + 5 * 4;
const markBytes = 8;

/** Packs the words of a page with its evidence. @param mainHash exact hash of the main text */
export function packReading(
  page: PageWords,
  mainHash: string,
  lines = findLines(page),
): Uint8Array {
  const { words, flags, marks, mainCount, isBlocks } = page;
  const evidence = packEvidence(page, mainHash, lines);
  const flagsAt = headBytes + evidence.length;
  const wordsAt = flagsAt + words.length;
  const marksAt = wordsAt + 4 * words.length;
  const bytes = new Uint8Array(marksAt + 4 * marks.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = readingVersion;
  const head = [evidence.length, words.length, marks.length / 2, mainCount, Number(isBlocks)];
  for (let at = 0; at < head.length; at++) view.setUint32(1 + 4 * at, head[at]!, true);
  bytes.set(evidence, headBytes);
  bytes.set(flags, flagsAt);
  bytes.set(toBytes(words), wordsAt);
  bytes.set(toBytes(marks), marksAt);
  return bytes;
}

/** Unpacks the words of a page. Returns null if the bytes contain only evidence, or are damaged. */
export function unpackPage(bytes: Uint8Array): PageWords | null {
  if (!hasReading(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [length, count, marked, mainCount, blocks] = Array.from({ length: 5 }, (_, index) =>
    view.getUint32(1 + 4 * index, true),
  ) as [number, number, number, number, number];
  const flagsAt = headBytes + length;
  const wordsAt = flagsAt + count;
  const marksAt = wordsAt + 4 * count;
  if (marksAt + markBytes * marked !== bytes.length || mainCount > count) return null;
  const words = new Int32Array(count);
  toBytes(words).set(bytes.subarray(wordsAt, marksAt));
  const marks = new Uint32Array(2 * marked);
  toBytes(marks).set(bytes.subarray(marksAt));
  return { words, flags: bytes.slice(flagsAt, wordsAt), marks, mainCount, isBlocks: blocks === 1 };
}

function toBytes({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Returns the evidence without the words of the page, as a store keeps it: a view of part of `bytes`, or `bytes` itself
 * if there are no words.
 */
export function storedEvidence(bytes: Uint8Array): Uint8Array {
  if (!hasReading(bytes)) return bytes;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
  return bytes.subarray(headBytes, headBytes + length);
}

const hasReading = (bytes: Uint8Array) => bytes[0] === readingVersion && bytes.length >= headBytes;
