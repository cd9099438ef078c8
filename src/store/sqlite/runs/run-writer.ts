import { type BloomFilter, createBloomFilter } from './bloom-filter.js';
import { createChunkBuilder } from './chunk.js';
import { isOfHashes, type Row } from './rows.js';
import { type RunCatalog, rowsIn, type Segment } from './run-catalog.js';

/**
 * Writes a run, row after row, in many transactions. The tables record its progress: after a kill or a
 * rollback another writer continues after the last row of the last chunk.
 */
export interface RunWriter {
  /** The last row in a chunk when the writer was made; undefined: none. */
  readonly begunBehind: Row | undefined;
  /** Number of rows that the run has, and of values among them since the writer was made. */
  readonly rows: number;
  readonly values: number;
  /** @returns whether a chunk was written */
  add(space: number, key: number, value: number): boolean;
  /** Writes the last rows. @returns all segments of the run */
  finish(): readonly Segment[];
}

/** Filters of segments are looked at for keys that are in some run: `known-keys.ts`. */
const bitsOfKey = 10;
/** A segment ends there, so that no step writes or reads much at once: its filter has 320 KiB. */
const segmentRowsMax = 2 ** 18;

/** @param rowsMax of the whole run, at most */
export function createRunWriter(
  catalog: RunCatalog,
  run: number,
  rowsMax: number,
  rowsOfSegment = segmentRowsMax,
): RunWriter {
  const segments = [...catalog.segmentsOf(run)];
  const chunk = createChunkBuilder();
  /** The first row of the chunk that is being filled. */
  let first: Row = [0, 0, 0];
  let last = segments.at(-1)?.last;
  /** Rows of the segment that is being filled, and their keys. */
  let rows = 0;
  let filter = newFilter();
  let values = 0;
  readUnfinished();
  const begunBehind = last;

  function newFilter(): BloomFilter {
    const left = rowsMax - rowsIn(segments);
    return createBloomFilter(Math.max(1, Math.min(rowsOfSegment, left)), bitsOfKey);
  }

  /** Reads the rows behind the last segment. */
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
