import type { Database } from 'better-sqlite3';
import { isMarkDue, markCommitted, markWithin } from '../file/log-owner.js';
import type { Undoable } from '../undo.js';
import { createRefusals } from './refused-commits.js';

/** Transactions of a database together with its state in memory. */
export interface Transactions {
  /**
   * Does some work as one transaction: all of it or, if it throws, nothing.
   * @throws the error of the work or of the commit; `UnknownOutcome` if the writes of the commit
   *   may come back with the next opening: then the database must not be used any more
   */
  run<T>(work: () => T): T;
  /** Does some work, and undoes all of it. @throws the error of the work */
  undone<T>(work: () => T): T;
  /** Reads within one transaction: each statement by itself would look again whether the file changed. */
  reading<T>(read: () => T): T;
  /** How long the last commit took, with its sync. */
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
export function createTransactions(db: Database, inMemory: readonly Undoable[]): Transactions {
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
