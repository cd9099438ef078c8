/** Sorts rows in steps of several milliseconds. */
export interface RowOrder {
  /** Number of steps; 0: no rows. */
  readonly steps: number;
  /**
   * @returns row numbers in order, with the last step
   */
  step(): Int32Array | undefined;
}

/** Rows processed per step. */
const stepRows = 2 ** 16;
/** Below this number, comparison sort is faster: counting sort visits 65,536 digits twice. */
const fewRows = 1024;
const digits = 2 ** 16;

/**
 * Orders rows by collection, then key; ties by row number. Radix sort by counting, one 16-bit digit at a time, least
 * significant first (Knuth: The Art of Computer Programming, volume 3, section 5.2.5).
 */
export function orderRows(collections: Int32Array, keys: Float64Array, length: number): RowOrder {
  if (length < fewRows) return orderFew(collections, keys, length);
  const ofKey = range(keys, length);
  const ofCollection = range(collections, length);
  const passes = [
    ...passesOf(ofKey).map((unit) => (row: number) => ((keys[row]! - ofKey.least) / unit) & 0xffff),
    ...passesOf(ofCollection).map(
      (unit) => (row: number) => ((collections[row]! - ofCollection.least) / unit) & 0xffff,
    ),
  ];
  const sorting = sort(length, passes);
  return {
    steps: 2 * passes.length * Math.ceil(length / stepRows) + 1,
    step: () => sorting.next().value ?? undefined,
  };
}

function orderFew(collections: Int32Array, keys: Float64Array, length: number): RowOrder {
  return {
    steps: Math.min(1, length),
    step: () =>
      Int32Array.from({ length }, (_, row) => row).sort(
        (a, b) => collections[a]! - collections[b]! || keys[a]! - keys[b]! || a - b,
      ),
  };
}

function range(numbers: Int32Array | Float64Array, length: number) {
  let least = numbers[0]!;
  let most = least;
  for (let i = 1; i < length; i++) {
    const number = numbers[i]!;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  return { least, most };
}

/** Returns the units of the digits to sort by, least significant first; empty if all numbers are equal. */
function passesOf({ least, most }: { least: number; most: number }): number[] {
  const units: number[] = [];
  for (let unit = 1; unit <= most - least; unit *= digits) units.push(unit);
  return units;
}

function* sort(
  length: number,
  passes: readonly ((row: number) => number)[],
): Generator<undefined, Int32Array> {
  let rows = Int32Array.from({ length }, (_, row) => row);
  for (const digitOf of passes) {
    const starts = new Int32Array(digits + 1);
    for (let from = 0; from < length; from += stepRows) {
      const to = Math.min(length, from + stepRows);
      for (let i = from; i < to; i++) starts[digitOf(i) + 1]! += 1;
      yield;
    }
    for (let digit = 0; digit < digits; digit++) starts[digit + 1]! += starts[digit]!;
    const sorted = new Int32Array(length);
    for (let from = 0; from < length; from += stepRows) {
      const to = Math.min(length, from + stepRows);
      for (let i = from; i < to; i++) {
        const row = rows[i]!;
        sorted[starts[digitOf(row)]!++] = row;
      }
      yield;
    }
    rows = sorted;
  }
  return rows;
}
