import {
  evidenceOf,
  type Reading,
  type ReadWords,
  readingOfWords,
  titleStart,
} from './evidence.js';

/*
 * The bytes in which signatures hold what a text says. Those of a page that arrives hold its reading, too, some 7
 * bytes a word; a store keeps the evidence alone:
 *
 *   of a page    ┃2┃ length e, 4 bytes ┃ evidence, e bytes ┃ n flags ┃ n hashes of words, 4 bytes each ┃
 *   stored                             ┃ evidence          ┃  (begins with 1)
 */
const readingVersion = 2;
const headBytes = 5;

/** Packs the words of a page with its evidence. */
export function packReading({ words, flags }: ReadWords): Uint8Array {
  const evidence = evidenceOf({ words, flags });
  const bytes = new Uint8Array(headBytes + evidence.length + 5 * words.length);
  bytes[0] = readingVersion;
  new DataView(bytes.buffer).setUint32(1, evidence.length, true);
  bytes.set(evidence, headBytes);
  const flagsAt = headBytes + evidence.length;
  bytes.set(flags, flagsAt);
  bytes.set(
    new Uint8Array(words.buffer, words.byteOffset, 4 * words.length),
    flagsAt + flags.length,
  );
  return bytes;
}

/** Unpacks the reading of a page; null: there is only evidence, or the bytes are damaged. */
export function unpackReading(bytes: Uint8Array): Reading | null {
  const flagsAt = endOfEvidence(bytes);
  if (flagsAt === null) return null;
  const count = (bytes.length - flagsAt) / 5;
  if (!(count >= 0 && Number.isInteger(count))) return null;
  const wordsAt = flagsAt + count;
  const words = new Int32Array(count);
  new Uint8Array(words.buffer).set(bytes.subarray(wordsAt));
  return readingOfWords(words, bytes.slice(flagsAt, wordsAt));
}

/** The part that a store keeps: a view if there is more. */
export function storedEvidence(bytes: Uint8Array): Uint8Array {
  const end = endOfEvidence(bytes);
  return end === null ? bytes : bytes.subarray(headBytes, end);
}

function endOfEvidence(bytes: Uint8Array): number | null {
  if (bytes[0] !== readingVersion || bytes.length < headBytes) return null;
  return headBytes + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
}

/** The same evidence, or reading with evidence, with another title. */
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
