import Database from 'better-sqlite3';
import { isMarkDue, markCommitted, markLog, markWithin } from '../file/log-owner.js';
import type { Undoable } from '../undo.js';
import { createRefusals } from './refused-commits.js';

/** Transactions of a database together with its state in memory. */
export interface Transactions {
  /**
   * Runs `work` as one transaction: all of it or, if it throws, nothing takes effect.
   * @throws the error of the work or of the commit; `UnknownOutcome` if the writes of the commit may come
   *   back with the next opening: then the database must not be used any more
   */
  run<T>(work: () => T): T;
  /** Runs `work`, and undoes all of it. @throws the error of the work */
  undone<T>(work: () => T): T;
  /** Reads within one transaction. Without it, each statement would check whether the file has changed. */
  reading<T>(read: () => T): T;
  /** Duration of the last commit with its sync, in milliseconds. */
  commitMs(): number;
}

export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super(`The disk refused a commit and what would undo it: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** @param inMemory what changes with the transactions */
export function createTransactions(
  db: Database.Database,
  inMemory: readonly Undoable[],
): Transactions {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const beginReading = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const refuse = createRefusals(db);
  let commitMs = 0;

  function undo(): void {
    if (db.inTransaction) rollback.run();
    for (const each of inMemory) each.rolledBack();
  }

  return {
    run(work) {
      let isCommitting = false;
      try {
        begin.run();
        const marks = isMarkDue(db);
        if (marks) markWithin(db);
        const done = work();
        const start = performance.now();
        isCommitting = true;
        commit.run();
        commitMs = performance.now() - start;
        for (const each of inMemory) each.committed();
        if (marks) markCommitted(db);
        return done;
      } catch (error) {
        undo();
        if (isCommitting && !refuse(error)) throw new UnknownOutcome(error);
        throw error;
      }
    },
    undone(work) {
      try {
        begin.run();
        return work();
      } finally {
        undo();
      }
    },
    reading(read) {
      beginReading.run();
      try {
        return read();
      } finally {
        // A commit of nothing fails where the file is damaged; this does not.
        if (db.inTransaction) rollback.run();
      }
    },
    commitMs: () => commitMs,
  };
}

/** Pages of the log that are moved at once: SQLite's own value (docs/internals/decisions/0007). */
const logPages = 1000;

/**
 * Moves the write-ahead log into the file, as SQLite does by itself at the end of a commit, but at
 * a time that the caller chooses: the group that fills the log need not wait for the move.
 *
 * @returns a function that moves the log if it is long; not to be called within a transaction
 */
export function createCheckpoints(db: Database.Database): () => void {
  db.pragma('wal_autocheckpoint = 0');
  const measure = db.prepare<[], Progress>('PRAGMA wal_checkpoint(NOOP)').raw();
  const move = db.prepare<[], Progress>('PRAGMA wal_checkpoint(PASSIVE)').raw();

  /** Allows SQLite to restart the log. This needs no sync of its own: the next write has one. */
  function mark(): void {
    db.pragma('synchronous = NORMAL');
    try {
      markLog(db);
    } finally {
      db.pragma('synchronous = FULL');
    }
  }

  return () => {
    try {
      const [, pages, moved] = measure.get() as Progress;
      if (pages - moved < logPages) return;
      move.get();
      mark();
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      // Same as SQLite's own checkpoint: pages that cannot be moved, as to a full disk, are safe in the
      // log, and a later attempt may succeed. A damaged page shows when it is read.
    }
  };
}

/** (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint) */
type Progress = [isBusy: number, pages: number, moved: number];
