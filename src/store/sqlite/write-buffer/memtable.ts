/**
 * Rows of (collection, key, value) in memory, looked up by collection and key: a hash table with chains, all in typed
 * arrays, 44 bytes per row.
 *
 *   heads ──► row 2 ──► row 7 ◄── tails     the oldest row of a chain is first
 *
 * Rows are only appended and marked as removed. A log records both kinds of change, so that the changes since the last
 * `forgetLog` can be undone, latest first.
 */
export interface Memtable {
  /** Number of rows appended since the last `clear`, including removed rows. Rows are numbered from 0. */
  readonly length: number;
  append(collection: number, key: number, value: number): void;
  /** Appends a row permanently. Must not be called while there are changes that can be undone. */
  restore(collection: number, key: number, value: number): void;
  /** Removes a row. Returns false if there is no such row. */
  remove(collection: number, key: number, value: number): boolean;
  removeRow(row: number): void;
  isRemoved(row: number): boolean;
  /** Returns the row as (collection, key, value). */
  at(row: number): Row;
  has(collection: number, key: number, value: number): boolean;
  /**
   * Appends the values of a key to `found`, in order of insertion, until `found` has `length` values.
   * @param isOut returns true for values to skip
   */
  findValues(
    collection: number,
    key: number,
    found?: number[],
    length?: number,
    isOut?: (value: number) => boolean,
  ): number[];
  /**
   * Appends to `found` the values of a key for which `isWanted` returns true. Calls `isWanted` before comparing the key
   * of a row, and therefore also for rows of other keys. This is faster if few values are wanted.
   */
  selectWanted(
    collection: number,
    key: number,
    isWanted: (value: number) => boolean,
    found: number[],
  ): void;
  /** Returns an upper bound of the number of rows of a key: the number of rows in its slot of the hash table. */
  countUpTo(collection: number, key: number): number;
  /**
   * Sets `marks[i]` to 1 if the key `wanted[i]` has rows, even removed ones. Looks up the first rows of all chains
   * before it follows any chain, so that the processor can load them from memory at the same time.
   */
  mark(collection: number, wanted: ArrayLike<number>, marks: Uint8Array): void;
  /** Orders all rows, including removed ones, by collection and key; rows of one key in order of insertion. */
  order(): RowOrder;
  /** Undoes the changes since the last call to `forgetLog`. */
  undo(): void;
  /** Makes all changes so far permanent: `undo` no longer reverts them. */
  forgetLog(): void;
  /** Removes all rows. @param rows capacity to reserve, because growing a large table later takes about 30 ms */
  clear(rows?: number): void;
}

/**
 * A position between rows that are sorted by collection and key: after all rows with a smaller (collection, key), and
 * before all others.
 */
export interface Place {
  readonly collection: number;
  readonly key: number;
}

/** Returns true if a row is before a position. */
export function isBefore(collection: number, key: number, place: Place): boolean {
  return collection < place.collection || (collection === place.collection && key < place.key);
}

export type Row = readonly [collection: number, key: number, value: number];

const initialCapacity = 1024;
const none = -1;

