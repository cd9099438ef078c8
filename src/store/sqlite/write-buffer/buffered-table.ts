import type { Undoable } from '../undo.js';
import { createMemtable, type FlushableRows, type Memtable, type Row } from './memtable.js';
import type { PostingLists } from './posting-lists.js';

/**
 * A set of rows (collection, key, value), looked up by collection and key. The newest rows are in memory, all others in
 * posting lists on disk. See write-buffer.ts for when rows are flushed to disk.
 */
export interface BufferedTable extends FlushableRows, Undoable {
  /** Adds a row. @param value a value that the key does not have yet */
  insert(collection: number, key: number, value: number): void;
  remove(collection: number, key: number, value: number): void;
  /** Returns the distinct values of a key that `wanted` selects, in no particular order. */
  search(collection: number, key: number, wanted: WantedValues): readonly number[];
  /** Returns an upper bound of the number of rows that a key has in memory. */
  rowsInMemory(collection: number, key: number): number;

  /**
   * Inserts a row into memory when the database is opened. The row may be on disk, but must not have been restored
   * already.
   * @param content content from which the row is derived
   */
  restore(collection: number, key: number, value: number, content: number): void;
  wasRestored(collection: number, key: number, value: number): boolean;
}

/** Selects the values that a search returns. */
export interface WantedValues {
  /** Appends the selected values of a posting list to `found`. */
  readonly list: (list: Uint8Array, found: number[]) => void;
  /** Returns true if a value is selected. */
  readonly value: (value: number) => boolean;
}

/** Progress of the flush that an earlier process left unfinished. */
export interface EarlierFlush {
  /** Number of the last content whose rows that process was flushing to disk. */
  readonly upTo: number;
  /** Returns true if a row is on disk. Must be called only for rows of contents up to `upTo`. */
  has(collection: number, key: number): boolean;
}

/** Rows in memory. */
interface BufferedRows {
  readonly rows: Memtable;
  /** True if rows were restored when the database was opened. Such rows may also be on disk. */
  restored: boolean;
}

const noBufferedRows = (): BufferedRows => ({ rows: createMemtable(), restored: false });

/**
 * @param isLive returns true if a collection exists; rows of deleted collections are dropped instead of flushed
 */
export function createBufferedTable(
  disk: PostingLists,
  isLive: (collection: number) => boolean,
  earlier: EarlierFlush,
): BufferedTable {
  let recent = noBufferedRows();
  let flushing = noBufferedRows();
  /** Row numbers of `flushing` in table order. The first `position` of these rows have been flushed or dropped. */
  let order: Int32Array = new Int32Array(0);
  let position = 0;
  let committedPosition = 0;

  function search(collection: number, key: number, wanted: WantedValues): readonly number[] {
    const values: number[] = [];
    disk.scan(collection, key, (list) => wanted.list(list, values));
    const before = values.length;
    flushing.rows.selectWanted(collection, key, wanted.value, values);
    recent.rows.selectWanted(collection, key, wanted.value, values);
    const mayBeTwice = (recent.restored || flushing.restored) && before > 0;
    return mayBeTwice ? [...new Set(values)] : values;
  }

  function flush(count: number): number {
    const end = Math.min(order.length, position + count);
    const passed = end - position;
    const rows: Row[] = [];
    for (; position < end; position++) {
      const row = order[position]!;
      if (flushing.rows.isRemoved(row)) continue;
      const columns = flushing.rows.at(row);
      if (isLive(columns[0])) rows.push(columns);
      flushing.rows.removeRow(row);
    }
    if (flushing.restored) disk.insertMissing(rows);
    else disk.insert(rows);
    return passed;
  }

  function beginOrder(): number {
    const { step } = flushing.rows.order();
    let ordered = step();
    while (ordered === undefined) ordered = step();
    order = ordered;
    position = 0;
    committedPosition = 0;
    return order.length;
  }

  return {
    insert: (collection, key, value) => recent.rows.append(collection, key, value),
    remove(collection, key, value) {
      recent.rows.remove(collection, key, value);
      flushing.rows.remove(collection, key, value);
      disk.remove(collection, key, value);
    },
    search,
    rowsInMemory: (collection, key) =>
      flushing.rows.countUpTo(collection, key) + recent.rows.countUpTo(collection, key),
    restore(collection, key, value, content) {
      if (content <= earlier.upTo && earlier.has(collection, key)) return;
      const buffered = content <= earlier.upTo ? flushing : recent;
      buffered.rows.restore(collection, key, value);
      buffered.restored = true;
    },
    wasRestored: (collection, key, value) =>
      recent.rows.has(collection, key, value) || flushing.rows.has(collection, key, value),
    beginFlush() {
      flushing.rows.clear();
      flushing.restored = false;
      [recent, flushing] = [flushing, recent];
      return beginOrder();
    },
    resumeFlush: beginOrder,
    flush,
    flushPosition() {
      if (position >= order.length) return undefined;
      const [collection, key] = flushing.rows.at(order[position]!);
      return { collection, key };
    },
    committed() {
      recent.rows.forgetLog();
      flushing.rows.forgetLog();
      committedPosition = position;
    },
    rolledBack() {
      disk.rolledBack();
      recent.rows.undo();
      flushing.rows.undo();
      position = committedPosition;
    },
  };
}
