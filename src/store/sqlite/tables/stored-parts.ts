/**
 * Stored form of the parts of a text, which are hashes of sampled shingles (fingerprint/parts.ts): 32-bit numbers,
 * little-endian.
 *
 *   number of shingles of the text │ number of indexed hashes │ indexed hashes, sorted │ unindexed hashes, sorted
 *
 * A hash is left out of the index if at least `commonFrom` other texts were already indexed under it when the text was
 * stored.
 */
export interface StoredParts {
  readonly total: number;
  /** Hashes of all sampled shingles, ascending. */
  readonly hashes: Uint32Array;
  /** Indexed hashes, ascending. */
  readonly indexed: Uint32Array;
}

const wordBytes = 4;

export function readParts(bytes: Uint8Array): StoredParts {
  const words = new Uint32Array(bytes.length / wordBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(i * wordBytes, true);
  const [total, count] = words as unknown as [number, number];
  const indexed = words.subarray(2, 2 + count);
  const all = words.subarray(2);
  return { total, indexed, hashes: count === all.length ? all : all.toSorted() };
}

export function writeParts(
  total: number,
  indexed: readonly number[],
  others: readonly number[],
): Uint8Array {
  const words = [total, indexed.length, ...indexed, ...others];
  const view = new DataView(new ArrayBuffer(words.length * wordBytes));
  for (const [i, word] of words.entries()) view.setUint32(i * wordBytes, word, true);
  return new Uint8Array(view.buffer);
}
