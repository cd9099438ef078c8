import type { FilterKey } from './bloom-filter.js';
import type { Chunk } from './chunk.js';
import { isBefore, type Row } from './rows.js';
import type { Run, RunCatalog, Segment } from './run-catalog.js';

/** Parameters of a look-up, which finds the values of a key. A value is the number of a content. */
export interface Lookup {
  readonly space: number;
  readonly key: number;
  /** Exclusive lower bound of the values to find. */
  readonly after: number;
  /** Maximum number of values to find. */
  readonly length: number;
  /** Returns true for values to skip. */
  readonly isRemoved: (value: number) => boolean;
}

/**
 * Appends the values that a look-up finds in a run, in ascending order, to `found`.
 * @param filterKey the key to look up, hashed for Bloom filters
 */
export function valuesInRun(
  { number, segments }: Pick<Run, 'number' | 'segments'>,
  catalog: RunCatalog,
  filterKey: FilterKey,
  { space, key, after, length, isRemoved }: Lookup,
  found: number[],
): void {
  const start: Row = [space, key, after];
  const segment = segmentFrom(segments, start);
  // Testing the filter of this segment is enough, because the rows of the key begin in this segment, even if they
  // continue in the next one.
  if (segment === undefined || segment.filter?.mayContain(filterKey) === false) return;
  let stored = catalog.chunkUpTo(number, start) ?? catalog.chunkBehind(number, start);
  for (; stored !== undefined; stored = catalog.chunkBehind(number, stored.first)) {
    const { first, chunk } = stored;
    if (first[0] > space || (first[0] === space && first[1] > key)) return;
    if (first[0] < space) continue;
    for (let row = chunk.firstRowFrom(key); row < chunk.count; row++) {
      if (chunk.keyAt(row) !== key || found.length >= length) return;
      const value = chunk.valueAt(row);
      if (value > after && !isRemoved(value)) found.push(value);
    }
  }
}

/** Returns the first segment whose last row is `row` or follows it. */
function segmentFrom(segments: readonly Segment[], row: Row): Segment | undefined {
  let low = 0;
  let end = segments.length;
  while (low < end) {
    const middle = (low + end) >>> 1;
    if (isBefore(...segments[middle]!.last, row)) low = middle + 1;
    else end = middle;
  }
  return segments[low];
}

/**
 * Iterates over the rows of a run in order, with one chunk in memory. It is a class with plain fields, because merges
 * read the fields for every row, and plain fields are fast.
 */
export class RowCursor {
  /** False after the last row. If true, the next three fields contain the current row. */
  isAt = true;
  space = 0;
  key = 0;
  value = 0;
  readonly #run: number;
  readonly #catalog: RunCatalog;
  #first: Row | undefined;
  #chunk: Chunk | undefined;
  #row = 0;

  /** @param behind row after which the cursor starts; undefined to start with the first row */
  constructor(run: number, catalog: RunCatalog, behind?: Row) {
    this.#run = run;
    this.#catalog = catalog;
    this.#open(behind && catalog.chunkUpTo(run, behind));
    if (behind === undefined) return;
    while (this.isAt && !isBefore(...behind, [this.space, this.key, this.value])) this.next();
  }

  next(): void {
    this.#row += 1;
    if (this.#row < this.#chunk!.count) {
      this.key = this.#chunk!.keyAt(this.#row);
      this.value = this.#chunk!.valueAt(this.#row);
    } else this.#open();
  }

  /** Moves to the first row of a chunk. Default: the next chunk. */
  #open(stored = this.#catalog.chunkBehind(this.#run, this.#first)): void {
    this.isAt = stored !== undefined;
    if (stored === undefined) return;
    this.#first = stored.first;
    this.#chunk = stored.chunk;
    this.#row = 0;
    [this.space] = stored.first;
    this.key = stored.chunk.keyAt(0);
    this.value = stored.chunk.valueAt(0);
  }
}

/** Returns the cursor with the smallest current row, or undefined if all cursors have ended. */
export function findLeast(cursors: readonly RowCursor[]): RowCursor | undefined {
  let least: RowCursor | undefined;
  for (let i = 0; i < cursors.length; i++) {
    const each = cursors[i]!;
    if (each.isAt && (least === undefined || isLess(each, least))) least = each;
  }
  return least;
}

function isLess(a: RowCursor, b: RowCursor): boolean {
  if (a.space !== b.space) return a.space < b.space;
  return a.key === b.key ? a.value < b.value : a.key < b.key;
}
