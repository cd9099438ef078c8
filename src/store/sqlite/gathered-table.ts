import type { DiskRows } from './disk-rows.js';
import { createRowBuffer, type Row, type RowBuffer } from './row-buffer.js';
import type { Undoable } from './undo.js';

/**
 * A set of rows (collection, key, value), found by collection and key: the newest ones in memory, the
 * others in a table on disk. `gathering.ts` says when the functions below are called.
 */
export interface GatheredTable extends Undoable {
  /** @param value is not in the table under this key */
  insert(collection: number, key: number, value: number): void;
  remove(collection: number, key: number, value: number): void;
  /**
   * The values of some keys, in no particular order: each once, but for those of several keys, which
   * may be there as often.
   */
  search(collection: number, keys: readonly number[]): number[];
  /** One of those that `search` finds. */
  first(collection: number, key: number): number | undefined;
  has(collection: number, key: number, value: number): boolean;

  /** On opening: inserts a row that was not restored yet and may be in the table on disk already. */
  restore(collection: number, key: number, value: number): void;
  wasRestored(collection: number, key: number, value: number): boolean;

  /** The rows in memory become those that move to the disk. Only where none are left to move. */
  beginMerge(): number;
  /**
   * Moves the next rows to the disk.
   * @returns how many of those given to `beginMerge` were passed, at most `count`
   */
  merge(count: number): number;
}

/**
 * @param isLive whether a collection exists; rows of others are dropped instead of moved
 */
export function createGatheredTable(
  disk: DiskRows,
  isLive: (collection: number) => boolean,
): GatheredTable {
  let recent: RowBuffer = createRowBuffer();
  let merging: RowBuffer = createRowBuffer();
  /** Rows of `merging`; the first `position` of them have been passed. */
  let order: Int32Array = new Int32Array(0);
  let position = 0;
  let committedPosition = 0;
  /** How many merges are to come until nothing is in memory that an opening made again. */
  let mergesWithRestored = 0;
  let recentMark = 0;
  let mergingMark = 0;

  function search(collection: number, keys: readonly number[]): number[] {
    const found = disk.search(collection, keys);
    const onDisk = found.length;
    for (const key of keys) {
      merging.valuesOf(collection, key, found);
      recent.valuesOf(collection, key, found);
    }
    // What an opening made again may be on the disk as well.
    return mergesWithRestored > 0 && found.length > onDisk ? [...new Set(found)] : found;
  }

  function merge(count: number): number {
    const end = Math.min(order.length, position + count);
    const passed = end - position;
    const rows: Row[] = [];
    for (; position < end; position++) {
      const row = order[position]!;
      if (merging.isRemoved(row)) continue;
      const columns = merging.at(row);
      if (isLive(columns[0])) rows.push(columns);
      merging.removeRow(row);
    }
    if (mergesWithRestored > 0) disk.insertMissing(rows);
    else disk.insert(rows);
    return passed;
  }

  return {
    insert: (collection, key, value) => recent.append(collection, key, value),
    remove(collection, key, value) {
      recent.remove(collection, key, value);
      merging.remove(collection, key, value);
      disk.remove(collection, key, value);
    },
    search,
    first: (collection, key) =>
      recent.firstOf(collection, key) ??
      merging.firstOf(collection, key) ??
      disk.first(collection, key),
    has: (...row) => recent.has(...row) || merging.has(...row) || disk.has(...row),
    restore(collection, key, value) {
      recent.append(collection, key, value);
      mergesWithRestored = 2;
    },
    wasRestored: (collection, key, value) => recent.has(collection, key, value),
    beginMerge() {
      mergesWithRestored = Math.max(0, mergesWithRestored - 1);
      merging.clear();
      [recent, merging] = [merging, recent];
      order = merging.order();
      position = 0;
      committedPosition = 0;
      return order.length;
    },
    merge,
    savepoint() {
      recentMark = recent.logLength();
      mergingMark = merging.logLength();
    },
    rollbackToSavepoint() {
      recent.undoTo(recentMark);
      merging.undoTo(mergingMark);
    },
    committed() {
      recent.forgetLog();
      merging.forgetLog();
      committedPosition = position;
    },
    rolledBack() {
      recent.undoTo(0);
      merging.undoTo(0);
      position = committedPosition;
    },
  };
}
