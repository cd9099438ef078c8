/**
 * Rows of (collection, key, value) in memory, found by collection and key: a hash table with
 * chains, all of it in typed arrays, 32 bytes a row.
 *
 *   heads ──► row 7 ──► row 2 ──► –         the newest row of a chain comes first
 *
 * Rows are only appended and marked as removed. A log records both, so everything since a position
 * of the log can be undone, last in, first out.
 */
export interface Memtable {
  /** How many rows were appended, removed ones included; rows are numbered from 0. */
  readonly length: number;
  append(collection: number, key: number, value: number): void;
  /** Appends a row that cannot be undone; not to be called while anything can be undone. */
  restore(collection: number, key: number, value: number): void;
  /** False if there is no such row. */
  remove(collection: number, key: number, value: number): boolean;
  removeRow(row: number): void;
  isRemoved(row: number): boolean;
  /** The row as (collection, key, value). */
  at(row: number): Row;
  has(collection: number, key: number, value: number): boolean;
  /**
   * Appends the values of a key to `found`, in no particular order, until it has `length` values.
   */
  valuesOf(collection: number, key: number, found?: number[], length?: number): number[];
  firstOf(collection: number, key: number): number | undefined;
  /**
   * All rows by collection, then by key; approximately: collections are rounded to 65,536 steps, and
   * the keys of each to as many from the least to the largest.
   */
  order(): RowOrder;
  /** How much can be undone; a position for `undoTo`. */
  logLength(): number;
  undoTo(position: number): void;
  /** Makes everything permanent: it can no longer be undone. */
  forgetLog(): void;
  clear(): void;
}

export interface RowOrder {
  readonly rows: Int32Array;
  /**
   * A place in the order: all rows before this place precede the row. A few rows after it may
   * precede the row, too.
   */
  placeOf(row: number): Place;
}

/**
 * A place between rows: before all rows of the collection from this key on, and later collections.
 */
export interface Place {
  readonly collection: number;
  readonly key: number;
}

/** Whether a row of a table comes before a place. */
export function isBefore(collection: number, key: number, place: Place): boolean {
  const step = collection & 0xffff;
  return step < place.collection || (step === place.collection && key < place.key);
}

export type Row = readonly [collection: number, key: number, value: number];

const initialCapacity = 1024;
const none = -1;
/** Fewer rows are sorted sooner by comparing them: counting looks at 65,536 digits twice. */
const fewRows = 1024;

