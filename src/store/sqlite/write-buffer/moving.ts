import type { Place } from './memtable.js';

/** Rows in memory that move to disk in order, some per transaction. */
export interface Moving {
  /** Resumes an interrupted move after the rows are restored. @returns remaining work, in rows */
  goOnMoving(): number;
  /**
   * Begins to move the rows in memory. Requires that no earlier move is unfinished.
   * @param last last content that the rows belong to
   * @returns work, in rows
   */
  beginMove(last: number): number;
  /** Does about this much of the work. @returns work done, in rows */
  move(rows: number): number;
  /** Returns the position of the move; undefined: nothing is left to move. */
  movedTo(): Place | undefined;
}
