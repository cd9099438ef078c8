import {
  packEvidence,
  type Reading,
  type ReadWords,
  readingOfWords,
  titleStart,
} from './evidence.js';

/*
 * Byte layout of the field `evidence` of a signature. A new page also has its reading (its words in order), about 7
 * bytes per word. A store keeps only the evidence:
 *
 *   new page     ┃2┃ length e, 4 bytes ┃ evidence, e bytes ┃ n, 4 bytes ┃ n flags ┃ n word hashes of 4 bytes ┃ marks ┃
 *   stored                             ┃ evidence          ┃  (begins with an odd number)
 *
 * A mark takes 8 bytes: the index of its word, and the mark.
 */
const readingVersion = 2;
const headBytes = 5;
const countBytes = 4;
const markBytes = 8;

/** Packs the words of a page with its evidence. */
export function packReading(read: ReadWords): Uint8Array {
  const { words, flags, marks } = read;
  const evidence = packEvidence(read);
  const countAt = headBytes + evidence.length;
  const flagsAt = countAt + countBytes;
  const marksAt = flagsAt + 5 * words.length;
  const bytes = new Uint8Array(marksAt + 4 * marks.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = readingVersion;
  view.setUint32(1, evidence.length, true);
  bytes.set(evidence, headBytes);
  view.setUint32(countAt, words.length, true);
  bytes.set(flags, flagsAt);
  bytes.set(toBytes(words), flagsAt + flags.length);
  bytes.set(toBytes(marks), marksAt);
  return bytes;
}

/** Unpacks the reading of a page. Returns null if the bytes contain only evidence, or are damaged. */
export function unpackReading(bytes: Uint8Array): Reading | null {
  const countAt = endOfEvidence(bytes);
  if (countAt === null || countAt + countBytes > bytes.length) return null;
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(countAt, true);
  const flagsAt = countAt + countBytes;
  const wordsAt = flagsAt + count;
  const marksAt = wordsAt + 4 * count;
  if (marksAt > bytes.length || (bytes.length - marksAt) % markBytes !== 0) return null;
  const words = new Int32Array(count);
  toBytes(words).set(bytes.subarray(wordsAt, marksAt));
  const marks = new Uint32Array((bytes.length - marksAt) / 4);
  toBytes(marks).set(bytes.subarray(marksAt));
  return readingOfWords(words, bytes.slice(flagsAt, wordsAt), marks);
}

function toBytes({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Returns the evidence without the reading, as a store keeps it: a view of part of `bytes`, or `bytes` itself if there
 * is no reading.
 */
export function storedEvidence(bytes: Uint8Array): Uint8Array {
  const end = endOfEvidence(bytes);
  return end === null ? bytes : bytes.subarray(headBytes, end);
}

function endOfEvidence(bytes: Uint8Array): number | null {
  if (bytes[0] !== readingVersion || bytes.length < headBytes) return null;
  return headBytes + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
}

/** Returns a copy of packed bytes with other title hashes. The copy keeps the reading, if there is one. */
export function withTitleHashes(bytes: Uint8Array, title: Uint16Array): Uint8Array {
  const evidence = storedEvidence(bytes);
  const end = titleStart(evidence);
  const from = evidence.byteOffset - bytes.byteOffset;
  const added = 2 * title.length + 1 - (evidence.length - end);
  const titled = new Uint8Array(bytes.length + added);
  titled.set(bytes.subarray(0, from + end));
  for (const [index, hash] of title.entries()) {
    titled[from + end + 2 * index] = hash & 0xff;
    titled[from + end + 2 * index + 1] = hash >>> 8;
  }
  titled[from + end + 2 * title.length] = title.length;
  titled.set(bytes.subarray(from + evidence.length), from + end + 2 * title.length + 1);
  if (from > 0) new DataView(titled.buffer).setUint32(1, evidence.length + added, true);
  return titled;
}
