import { assert } from '../../../errors.js';
import { type BloomFilter, createBloomFilter } from './bloom-filter.js';
import { createChunkBuilder } from './chunk.js';
import { isBefore, isOfHashes, type Row } from './rows.js';
import { type RunCatalog, rowsIn, type Segment } from './run-catalog.js';

/**
 * Writes a run row by row over many transactions. The tables contain its progress: after a kill or a rollback, a new
 * writer continues after the last row of the last stored chunk.
 */
export interface RunWriter {
  /**
   * Last row that was already stored when the writer was created; undefined if none was. Writing continues after it.
   */
  readonly begunBehind: Row | undefined;
  /** Number of rows in the run so far. */
  readonly rows: number;
  /** Number of values that this writer has added. */
  readonly values: number;
  /**
   * Adds a row, which must not precede the last one.
   * @returns true if a chunk was written
   */
  add(space: number, key: number, value: number): boolean;
  /** Writes the last rows. @returns all segments of the run */
  finish(): readonly Segment[];
}

/**
 * Bits per key in the Bloom filter of a segment. Few suffice, because look-ups test these filters only for keys that
 * are in some run.
 */
const bitsOfKey = 10;
/**
 * Maximum number of rows in a segment. The filter of a full segment takes 320 KiB, which one step can read or write.
 */
const segmentRowsMax = 2 ** 18;

/**
 * @param rowsMax maximum number of rows in the whole run
 */
export function createRunWriter(
  catalog: RunCatalog,
  run: number,
  rowsMax: number,
  rowsOfSegment = segmentRowsMax,
): RunWriter {
  const segments = [...catalog.readSegments(run)];
  const chunk = createChunkBuilder();
  /** First row of the unfinished chunk. */
  let first: Row = [0, 0, 0];
  let last = segments.at(-1)?.last;
  /** Number of rows in the unfinished segment, and the filter of their keys. */
  let rows = 0;
  let filter = newFilter();
  let values = 0;
  readUnfinished();
  const begunBehind = last;

  function newFilter(): BloomFilter {
    const left = rowsMax - rowsIn(segments);
    return createBloomFilter(Math.max(1, Math.min(rowsOfSegment, left)), bitsOfKey);
  }

  /** Reads the stored rows after the last segment, which belong to the unfinished segment. */
  function readUnfinished(): void {
    let stored = catalog.chunkBehind(run, last);
    for (; stored !== undefined; stored = catalog.chunkBehind(run, stored.first)) {
      const [space] = stored.first;
      for (let row = 0; row < stored.chunk.count; row++) {
        const key = stored.chunk.keyAt(row);
        filter.add(space, key);
        last = [space, key, stored.chunk.valueAt(row)];
      }
      rows += stored.chunk.count;
    }
  }

  function writeChunk(): boolean {
    if (chunk.count === 0) return false;
    catalog.addChunk(run, first, chunk.take());
    return true;
  }

  function finishSegment(): void {
    if (rows === 0) return;
    writeChunk();
    segments.push(catalog.addSegment(run, { rows, last: last!, filter }));
    rows = 0;
    filter = newFilter();
  }

  return {
    begunBehind,
    get rows() {
      return rowsIn(segments) + rows;
    },
    get values() {
      return values;
    },
    add(space, key, value) {
      // Look-ups use binary search, so they would miss rows that are out of order.
      assert(
        last === undefined || !isBefore(space, key, value, last),
        'rows of a run are in order',
      );
      if (rows >= rowsOfSegment) finishSegment();
      let isWritten = false;
      if (space !== first[0] || !chunk.add(key, value)) {
        isWritten = writeChunk();
        chunk.add(key, value);
      }
      if (chunk.count === 1) first = [space, key, value];
      filter.add(space, key);
      last = [space, key, value];
      rows += 1;
      if (isOfHashes(space)) values += 1;
      return isWritten;
    },
    finish() {
      finishSegment();
      return segments;
    },
  };
}