export function createMemtable(): Memtable {
  let capacity = initialCapacity;
  let length = 0;
  let collections = new Int32Array(capacity);
  let keys = new Float64Array(capacity);
  let values = new Float64Array(capacity);
  let next = new Int32Array(capacity);
  let previous = new Int32Array(capacity);
  let removed = new Uint8Array(capacity);
  let heads = new Int32Array(capacity).fill(none);
  let tails = new Int32Array(capacity).fill(none);
  /** Number of rows in each chain. */
  let counts = new Int32Array(capacity);
  /**
   * Log of the changes in order: for an appended row its number, and for a removed row the bitwise complement of its
   * number, which is negative.
   */
  const log: number[] = [];

  function allocate(rows: number): void {
    capacity = rows;
    collections = new Int32Array(capacity);
    keys = new Float64Array(capacity);
    values = new Float64Array(capacity);
    next = new Int32Array(capacity);
    previous = new Int32Array(capacity);
    removed = new Uint8Array(capacity);
    heads = new Int32Array(capacity).fill(none);
    tails = new Int32Array(capacity).fill(none);
    counts = new Int32Array(capacity);
  }

  function append(collection: number, key: number, value: number): void {
    log.push(length);
    restore(collection, key, value);
  }

  function restore(collection: number, key: number, value: number): void {
    if (length === capacity) grow();
    const row = length++;
    collections[row] = collection;
    keys[row] = key;
    values[row] = value;
    removed[row] = 0;
    chain(row);
  }

  function chain(row: number): void {
    const slot = findSlot(collections[row]!, keys[row]!, capacity);
    const last = tails[slot]!;
    next[row] = none;
    previous[row] = last;
    if (last === none) heads[slot] = row;
    else next[last] = row;
    tails[slot] = row;
    counts[slot]! += 1;
  }

  function grow(): void {
    const before = { collections, keys, values, removed };
    allocate(2 * capacity);
    collections.set(before.collections);
    keys.set(before.keys);
    values.set(before.values);
    removed.set(before.removed);
    for (let row = 0; row < length; row++) chain(row);
  }

  function find(collection: number, key: number, value: number): number {
    let row = heads[findSlot(collection, key, capacity)]!;
    for (; row !== none; row = next[row]!) {
      if (values[row] !== value || keys[row] !== key) continue;
      if (collections[row] === collection && removed[row] === 0) break;
    }
    return row;
  }

  function remove(collection: number, key: number, value: number): boolean {
    const row = find(collection, key, value);
    if (row === none) return false;
    removeRow(row);
    return true;
  }

  function removeRow(row: number): void {
    removed[row] = 1;
    log.push(~row);
  }

  function findValues(
    collection: number,
    key: number,
    found: number[] = [],
    length = Number.POSITIVE_INFINITY,
    isOut?: (value: number) => boolean,
  ): number[] {
    let row = heads[findSlot(collection, key, capacity)]!;
    for (; row !== none && found.length < length; row = next[row]!) {
      if (keys[row] !== key || collections[row] !== collection || removed[row] === 1) continue;
      if (isOut?.(values[row]!) !== true) found.push(values[row]!);
    }
    return found;
  }

  function selectWanted(
    collection: number,
    key: number,
    isWanted: (value: number) => boolean,
    found: number[],
  ): void {
    let row = heads[findSlot(collection, key, capacity)]!;
    for (; row !== none; row = next[row]!) {
      if (!isWanted(values[row]!)) continue;
      if (keys[row] === key && collections[row] === collection && removed[row] === 0) {
        found.push(values[row]!);
      }
    }
  }

  function mark(collection: number, wanted: ArrayLike<number>, marks: Uint8Array): void {
    const first = new Int32Array(wanted.length);
    for (let i = 0; i < wanted.length; i++)
      first[i] = heads[findSlot(collection, wanted[i]!, capacity)]!;
    for (let i = 0; i < wanted.length; i++) {
      let row = first[i]!;
      while (row !== none && (keys[row] !== wanted[i] || collections[row] !== collection)) {
        row = next[row]!;
      }
      if (row !== none) marks[i] = 1;
    }
  }

  function undo(): void {
    while (log.length > 0) {
      const entry = log.pop()!;
      if (entry < 0) {
        removed[~entry] = 0;
        continue;
      }
      // Changes are undone latest first, so this row is now the last one in its chain.
      const slot = findSlot(collections[entry]!, keys[entry]!, capacity);
      const last = previous[entry]!;
      tails[slot] = last;
      counts[slot]! -= 1;
      if (last === none) heads[slot] = none;
      else next[last] = none;
      length = entry;
    }
  }

  return {
    get length() {
      return length;
    },
    append,
    restore,
    remove,
    removeRow,
    isRemoved: (row) => removed[row] === 1,
    at: (row) => [collections[row]!, keys[row]!, values[row]!],
    has: (collection, key, value) => find(collection, key, value) !== none,
    findValues,
    selectWanted,
    countUpTo: (collection, key) => counts[findSlot(collection, key, capacity)]!,
    mark,
    order: () => orderRows(collections, keys, length),
    undo,
    forgetLog() {
      log.length = 0;
    },
    clear(rows = 0) {
      length = 0;
      log.length = 0;
      if (rows > capacity) allocate(2 ** Math.ceil(Math.log2(rows)));
      else {
        heads.fill(none);
        tails.fill(none);
        counts.fill(0);
      }
    },
  };
}

/** Returns the slot of a key in the hash table. @param capacity number of slots, a power of two */
function findSlot(collection: number, key: number, capacity: number): number {
  // Bitwise operators use exactly the low 32 bits of a number, even of a negative one.
  let hash = Math.imul(key ^ Math.imul(collection, 0x27d4_eb2f), 0x9e37_79b1);
  hash ^= Math.imul(Math.floor(key / 2 ** 32), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) & (capacity - 1);
}

/** Sorts rows in steps of several milliseconds. */
export interface RowOrder {
  /** Number of steps that sorting takes; 0 if there are no rows. */
  readonly steps: number;
  /**
   * Executes one step.
   * @returns after the last step, the row numbers in order; otherwise undefined
   */
  step(): Int32Array | undefined;
}

/** Number of rows that one step processes. */
const stepRows = 2 ** 16;
/**
 * Number of rows below which a comparison sort is faster, because each pass of the counting sort visits 65,536
 * counters.
 */
const fewRows = 1024;
const digits = 2 ** 16;

/**
 * Orders rows by collection, then key; ties by row number. Radix sort by counting, one 16-bit digit at a time, least
 * significant first (Knuth: The Art of Computer Programming, volume 3, section 5.2.5).
 */
function orderRows(collections: Int32Array, keys: Float64Array, length: number): RowOrder {
  if (length < fewRows) return orderFew(collections, keys, length);
  const ofKey = range(keys, length);
  const ofCollection = range(collections, length);
  const passes = [
    ...choosePasses(ofKey).map(
      (unit) => (row: number) => ((keys[row]! - ofKey.least) / unit) & 0xffff,
    ),
    ...choosePasses(ofCollection).map(
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

/** Returns the place values of the 16-bit digits to sort by, lowest first; empty if all numbers are equal. */
function choosePasses({ least, most }: { least: number; most: number }): number[] {
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

/** Rows in memory that are flushed in table order, some in each transaction. */
export interface FlushableRows {
  /**
   * Resumes the flush that an earlier process left unfinished. Must be called once the rows of that flush have been
   * restored.
   * @returns remaining work, in rows
   */
  resumeFlush(): number;
  /**
   * Begins to flush all rows that are now in memory. Any earlier flush must be finished.
   * @param last number of the last content with rows in memory
   * @returns work of the whole flush, in rows
   */
  beginFlush(last: number): number;
  /** Flushes about `rows` rows. @returns work done, in rows */
  flush(rows: number): number;
  /** Returns the position that the flush has reached, or undefined if no rows are left to flush. */
  flushPosition(): Place | undefined;
}
