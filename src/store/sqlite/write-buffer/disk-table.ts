import type { Row } from './memtable.js';

/** The part of a buffered table that is on disk: a set of rows (collection, key, value). */
export interface DiskTable {
  /** The values of a key. */
  search(collection: number, key: number): number[];
  has(collection: number, key: number, value: number): boolean;
  /** Inserts rows, none of which may be in the table. Fastest in the order of the table. */
  insert(rows: readonly Row[]): void;
  /** Inserts those rows that are not in the table. */
  insertMissing(rows: readonly Row[]): void;
  remove(collection: number, key: number, value: number): void;
}
