import type { Place } from './memtable.js';

/** Rows in memory that move to disk in their order, some with each transaction. */
export interface Moving {
  /** Called after restoring: goes on with an interrupted move. @returns the work that is left, in rows */
  goOnMoving(): number;
  /**
   * Begins to move the rows in memory. Only if none are left to move.
   * @param last the last content that they belong to
   * @returns the work, in rows
   */
  beginMove(last: number): number;
  /** Does about this much of the work. @returns the work done, in rows */
  move(rows: number): number;
  /** The place that the move has reached; undefined: nothing is left to move. */
  movedTo(): Place | undefined;
}
