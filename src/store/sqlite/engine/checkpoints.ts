import Database from 'better-sqlite3';
import { markLog } from '../file/log-owner.js';

/** Pages of the log that are moved at once: SQLite's own value (docs/decisions/0007). */
const logPages = 1000;

/**
 * Moves the write-ahead log into the file, as SQLite does by itself at the end of a commit, but at
 * a time that the caller chooses: the group that fills the log need not wait for the move.
 *
 * @returns what moves the log if it is long; not for the middle of a transaction
 */
export function createCheckpoints(db: Database.Database): () => void {
  db.pragma('wal_autocheckpoint = 0');
  const measure = db.prepare<[], Progress>('PRAGMA wal_checkpoint(NOOP)').raw();
  const move = db.prepare<[], Progress>('PRAGMA wal_checkpoint(PASSIVE)').raw();

  /** The log may begin anew now. This needs no sync of its own: the next write has one. */
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
      // As with SQLite's own checkpoint: pages that cannot be moved, as to a full disk, are safe in
      // the log, and a later attempt may succeed. A damaged page shows when it is read.
    }
  };
}

/** (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint) */
type Progress = [isBusy: number, pages: number, moved: number];
