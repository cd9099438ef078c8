import type { Key } from './row.js';

/**
 * Rows of one space as bytes, in the order of their keys and, of one key, of their values. With numbers
 * as keys (texts: `text-chunk.ts`):
 *
 *   first key   least value   count │ keys − first key   values − least value │ more of keys
 *   8 bytes     8 bytes       8     │ 4 a row            4 a row              │ 2 a row
 *
 * The last part is there only if a key is 2^32 or more above the first one.
 */
export interface Chunk<K extends Key> {
  readonly count: number;
  keyAt(row: number): K;
  valueAt(row: number): number;
  /** The first row with this key or a larger one; `count` if there is none. */
  firstRowFrom(key: K): number;
}

/** Takes up rows in their order, until one does not fit. */
export interface ChunkBuilder<K extends Key> {
  readonly count: number;
  /** Whether the row fits; if not, nothing changes. The first one always fits. */
  add(key: K, value: number): boolean;
  /** The bytes of what was taken up; then it is empty. */
  take(): Uint8Array;
  /** @returns a function that brings the present state back */
  remember(): () => void;
}

/** So many bytes at most: with its columns a row of SQLite then lies on one page of 4,096. */
export const chunkBytesMax = 4032;
const headBytes = 24;
const nearBytes = 8;
const farBytes = 10;
/** Most rows of a chunk. */
export const chunkRowsMax = Math.floor((chunkBytesMax - headBytes) / nearBytes);
const farRowsMax = Math.floor((chunkBytesMax - headBytes) / farBytes);
const near = 2 ** 32;
const far = 2 ** 48;
/** Values lie within so much of each other. */
const valuesRange = 2 ** 32;

export function createChunkBuilder(): ChunkBuilder<number> {
  const keys = new Float64Array(chunkRowsMax);
  const values = new Float64Array(chunkRowsMax);
  let count = 0;
  let least = 0;
  let most = 0;

  return {
    get count() {
      return count;
    },
    add(key, value) {
      if (count === 0) {
        least = value;
        most = value;
      } else {
        const above = key - keys[0]!;
        if (count >= (above >= near ? farRowsMax : chunkRowsMax) || above >= far) return false;
        const lower = Math.min(least, value);
        const upper = Math.max(most, value);
        if (upper - lower >= valuesRange) return false;
        least = lower;
        most = upper;
      }
      keys[count] = key;
      values[count] = value;
      count += 1;
      return true;
    },
    take() {
      const bytes = pack(keys, values, count, least);
      count = 0;
      return bytes;
    },
    remember() {
      const before = { keys: keys.slice(0, count), values: values.slice(0, count), least, most };
      return () => {
        keys.set(before.keys);
        values.set(before.values);
        count = before.keys.length;
        ({ least, most } = before);
      };
    },
  };
}

function pack(keys: Float64Array, values: Float64Array, count: number, least: number): Uint8Array {
  const first = keys[0]!;
  const isFar = keys[count - 1]! - first >= near;
  const bytes = new Uint8Array(headBytes + count * (isFar ? farBytes : nearBytes));
  const head = new Float64Array(bytes.buffer, 0, 3);
  head.set([first, least, count]);
  const words = new Uint32Array(bytes.buffer, headBytes, 2 * count);
  for (let row = 0; row < count; row++) {
    words[row] = keys[row]! - first;
    words[count + row] = values[row]! - least;
  }
  if (isFar) {
    const high = new Uint16Array(bytes.buffer, headBytes + 8 * count, count);
    for (let row = 0; row < count; row++) high[row] = Math.floor((keys[row]! - first) / near);
  }
  return bytes;
}

export function readChunk(given: Uint8Array): Chunk<number> {
  // Views need an aligned start.
  const { buffer, byteOffset } = given.byteOffset % 8 === 0 ? given : given.slice();
  const [first, least, count] = new Float64Array(buffer, byteOffset, 3) as unknown as Head;
  const words = new Uint32Array(buffer, byteOffset + headBytes, 2 * count);
  const high =
    given.byteLength === headBytes + count * farBytes
      ? new Uint16Array(buffer, byteOffset + headBytes + nearBytes * count, count)
      : undefined;
  const keyAt = (row: number) => first + words[row]! + (high === undefined ? 0 : high[row]! * near);

  return {
    count,
    keyAt,
    valueAt: (row) => words[count + row]! + least,
    firstRowFrom(key) {
      let low = 0;
      let end = count;
      while (low < end) {
        const middle = (low + end) >>> 1;
        if (keyAt(middle) < key) low = middle + 1;
        else end = middle;
      }
      return low;
    },
  };
}

type Head = readonly [first: number, least: number, count: number];
