import type { FilterKey } from './bloom-filter.js';
import type { Chunk } from './chunk.js';
import { isBefore, type Row } from './row.js';
import { type Lookup, type ReadChunk, type Segment, valuesInSegment } from './segment.js';

/**
 * The rows of the values above `after` up to `upTo`, in their order, in segments one behind the other. It
 * never changes; rows of values that were removed since are still in it.
 */
export interface Run {
  readonly number: number;
  /** How often its rows were merged with others. */
  readonly level: number;
  readonly after: number;
  readonly upTo: number;
  /** How many values had rows when it was written. */
  readonly values: number;
  readonly segments: readonly Segment[];
}

export function rowsIn({ segments }: Pick<Run, 'segments'>): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

/** The first segment whose last row is not before a row; as many as there are if none is. */
function segmentFrom(segments: readonly Segment[], row: Row): number {
  let low = 0;
  let end = segments.length;
  while (low < end) {
    const middle = (low + end) >>> 1;
    if (isBefore(...segments[middle]!.last, row)) low = middle + 1;
    else end = middle;
  }
  return low;
}

/**
 * Appends the values, ascending, to `found`.
 * @param asked the key that is looked for, for the filters
 */
export function valuesInRun(
  { segments }: Run,
  read: ReadChunk,
  asked: FilterKey,
  lookup: Lookup,
  found: number[],
): void {
  const { space, key, after, length } = lookup;
  let at = segments.length === 1 ? 0 : segmentFrom(segments, [space, key, after]);
  for (; at < segments.length; at++) {
    const segment = segments[at]!;
    if (segment.filter?.mayHold(asked) !== false) {
      valuesInSegment(segment, read, lookup, found);
    }
    const { last } = segment;
    if (last[0] !== space || last[1] !== key || found.length >= length) return;
  }
}

/**
 * Goes through the rows of a run in their order, one chunk in memory. A class with plain fields, because
 * merges read these for each row of each run.
 */
export class RowCursor {
  /** Whether there is a row; the next three are of it. */
  isAt = true;
  space = 0;
  key = 0;
  value = 0;
  readonly #segments: readonly Segment[];
  readonly #read: ReadChunk;
  /** The number of the segment, of the chunk in it, and of the row in that. */
  #segment: number;
  #place = 0;
  #row = 0;
  #chunk: Chunk | undefined;

  /** @param behind without the rows up to this one */
  constructor({ segments }: Pick<Run, 'segments'>, read: ReadChunk, behind?: Row) {
    this.#segments = segments;
    this.#read = read;
    this.#segment = behind === undefined ? 0 : segmentFrom(segments, behind);
    const segment = segments[this.#segment];
    if (behind !== undefined && segment !== undefined) {
      this.#place = Math.max(0, segment.fences.lastUpTo(...behind));
    }
    this.#open();
    if (behind === undefined) return;
    while (this.isAt && !isBefore(...behind, [this.space, this.key, this.value])) this.next();
  }

  next(): void {
    this.#row += 1;
    if (this.#row < this.#chunk!.count) {
      this.key = this.#chunk!.keyAt(this.#row);
      this.value = this.#chunk!.valueAt(this.#row);
      return;
    }
    this.#place += 1;
    if (this.#place === this.#segments[this.#segment]!.fences.length) {
      this.#segment += 1;
      this.#place = 0;
    }
    this.#open();
  }

  #open(): void {
    const segment = this.#segments[this.#segment];
    if (segment === undefined) {
      this.isAt = false;
      return;
    }
    this.#chunk = this.#read(segment.number, this.#place);
    this.#row = 0;
    this.space = segment.fences.spaceAt(this.#place);
    this.key = this.#chunk.keyAt(0);
    this.value = this.#chunk.valueAt(0);
  }
}

/** The cursor with the least row; undefined: all are at their ends. */
export function leastOf(cursors: readonly RowCursor[]): RowCursor | undefined {
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
