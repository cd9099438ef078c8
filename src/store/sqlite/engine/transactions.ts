import Database from 'better-sqlite3';
import { readingFile, validFrames } from '../file/log-frames.js';
import { isMarkDue, markCommitted, markLog, markWithin } from '../file/log-owner.js';
import type { Undoable } from '../undo.js';

/** Transactions that cover both a database and the state that this process keeps in memory. */
export interface Transactions {
  /**
   * Runs `work` as one transaction. If it throws, nothing takes effect.
   * @throws the error of the work or of the commit; `UnknownOutcome` if the commit failed but SQLite might replay it
   *   when the database is next opened. After an `UnknownOutcome`, the database must not be used any more
   */
  run<T>(work: () => T): T;
  /** Runs `work`, rolls it back, and returns its result. @throws the error of the work */
  undone<T>(work: () => T): T;
  /** Runs reads in one transaction. Without a transaction, each statement would check whether the file has changed. */
  reading<T>(read: () => T): T;
  /** Duration of the last commit with its sync, in milliseconds. */
  commitMs(): number;
}

export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super(
      `The disk refused a commit and the write that would undo it: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
}

/**
 * @param inMemory state that is committed and rolled back with the transactions
 */
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
        // Rolls back instead of committing, because on a damaged file, even a commit without changes fails.
        if (db.inTransaction) rollback.run();
      }
    },
    commitMs: () => commitMs,
  };
}

/**
 * Number of pages at which a checkpoint is made. Counts only pages in the log that are not yet in the file; 1000 is
 * SQLite's default (docs/internals/decisions/0007).
 */
const logPages = 1000;

/**
 * Replaces the automatic checkpoints of SQLite, which move the write-ahead log into the file. SQLite would make a
 * checkpoint at the end of the commit that fills the log, and the replies to that group would have to wait for it.
 * @returns a function that makes a checkpoint if the log is long; must not be called within a transaction
 */
export function createCheckpoints(db: Database.Database): () => void {
  db.pragma('wal_autocheckpoint = 0');
  const measure = db.prepare<[], Progress>('PRAGMA wal_checkpoint(NOOP)').raw();
  const move = db.prepare<[], Progress>('PRAGMA wal_checkpoint(PASSIVE)').raw();

  /**
   * Writes the id of the file into the log, which may restart with this write (log-owner.ts). Does not sync, because
   * the next commit does.
   */
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
      // Ignores the error, as SQLite does if its own checkpoints fail. Pages that could not be moved (for example,
      // because the disk is full) are safe in the log, and a later checkpoint may move them. A damaged page is detected
      // when it is read.
    }
  };
}

/** Result row of `PRAGMA wal_checkpoint` (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint). */
type Progress = [isBusy: number, pages: number, moved: number];

/*
 * Prevents a failed commit from taking effect later.
 *
 *   log   ▏frame▕▏frame▕▏frame, commit▕ │ ▏frame▕▏frame, commit▕    written, but its sync failed
 *                                       └ SQLite continues here after the rollback
 *
 * After the rollback, SQLite ignores such a commit, but its frames stay valid in the log until other frames overwrite
 * them. If the database is reopened before that, SQLite replays these frames, and the commit takes effect although its
 * operations were reported as failed. To prevent this, another commit, without changes, overwrites the first of these
 * frames before the error is returned. This invalidates all frames after it (log-frames.ts).
 *
 * After a failed sync, it is unknown which earlier pages are on disk, and a later sync does not report the failure
 * (Rebello et al.: Can Applications Recover from fsync Failures?, USENIX ATC 2020). In this case, the whole log is
 * first moved into the file, with syncs of its own, and restarted.
 *
 * If the disk has no room for even one frame, the log is read to find out whether it contains the whole failed commit.
 * An incomplete commit is harmless.
 */

/**
 * Returns a function to call with the error of a failed commit. The function prevents the commit from taking effect
 * later, and returns true. If it cannot, it returns false: the outcome is then unknown, and this connection must not be
 * used any more.
 */
export function createRefusals(db: Database.Database): (error: unknown) => boolean {
  const moveAll = db.prepare<[], number>('PRAGMA wal_checkpoint(RESTART)').pluck();
  const frames = db.prepare<[], [number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();

  function refuse(error: unknown): boolean {
    if (db.memory) return true;
    try {
      db.pragma('synchronous = FULL');
      if (isOfSync(error) && moveAll.get() !== 0) return false;
      // Sets a header field to its present value, which writes page 1. A statement that changes nothing would write no
      // frame.
      markWithin(db);
      return true;
    } catch (another) {
      return !isOfSync(error) && isOfDisk(another) && !holdsRefused();
    }
  }

  function holdsRefused(): boolean {
    try {
      const [, valid] = frames.get()!;
      return holdsCommitAfter(`${db.name}-wal`, valid);
    } catch (error) {
      if (isOfDisk(error) || (error as NodeJS.ErrnoException).syscall !== undefined) return true;
      throw error;
    }
  }

  return refuse;
}

const isOfDisk = (error: unknown): boolean => error instanceof Database.SqliteError;

function isOfSync(error: unknown): boolean {
  return /^SQLITE_IOERR.*FSYNC$/.test((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Returns true if opening the database would replay a commit after the first `frames` frames of the log.
 * @throws the error of the file system if the log cannot be read
 */
export function holdsCommitAfter(log: string, frames: number): boolean {
  return readingFile(log, (read) => {
    for (const { isCommit } of validFrames(read, frames)) if (isCommit) return true;
    return false;
  });
}
