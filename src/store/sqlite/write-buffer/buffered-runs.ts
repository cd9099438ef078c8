import {
  collectionOfSpace,
  isBefore,
  packSpace,
  type Row,
  type SortedIndex,
} from '../runs/rows.js';
import type { SortedRuns } from '../runs/sorted-runs.js';
import type { Undoable } from '../undo.js';
import {
  createMemtable,
  type FlushableRows,
  type Memtable,
  type Place,
  type RowOrder,
} from './memtable.js';

/** An index of contents: rows (collection, key, number of a content), looked up by collection and key. */
export interface ContentIndex {
  /** Adds a content to a key. @param content number of a content that the key does not have yet */
  insert(collection: number, key: number, content: number): void;
  /**
   * Removes a content from a key. The caller must also remove the content from all other keys and indexes, and must
   * never insert it again, because a removal from a run applies to all rows of the content.
   */
  remove(collection: number, key: number, content: number): void;
  /** Returns the first `atMost` contents of a key, ascending. */
  search(collection: number, key: number, atMost?: number): number[];
  /** Returns 0 for each key without contents, and 1 for each key that may have some. Faster than many searches. */
  present(collection: number, keys: ArrayLike<number>): Uint8Array;
  /** Returns one of the contents that `search` finds, from memory if possible. */
  first(collection: number, key: number): number | undefined;
  /** Inserts a row that is not on disk yet, when the database is opened. */
  restore(collection: number, key: number, content: number): void;
}

/**
 * Indexes of contents: the newest rows are in memory, all others in sorted runs on disk. Rows of contents up to number
 * `upTo` are in runs. Rows of later contents up to `flushingTo` are being written to a run, and are called flushing.
 * Rows of still later contents are called recent.
 */
export interface BufferedRuns extends FlushableRows, Undoable {
  index(name: SortedIndex): ContentIndex;
  /**
   * Records that a content was deleted together with its collection. The caller then does not call `remove` for its
   * rows.
   */
  removed(content: number): void;
}

/**
 * Work of one step of sorting the rows in memory, given as the number of rows that could be written in about the same
 * time.
 */
const rowsOfStep = 4096;
/** Capacity of the next memtable, as a multiple of the number of rows of the last one. */
const room = 1.25;

/**
 * @param isLive returns true if a collection exists; rows of deleted collections are dropped instead of flushed
 */
export function createBufferedRuns(
  runs: SortedRuns,
  isLive: (collection: number) => boolean,
  { upTo, flushingTo }: { readonly upTo: number; readonly flushingTo: number },
): BufferedRuns {
  let recent = createMemtable();
  let flushing = createMemtable();
  /** The rows of `flushing` belong to contents above `flushingAfter`, up to `recentAfter`. */
  let flushingAfter = upTo;
  let recentAfter = Math.max(upTo, flushingTo);
  /** True while some rows of `flushing` are not in a run yet. */
  let isFlushing = false;
  let sorting: RowOrder = flushing.order();
  /** Row numbers of `flushing` in sorted order; undefined until they are sorted. */
  let order: Int32Array | undefined;
  /**
   * Number of rows of `order` that have been processed; undefined until the number is derived from the run that is
   * being written.
   */
  let position: number | undefined;
  let wasFlushing = isFlushing;

  function inMemory(space: number, key: number, found: number[] = [], length?: number): number[] {
    if (isFlushing) flushing.findValues(space, key, found, length, runs.removed.has);
    recent.findValues(space, key, found, length);
    return found;
  }

  function remove(space: number, key: number, content: number): void {
    if (content > recentAfter) recent.remove(space, key, content);
    else runs.removed.add(content);
  }

  function beginOrder(): number {
    sorting = flushing.order();
    isFlushing = flushing.length > 0;
    order = undefined;
    position = undefined;
    wasFlushing = isFlushing;
    return sorting.steps * rowsOfStep + flushing.length;
  }

  function flush(count: number): number {
    if (!isFlushing) return 0;
    let passed = 0;
    while (order === undefined && passed < count) {
      order = sorting.step();
      passed += rowsOfStep;
    }
    if (order === undefined || passed >= count) return passed;
    const rows = flushing.length;
    const run = runs.newRun({ after: flushingAfter, upTo: recentAfter, rows });
    position ??= run.begunBehind === undefined ? 0 : placeBehind(flushing, order, run.begunBehind);
    const end = Math.min(rows, position + count - passed);
    passed += end - position;
    for (; position < end; position++) {
      const row = order[position]!;
      if (flushing.isRemoved(row)) continue;
      const [space, key, content] = flushing.at(row);
      if (runs.removed.has(content) || !isLive(collectionOfSpace(space))) continue;
      run.add(space, key, content);
    }
    if (position === rows) {
      run.finish();
      isFlushing = false;
    }
    return passed;
  }

  return {
    index: (name) => ({
      insert: (collection, key, content) =>
        recent.append(packSpace(collection, name), key, content),
      remove: (collection, key, content) => remove(packSpace(collection, name), key, content),
      search(collection, key, atMost) {
        const space = packSpace(collection, name);
        // The result must be ascending, that is, by age: contents in runs, then those being flushed, then recent ones.
        const found = runs.valuesOf(space, key, [], 0, atMost);
        return inMemory(space, key, found, atMost);
      },
      present(collection, keys) {
        const space = packSpace(collection, name);
        const marks = new Uint8Array(keys.length);
        recent.mark(space, keys, marks);
        if (isFlushing) flushing.mark(space, keys, marks);
        runs.mark(space, keys, marks);
        return marks;
      },
      first(collection, key) {
        const space = packSpace(collection, name);
        const [buffered] = inMemory(space, key, [], 1);
        return buffered ?? runs.valuesOf(space, key, [], 0, 1)[0];
      },
      restore(collection, key, content) {
        const rows = content > recentAfter ? recent : flushing;
        rows.restore(packSpace(collection, name), key, content);
      },
    }),
    removed(content) {
      if (content <= recentAfter) runs.removed.add(content);
    },
    resumeFlush: beginOrder,
    beginFlush(last) {
      flushing.clear(recent.length * room);
      [recent, flushing] = [flushing, recent];
      flushingAfter = recentAfter;
      recentAfter = last;
      return beginOrder();
    },
    flush,
    // A run that a killed process left unfinished is written again from its beginning, so no position is needed.
    flushPosition: (): Place | undefined => (isFlushing ? { collection: 0, key: 0 } : undefined),
    committed() {
      recent.forgetLog();
      runs.committed();
      wasFlushing = isFlushing;
    },
    rolledBack() {
      recent.undo();
      runs.rolledBack();
      isFlushing = wasFlushing;
      position = undefined;
    },
  };
}

/** Returns the position in `order` of the first row after `row`. */
function placeBehind(rows: Memtable, order: Int32Array, row: Row): number {
  let low = 0;
  let end = order.length;
  while (low < end) {
    const middle = (low + end) >>> 1;
    if (isBefore(...row, rows.at(order[middle]!))) end = middle;
    else low = middle + 1;
  }
  return low;
}
