/**
 * Rows of one space as bytes, sorted by key, then by value:
 *
 *   first key   least value   count and widths │ keys − first key      │ values − least value
 *   8 bytes     8 bytes       8                │ 3, 4 or 6 bytes a row │ 3 or 4 a row
 *
 * The closer together the keys of a chunk are, as in a long run, the fewer bytes they take. A column stores the two low
 * bytes of all its numbers first, then the third bytes of all, and so on.
 */
export interface Chunk {
  readonly count: number;
  keyAt(row: number): number;
  valueAt(row: number): number;
  /** Returns the index of the first row with this key or a larger one; `count` if there is none. */
  firstRowFrom(key: number): number;
}

/** Builds a chunk from rows that are added in order, until a row does not fit. */
export interface ChunkBuilder {
  readonly count: number;
  /** Adds a row if it fits, and returns true if it did. The first row always fits. */
  add(key: number, value: number): boolean;
  /** Returns the bytes of the added rows, and empties the builder. */
  take(): Uint8Array;
}

/** Maximum size of a chunk. A SQLite row with a chunk and the other columns then fits on one page of 4,096 bytes. */
export const chunkBytesMax = 4016;
const headBytes = 24;
/** Column widths in bytes, ascending. */
const keyWidths = [3, 4, 6] as const;
const valueWidths = [3, 4] as const;
const bytesMax = chunkBytesMax - headBytes;
/** Maximum number of rows in a chunk. */
export const chunkRowsMax = Math.floor(bytesMax / (keyWidths[0] + valueWidths[0]));
/** The third number of the head combines the widths and the number of rows: widths × `countRange` + rows. */
const countRange = 2 ** 16;

export function createChunkBuilder(): ChunkBuilder {
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
        const lower = Math.min(least, value);
        const upper = Math.max(most, value);
        const keyWidth = findWidth(key - keys[0]!, keyWidths);
        const valueWidth = findWidth(upper - lower, valueWidths);
        if (keyWidth === undefined || valueWidth === undefined) return false;
        if ((count + 1) * (keyWidth + valueWidth) > bytesMax) return false;
        least = lower;
        most = upper;
      }
      keys[count] = key;
      values[count] = value;
      count += 1;
      return true;
    },
    take() {
      const bytes = pack(keys, values, count, { least, most });
      count = 0;
      return bytes;
    },
  };
}

/** Returns the smallest of the given widths, in bytes, that holds a number, or undefined if none does. */
function findWidth(number: number, widths: readonly number[]): number | undefined {
  for (let i = 0; i < widths.length; i++) if (number < 256 ** widths[i]!) return widths[i];
  return undefined;
}

function pack(
  keys: Float64Array,
  values: Float64Array,
  count: number,
  { least, most }: { readonly least: number; readonly most: number },
): Uint8Array {
  const first = keys[0]!;
  const keyWidth = findWidth(keys[count - 1]! - first, keyWidths)!;
  const valueWidth = findWidth(most - least, valueWidths)!;
  const bytes = new Uint8Array(headBytes + count * (keyWidth + valueWidth));
  const widths = keyWidth * 16 + valueWidth;
  new Float64Array(bytes.buffer, 0, 3).set([first, least, widths * countRange + count]);
  const numbers = readColumns(bytes, count, keyWidth, valueWidth);
  write(numbers.keys, keys, first, count);
  write(numbers.values, values, least, count);
  return bytes;
}

/** A column of numbers: an array of their two low bytes, and an array for each further byte. */
interface Column {
  readonly low: Uint16Array;
  readonly high: readonly Uint8Array[];
}

function readColumns(
  { buffer, byteOffset }: Uint8Array,
  count: number,
  keyWidth: number,
  valueWidth: number,
): { readonly keys: Column; readonly values: Column } {
  const begin = byteOffset + headBytes;
  const readHigh = (from: number, width: number) =>
    Array.from(
      { length: width - 2 },
      (_, i) => new Uint8Array(buffer, begin + (from + i) * count, count),
    );
  return {
    keys: { low: new Uint16Array(buffer, begin, count), high: readHigh(4, keyWidth) },
    values: {
      low: new Uint16Array(buffer, begin + 2 * count, count),
      high: readHigh(keyWidth + 2, valueWidth),
    },
  };
}

function write({ low, high }: Column, numbers: Float64Array, less: number, count: number): void {
  for (let row = 0; row < count; row++) {
    let rest = numbers[row]! - less;
    low[row] = rest;
    rest = Math.floor(rest / 2 ** 16);
    for (let i = 0; i < high.length; i++) {
      high[i]![row] = rest;
      rest = Math.floor(rest / 256);
    }
  }
}

export function readChunk(given: Uint8Array): Chunk {
  // A Float64Array must start at a multiple of eight bytes.
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const [first, least, sizes] = new Float64Array(
    bytes.buffer,
    bytes.byteOffset,
    3,
  ) as unknown as Head;
  const count = sizes % countRange;
  const widths = Math.floor(sizes / countRange);
  const { keys, values } = readColumns(bytes, count, widths >>> 4, widths & 15);
  const [keyAt, valueAt] = [reader(keys, first), reader(values, least)];

  return {
    count,
    keyAt,
    valueAt,
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

/**
 * Returns a function that reads the numbers of a column. It has no loop over their bytes, because merges call it for
 * every row of every run.
 */
function reader({ low, high }: Column, least: number): (row: number) => number {
  const [third, fourth, fifth, sixth] = high as [Uint8Array, ...(Uint8Array | undefined)[]];
  if (fourth === undefined) return (row) => least + (low[row]! | (third[row]! << 16));
  const four = (row: number) =>
    ((low[row]! | (third[row]! << 16) | (fourth[row]! << 24)) >>> 0) + least;
  if (fifth === undefined || sixth === undefined) return four;
  return (row) => four(row) + (fifth[row]! | (sixth[row]! << 8)) * 2 ** 32;
}

type Head = readonly [first: number, least: number, sizes: number];
