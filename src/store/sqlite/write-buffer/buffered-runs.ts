import { collectionOfSpace, isBefore, type Row, type SortedIndex, spaceOf } from '../runs/rows.js';
import type { SortedRuns } from '../runs/sorted-runs.js';
import type { Undoable } from '../undo.js';
import {
  createMemtable,
  type Memtable,
  type Moving,
  type Place,
  type RowOrder,
} from './memtable.js';

/** An index of contents: rows (collection, key, number of a content), looked up by collection and key. */
export interface ContentIndex {
  /**
   * @param content not yet in the index under this key
   */
  insert(collection: number, key: number, content: number): void;
  /** Removes a content from this index. It must also be removed from all others, and never be inserted again. */
  remove(collection: number, key: number, content: number): void;
  /** Returns the first `atMost` contents of a key, ascending. */
  search(collection: number, key: number, atMost?: number): number[];
  /** Returns a mark of 0 for each key without any content. Faster than looking up each key. */
  present(collection: number, keys: ArrayLike<number>): Uint8Array;
  /** Returns one of the contents that `search` finds, preferably from memory. */
  first(collection: number, key: number): number | undefined;
  /** Inserts, on opening, a row of a content that is not on disk yet. */
  restore(collection: number, key: number, content: number): void;
}

/**
 * Indexes of contents: the newest rows in memory, the others in sorted runs. Rows of contents up to `upTo` are in runs,
 * those up to `movingTo` are being written to one, later ones are recent.
 */
export interface BufferedRuns extends Moving, Undoable {
  index(name: SortedIndex): ContentIndex;
  /** Records that a content was removed together with its collection. */
  removed(content: number): void;
}

/** Number of rows that can be written in about the time of one sorting step. */
const rowsOfStep = 4096;
/** Capacity of the next memtable relative to the rows of the last one. */
const room = 1.25;

/**
 * @param isLive returns true if a collection exists; rows of others are dropped instead of moved
 */
export function createBufferedRuns(
  runs: SortedRuns,
  isLive: (collection: number) => boolean,
  { upTo, movingTo }: { readonly upTo: number; readonly movingTo: number },
): BufferedRuns {
  let recent = createMemtable();
  let moving = createMemtable();
  /** Contents of the rows of `moving`: above the first, up to the second. */
  let movingAfter = upTo;
  let recentAfter = Math.max(upTo, movingTo);
  /** True while some rows of `moving` are not in a run yet. */
  let isMoving = false;
  let sorting: RowOrder = moving.order();
  /** Rows of `moving` in order; undefined: not sorted yet. */
  let order: Int32Array | undefined;
  /**
   * Number of processed rows of `order`; undefined after a rollback, when it must be read from the run being written.
   */
  let position: number | undefined;
  let wasMoving = isMoving;

  function inMemory(space: number, key: number, found: number[] = [], length?: number): number[] {
    if (isMoving) moving.valuesOf(space, key, found, length, runs.removed.has);
    recent.valuesOf(space, key, found, length);
    return found;
  }

  function remove(space: number, key: number, content: number): void {
    if (content > recentAfter) recent.remove(space, key, content);
    else runs.removed.add(content);
  }

  function beginOrder(): number {
    sorting = moving.order();
    isMoving = moving.length > 0;
    order = undefined;
    position = undefined;
    wasMoving = isMoving;
    return sorting.steps * rowsOfStep + moving.length;
  }

  function move(count: number): number {
    if (!isMoving) return 0;
    let passed = 0;
    while (order === undefined && passed < count) {
      order = sorting.step();
      passed += rowsOfStep;
    }
    if (order === undefined || passed >= count) return passed;
    const rows = moving.length;
    const run = runs.newRun({ after: movingAfter, upTo: recentAfter, rows });
    position ??= run.begunBehind === undefined ? 0 : placeBehind(moving, order, run.begunBehind);
    const end = Math.min(rows, position + count - passed);
    passed += end - position;
    for (; position < end; position++) {
      const row = order[position]!;
      if (moving.isRemoved(row)) continue;
      const [space, key, content] = moving.at(row);
      if (runs.removed.has(content) || !isLive(collectionOfSpace(space))) continue;
      run.add(space, key, content);
    }
    if (position === rows) {
      run.finish();
      isMoving = false;
    }
    return passed;
  }

  return {
    index: (name) => ({
      insert: (collection, key, content) => recent.append(spaceOf(collection, name), key, content),
      remove: (collection, key, content) => remove(spaceOf(collection, name), key, content),
      search(collection, key, atMost) {
        const space = spaceOf(collection, name);
        // Contents are in order of age: first those in runs, then moving ones, then recent ones.
        const found = runs.valuesOf(space, key, [], 0, atMost);
        return inMemory(space, key, found, atMost);
      },
      present(collection, keys) {
        const space = spaceOf(collection, name);
        const marks = new Uint8Array(keys.length);
        recent.mark(space, keys, marks);
        if (isMoving) moving.mark(space, keys, marks);
        runs.mark(space, keys, marks);
        return marks;
      },
      first(collection, key) {
        const space = spaceOf(collection, name);
        const [buffered] = inMemory(space, key, [], 1);
        return buffered ?? runs.valuesOf(space, key, [], 0, 1)[0];
      },
      restore(collection, key, content) {
        const rows = content > recentAfter ? recent : moving;
        rows.restore(spaceOf(collection, name), key, content);
      },
    }),
    removed(content) {
      if (content <= recentAfter) runs.removed.add(content);
    },
    goOnMoving: beginOrder,
    beginMove(last) {
      moving.clear(recent.length * room);
      [recent, moving] = [moving, recent];
      movingAfter = recentAfter;
      recentAfter = last;
      return beginOrder();
    },
    move,
    // An interrupted run is restarted from the beginning, so it has no position to resume.
    movedTo: (): Place | undefined => (isMoving ? { collection: 0, key: 0 } : undefined),
    committed() {
      recent.forgetLog();
      runs.committed();
      wasMoving = isMoving;
    },
    rolledBack() {
      recent.undo();
      runs.rolledBack();
      isMoving = wasMoving;
      position = undefined;
    },
  };
}

/** Returns the position of the first row in the order after a row. */
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
