/** The first row of each chunk of a segment: where to look for a row (fence pointers). */
export interface Fences {
  readonly length: number;
  add(space: number, key: number, value: number): void;
  /** The last chunk that begins before the row (or with it); −1 if none does. */
  lastUpTo(space: number, key: number, value: number): number;
  spaceAt(chunk: number): number;
  keyAt(chunk: number): number;
  bytes(): Uint8Array;
  /** Forgets the last ones. */
  cutTo(length: number): void;
}

const columns = 3;

/** @param stored what `bytes` gave */
export function createFences(stored?: Uint8Array): Fences {
  let rows = new Float64Array(stored === undefined ? 48 : stored.length / 8);
  let length = 0;
  if (stored !== undefined) {
    new Uint8Array(rows.buffer).set(stored);
    length = rows.length / columns;
  }

  function add(space: number, key: number, value: number): void {
    if (columns * length === rows.length) {
      const larger = new Float64Array(2 * rows.length);
      larger.set(rows);
      rows = larger;
    }
    rows.set([space, key, value], columns * length);
    length += 1;
  }

  /** Whether a chunk begins after a row. */
  function isAfter(chunk: number, space: number, key: number, value: number): boolean {
    const at = columns * chunk;
    if (rows[at] !== space) return rows[at]! > space;
    return rows[at + 1] === key ? rows[at + 2]! > value : rows[at + 1]! > key;
  }

  function lastUpTo(space: number, key: number, value: number): number {
    let low = 0;
    let end = length;
    while (low < end) {
      const middle = (low + end) >>> 1;
      if (isAfter(middle, space, key, value)) end = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  return {
    get length() {
      return length;
    },
    add,
    lastUpTo,
    spaceAt: (chunk) => rows[columns * chunk]!,
    keyAt: (chunk) => rows[columns * chunk + 1]!,
    bytes: () => new Uint8Array(rows.buffer, 0, 8 * columns * length),
    cutTo(shorter) {
      length = shorter;
    },
  };
}
