import type { Undoable } from '../undo.js';
import type { DiskTable } from './disk-table.js';
import { createMemtable, type Memtable, type Place, type Row, type RowOrder } from './memtable.js';

/**
 * A set of rows (collection, key, value), found by collection and key: the newest rows in memory,
 * the others in a table on disk. `write-buffer.ts` says when the functions below are called.
 */
export interface BufferedTable extends Undoable {
  /** @param value is not in the table under this key */
  insert(collection: number, key: number, value: number): void;
  remove(collection: number, key: number, value: number): void;
  /**
   * The values of some keys, in no particular order: each once per key that has it. The search
   * stops early once it has more than `limit` values.
   */
  search(collection: number, keys: readonly number[], limit?: number): number[];
  /**
   * The values of a key, some at a time, each at least once. Rows may come and go between two
   * steps; every row that stays throughout is met.
   */
  pages(collection: number, key: number): Generator<readonly number[], void>;
  /** One of the values that `search` finds. */
  first(collection: number, key: number): number | undefined;
  has(collection: number, key: number, value: number): boolean;

  /**
   * Called on opening: inserts a row that was not restored yet; the table on disk may hold it
   * already.
   * @param content the content that the row is made from
   */
  restore(collection: number, key: number, value: number, content: number): void;
  wasRestored(collection: number, key: number, value: number): boolean;

  /**
   * Called after restoring: resumes an interrupted move. @returns how many rows are left to move
   */
  goOnMoving(): number;
  /** Begins to move the rows in memory to disk. Only if none are left to move. */
  beginMove(): number;
  /**
   * Moves the next rows to disk.
   * @returns how many of the rows of `beginMove` were passed, at most `count`
   */
  move(count: number): number;
  /** How far the move has come; undefined: nothing is left to move. */
  movedTo(): Place | undefined;
}

/** The rows that an earlier process had moved before it ended. */
export interface Moved {
  /** The last content whose rows were moving. */
  readonly upTo: number;
  /** Whether a row of a content up to `upTo` had moved. */
  has(collection: number, key: number): boolean;
}

const nothingMoved: Moved = { upTo: 0, has: () => false };
const emptyOrder: RowOrder = {
  rows: new Int32Array(0),
  placeOf: () => ({ collection: 0, key: 0 }),
};

/** Rows in memory. */
interface BufferedRows {
  readonly rows: Memtable;
  /** Whether some rows were restored on opening, so that they may be on disk as well. */
  restored: boolean;
}

const noBufferedRows = (): BufferedRows => ({ rows: createMemtable(), restored: false });

/** How many rows `pages` reads at once: half a millisecond. */
const pageRows = 4096;

/**
 * @param isLive whether a collection exists; rows of deleted collections are dropped instead of
 *   moved
 */
export function createBufferedTable(
  disk: DiskTable,
  isLive: (collection: number) => boolean,
  moved: Moved = nothingMoved,
): BufferedTable {
  let recent = noBufferedRows();
  let moving = noBufferedRows();
  /** The rows of `moving` in order; the first `position` of them have been passed. */
  let order = emptyOrder;
  let position = 0;
  let committedPosition = 0;
  let recentMark = 0;
  let movingMark = 0;

  function search(collection: number, keys: readonly number[], limit?: number): number[] {
    const found = disk.search(collection, keys, limit);
    const onDisk = found.length;
    const length = limit === undefined ? limit : limit + 1;
    for (const key of keys) {
      moving.rows.valuesOf(collection, key, found, length);
      recent.rows.valuesOf(collection, key, found, length);
    }
    const mayBeTwice = recent.restored || moving.restored;
    return mayBeTwice && found.length > onDisk ? [...new Set(found)] : found;
  }

  /** All rows in memory first, in one step: rows move from memory to disk, but never back. */
  function* pages(collection: number, key: number): Generator<readonly number[], void> {
    yield recent.rows.valuesOf(collection, key, moving.rows.valuesOf(collection, key));
    if (disk.after === undefined) {
      yield disk.search(collection, [key]);
      return;
    }
    for (let last = Number.MIN_SAFE_INTEGER; ; ) {
      const page = disk.after(collection, key, last, pageRows);
      yield page;
      if (page.length < pageRows) return;
      last = page.at(-1)!;
    }
  }

  function move(count: number): number {
    const end = Math.min(order.rows.length, position + count);
    const passed = end - position;
    const rows: Row[] = [];
    for (; position < end; position++) {
      const row = order.rows[position]!;
      if (moving.rows.isRemoved(row)) continue;
      const columns = moving.rows.at(row);
      if (isLive(columns[0])) rows.push(columns);
      moving.rows.removeRow(row);
    }
    if (moving.restored) disk.insertMissing(rows);
    else disk.insert(rows);
    return passed;
  }

  function beginOrder(): number {
    order = moving.rows.order();
    position = 0;
    committedPosition = 0;
    return order.rows.length;
  }

  return {
    insert: (collection, key, value) => recent.rows.append(collection, key, value),
    remove(collection, key, value) {
      recent.rows.remove(collection, key, value);
      moving.rows.remove(collection, key, value);
      disk.remove(collection, key, value);
    },
    search,
    pages,
    first: (collection, key) =>
      recent.rows.firstOf(collection, key) ??
      moving.rows.firstOf(collection, key) ??
      disk.first(collection, key),
    has: (...row) => recent.rows.has(...row) || moving.rows.has(...row) || disk.has(...row),
    restore(collection, key, value, content) {
      if (content <= moved.upTo && moved.has(collection, key)) return;
      const buffered = content <= moved.upTo ? moving : recent;
      buffered.rows.restore(collection, key, value);
      buffered.restored = true;
    },
    wasRestored: (collection, key, value) =>
      recent.rows.has(collection, key, value) || moving.rows.has(collection, key, value),
    beginMove() {
      moving.rows.clear();
      moving.restored = false;
      [recent, moving] = [moving, recent];
      return beginOrder();
    },
    goOnMoving: beginOrder,
    move: move,
    movedTo: () =>
      position < order.rows.length ? order.placeOf(order.rows[position]!) : undefined,
    savepoint() {
      recentMark = recent.rows.logLength();
      movingMark = moving.rows.logLength();
    },
    rollbackToSavepoint() {
      recent.rows.undoTo(recentMark);
      moving.rows.undoTo(movingMark);
    },
    committed() {
      recent.rows.forgetLog();
      moving.rows.forgetLog();
      committedPosition = position;
    },
    rolledBack() {
      recent.rows.undoTo(0);
      moving.rows.undoTo(0);
      position = committedPosition;
    },
  };
}