export function createMemtable(): Memtable {
  let capacity = initialCapacity;
  let length = 0;
  let collections = new Int32Array(capacity);
  let keys = new Float64Array(capacity);
  let values = new Float64Array(capacity);
  let next = new Int32Array(capacity);
  let removed = new Uint8Array(capacity);
  let heads = new Int32Array(capacity).fill(none);
  /**
   * The number of each appended row, and the bitwise complement (negative) for each removed row.
   */
  const log: number[] = [];

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
    const slot = slotOf(collections[row]!, keys[row]!, capacity);
    next[row] = heads[slot]!;
    heads[slot] = row;
  }

  function grow(): void {
    capacity *= 2;
    const copied = <T extends Int32Array | Float64Array | Uint8Array>(larger: T, from: T): T => {
      larger.set(from);
      return larger;
    };
    collections = copied(new Int32Array(capacity), collections);
    keys = copied(new Float64Array(capacity), keys);
    values = copied(new Float64Array(capacity), values);
    removed = copied(new Uint8Array(capacity), removed);
    next = new Int32Array(capacity);
    heads = new Int32Array(capacity).fill(none);
    for (let row = 0; row < length; row++) chain(row);
  }

  function find(collection: number, key: number, value: number): number {
    let row = heads[slotOf(collection, key, capacity)]!;
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

  function valuesOf(
    collection: number,
    key: number,
    found: number[] = [],
    length = Number.POSITIVE_INFINITY,
  ): number[] {
    let row = heads[slotOf(collection, key, capacity)]!;
    for (; row !== none && found.length < length; row = next[row]!) {
      if (keys[row] !== key || collections[row] !== collection || removed[row] === 1) continue;
      found.push(values[row]!);
    }
    return found;
  }

  function firstOf(collection: number, key: number): number | undefined {
    let row = heads[slotOf(collection, key, capacity)]!;
    for (; row !== none; row = next[row]!) {
      if (keys[row] === key && collections[row] === collection && removed[row] === 0) {
        return values[row];
      }
    }
    return undefined;
  }

  function order(): RowOrder {
    const places = Uint16Array.from(collections.subarray(0, length));
    const ranges = rangesOf(places, keys);
    const steps = new Uint16Array(length);
    for (let row = 0, range = noRange; row < length; row++) {
      if (range.place !== places[row]) range = ranges.get(places[row]!)!;
      steps[row] = (keys[row]! - range.least) * range.scale;
    }
    const unsorted = rowsFromZero(length);
    const rows =
      length < fewRows
        ? unsorted.sort((a, b) => places[a]! - places[b]! || steps[a]! - steps[b]!)
        : countingSort(countingSort(unsorted, steps), places);
    function placeOf(row: number): Place {
      const { place, least, scale } = ranges.get(places[row]!)!;
      const step = Math.trunc((keys[row]! - least) * scale);
      // One less, because the division may have rounded up.
      return { collection: place, key: Math.ceil(least + step / scale) - 1 };
    }
    return { rows, placeOf };
  }

  function undoTo(position: number): void {
    while (log.length > position) {
      const entry = log.pop()!;
      if (entry < 0) {
        removed[~entry] = 0;
        continue;
      }
      // The newest row is the first of its chain.
      heads[slotOf(collections[entry]!, keys[entry]!, capacity)] = next[entry]!;
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
    valuesOf,
    firstOf,
    order,
    logLength: () => log.length,
    undoTo,
    forgetLog() {
      log.length = 0;
    },
    clear() {
      length = 0;
      log.length = 0;
      heads.fill(none);
    },
  };
}

/** @param capacity a power of two */
function slotOf(collection: number, key: number, capacity: number): number {
  // Bit operators take the low 32 bits of a double, exactly and with negative numbers too.
  let hash = Math.imul(key ^ Math.imul(collection, 0x27d4_eb2f), 0x9e37_79b1);
  hash ^= Math.imul(Math.floor(key / 2 ** 32), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) & (capacity - 1);
}

/** The keys of collections at one place of 65,536, and how many steps one is. */
interface KeyRange {
  readonly place: number;
  least: number;
  most: number;
  scale: number;
}

const noRange: KeyRange = { place: -1, least: 0, most: 0, scale: 0 };

/**
 * By place: the keys of one collection may be far larger than those of another, as bands are of
 * recipes of different versions.
 */
function rangesOf(places: Uint16Array, keys: Float64Array): ReadonlyMap<number, KeyRange> {
  const ranges = new Map<number, KeyRange>();
  for (let row = 0, range = noRange; row < places.length; row++) {
    const key = keys[row]!;
    const place = places[row]!;
    if (range.place !== place) {
      range = ranges.get(place) ?? { place, least: key, most: key, scale: 0 };
      ranges.set(place, range);
    }
    if (key < range.least) range.least = key;
    if (key > range.most) range.most = key;
  }
  for (const range of ranges.values()) {
    range.scale = 65_535 / Math.max(1, range.most - range.least);
  }
  return ranges;
}

function rowsFromZero(length: number): Int32Array {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

/**
 * A stable counting sort in linear time.
 * @param rows the rows in their current order
 * @param digits the digit of each row, by its number
 */
function countingSort(rows: Int32Array, digits: Uint16Array): Int32Array {
  const starts = new Int32Array(65_537);
  for (let row = 0; row < digits.length; row++) starts[digits[row]! + 1]! += 1;
  for (let i = 0; i < 65_536; i++) starts[i + 1]! += starts[i]!;
  const sorted = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    sorted[starts[digits[row]!]!++] = row;
  }
  return sorted;
}
