import { type Chunk, type ChunkBuilder, chunkBytesMax } from './chunk.js';

/**
 * Rows as in `chunk.ts`, with texts as keys. Of a key only what differs from the one before is written
 * (front coding: Witten, Moffat, Bell: Managing Gigabytes, 1999, section 4.1), but of every sixteenth one
 * all, so that a key is found by halving:
 *
 *   least value   count │ value − least value │ place of whole key │ shared   length   text …
 *   8 bytes       4     │ 4 a row             │ 2 for each 16 rows │ 1 or 2   1 or 2
 */
const headBytes = 12;
const rowsOfBlock = 16;
const valuesRange = 2 ** 32;

/**
 * The UTF-8 bytes of a text, one a character: so `<` compares them as SQLite compares texts, and each
 * takes one byte in memory.
 */
export function bytesAsText(text: string): string {
  return isAscii.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** The text that `bytesAsText` was given. */
export function textOfBytes(bytes: string): string {
  return isAscii.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString();
}

const isAscii = /^[\u0000-\u007f]*$/;

export function createTextChunkBuilder(): ChunkBuilder<string> {
  let keys: string[] = [];
  let values: number[] = [];
  let least = 0;
  let most = 0;
  /** Of the keys with their lengths. */
  let keyBytes = 0;

  return {
    get count() {
      return keys.length;
    },
    add(key, value) {
      const row = keys.length;
      const lower = row === 0 ? value : Math.min(least, value);
      const upper = row === 0 ? value : Math.max(most, value);
      const shared = sharedWith(keys, row, key);
      const rest = key.length - shared;
      const bytes = keyBytes + lengthBytes(shared) + lengthBytes(rest) + rest;
      const size = headBytes + 4 * (row + 1) + 2 * blocksOf(row + 1) + bytes;
      if (row > 0 && (size > chunkBytesMax || upper - lower >= valuesRange)) return false;
      keys.push(key);
      values.push(value);
      [least, most, keyBytes] = [lower, upper, bytes];
      return true;
    },
    take() {
      const bytes = pack(keys, values, least, keyBytes);
      keys = [];
      values = [];
      keyBytes = 0;
      return bytes;
    },
    remember() {
      const before = { keys: keys.slice(), values: values.slice(), least, most, keyBytes };
      return () => {
        keys = before.keys.slice();
        values = before.values.slice();
        ({ least, most, keyBytes } = before);
      };
    },
  };
}

function pack(
  keys: readonly string[],
  values: readonly number[],
  least: number,
  keyBytes: number,
): Uint8Array {
  const count = keys.length;
  const places = headBytes + 4 * count;
  let at = places + 2 * blocksOf(count);
  const bytes = Buffer.alloc(at + keyBytes);
  bytes.writeDoubleLE(least, 0);
  bytes.writeUInt32LE(count, 8);
  for (const [row, key] of keys.entries()) {
    bytes.writeUInt32LE(values[row]! - least, headBytes + 4 * row);
    if (row % rowsOfBlock === 0) bytes.writeUInt16LE(at, places + (2 * row) / rowsOfBlock);
    const shared = sharedWith(keys, row, key);
    at = writeLength(bytes, shared, at);
    at = writeLength(bytes, key.length - shared, at);
    at += bytes.write(key.slice(shared), at, 'latin1');
  }
  return bytes;
}

export function readTextChunk(given: Uint8Array): Chunk<string> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const least = bytes.readDoubleLE(0);
  const count = bytes.readUInt32LE(8);
  const places = headBytes + 4 * count;
  /** The last row that was read, its key, and where the next one begins. */
  let row = -1;
  let key = '';
  let next = 0;

  function lengthAt(): number {
    const low = bytes[next++]!;
    return low < 128 ? low : low - 128 + 128 * bytes[next++]!;
  }

  function readNext(): void {
    const shared = lengthAt();
    const length = lengthAt();
    key = key.slice(0, shared) + bytes.toString('latin1', next, next + length);
    next += length;
    row += 1;
  }

  function keyAt(wanted: number): string {
    if (wanted < row || blockOf(wanted) > blockOf(row)) {
      const block = blockOf(wanted);
      row = block * rowsOfBlock - 1;
      next = bytes.readUInt16LE(places + 2 * block);
    }
    while (row < wanted) readNext();
    return key;
  }

  return {
    count,
    keyAt,
    valueAt: (of) => bytes.readUInt32LE(headBytes + 4 * of) + least,
    firstRowFrom(wanted) {
      let low = 0;
      let end = blocksOf(count);
      while (low < end) {
        const middle = (low + end) >>> 1;
        if (keyAt(middle * rowsOfBlock) < wanted) low = middle + 1;
        else end = middle;
      }
      for (let of = Math.max(0, (low - 1) * rowsOfBlock); of < count; of++) {
        if (keyAt(of) >= wanted) return of;
      }
      return count;
    },
  };
}

const blockOf = (row: number) => Math.floor(row / rowsOfBlock);
const blocksOf = (rows: number) => Math.ceil(rows / rowsOfBlock);
const lengthBytes = (length: number) => (length < 128 ? 1 : 2);

/** How many characters a key shares with the one before; none if it is to be found by itself. */
function sharedWith(keys: readonly string[], row: number, key: string): number {
  if (row % rowsOfBlock === 0) return 0;
  const before = keys[row - 1]!;
  const most = Math.min(before.length, key.length, sharedMax);
  let shared = 0;
  while (shared < most && before.charCodeAt(shared) === key.charCodeAt(shared)) shared += 1;
  return shared;
}

/** Lengths have 15 bits. */
const sharedMax = 2 ** 15 - 1;

function writeLength(bytes: Buffer, length: number, at: number): number {
  if (length < 128) return bytes.writeUInt8(length, at);
  bytes.writeUInt8(128 + (length % 128), at);
  return bytes.writeUInt8(length >>> 7, at + 1);
}
