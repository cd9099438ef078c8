import type { Database } from 'better-sqlite3';
import { createBloomFilter } from './bloom-filter.js';
import { createChunkBuilder } from './chunk.js';
import { createFences } from './fences.js';
import { chunkNumber, chunksMax, type Segment } from './segment.js';

/** Writes a segment row after row; nobody sees it before it is complete. */
export interface SegmentWriter {
  /** Whether no more rows may come: there are as many as it was made for, or too many chunks. */
  readonly isFull: boolean;
  /** The next row in the order of the table. @returns whether a chunk was written */
  add(space: number, key: number, value: number): boolean;
  /** Writes the rows of the last chunk. Only if there are rows. */
  finish(): Segment;
  /** @returns a function that brings the present state back, after what was written since is undone */
  remember(): () => void;
}

/** Filters of segments are asked for keys that are in some run: `known-keys.ts`. */
const bitsOfKey = 10;

/** @param rowsMax so many rows will come at most */
export function createSegmentWriter(db: Database, number: number, rowsMax: number): SegmentWriter {
  // A chunk may be there from before the rows were undone in memory alone.
  const insert = db.prepare<[number, Uint8Array]>(
    `INSERT OR REPLACE INTO content_chunks (number, rows) VALUES (?, ?)`,
  );
  const fences = createFences();
  const filter = createBloomFilter(Math.max(1, rowsMax), bitsOfKey);
  const chunk = createChunkBuilder();
  let lastSpace = -1;
  let lastKey = 0;
  let lastValue = 0;
  let rows = 0;

  function write(): boolean {
    if (chunk.count === 0) return false;
    insert.run(chunkNumber(number, fences.length - 1), chunk.take());
    return true;
  }

  return {
    get isFull() {
      return rows >= rowsMax || fences.length === chunksMax;
    },
    add(space, key, value) {
      let isWritten = false;
      if (space !== lastSpace || !chunk.add(key, value)) {
        isWritten = write();
        chunk.add(key, value);
      }
      if (chunk.count === 1) fences.add(space, key, value);
      filter.add(space, key);
      lastSpace = space;
      lastKey = key;
      lastValue = value;
      rows += 1;
      return isWritten;
    },
    finish() {
      write();
      return { number, rows, last: [lastSpace, lastKey, lastValue], fences, filter };
    },
    remember() {
      const before = { lastSpace, lastKey, lastValue, rows, chunks: fences.length };
      const recallChunk = chunk.remember();
      return () => {
        ({ lastSpace, lastKey, lastValue, rows } = before);
        fences.cutTo(before.chunks);
        // The filter keeps keys that were undone: a look-up more, now and then.
        recallChunk();
      };
    },
  };
}
