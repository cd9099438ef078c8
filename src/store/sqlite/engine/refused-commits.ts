import Database from 'better-sqlite3';
import { readingFile, validFrames } from '../file/log-frames.js';
import { markWithin } from '../file/log-owner.js';

/*
 * Prevents a failed commit from coming back.
 *
 *   log   ▏frame▕▏frame▕▏frame, commit▕ │ ▏frame▕▏frame, commit▕    written, but its sync failed
 *                                       └ SQLite continues here after the rollback
 *
 * SQLite forgets such a commit in memory. Its frames stay valid in the log until other frames overwrite them. If the
 * database is opened before that, SQLite replays them, and the refused commit comes back. So before the error is
 * returned, another commit without changes overwrites the first frame. This invalidates all following frames
 * (log-frames.ts).
 *
 * After a failed sync it is unknown which earlier pages are on disk, and a later sync does not report it (Rebello et
 * al.: Can Applications Recover from fsync Failures?, USENIX ATC 2020). So the whole log is first moved into the file,
 * with syncs of its own, and restarted.
 *
 * If the disk has no room for even one frame, the log is read: a commit with incomplete frames does not count.
 */

/**
 * @returns a function that prevents a commit that failed with this error from coming back. It returns false if the
 *   outcome is unknown and this connection must not be used any more
 */
export function createRefusals(db: Database.Database): (error: unknown) => boolean {
  const moveAll = db.prepare<[], number>('PRAGMA wal_checkpoint(RESTART)').pluck();
  const frames = db.prepare<[], [number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();

  function refuse(error: unknown): boolean {
    if (db.memory) return true;
    try {
      db.pragma('synchronous = FULL');
      if (isOfSync(error) && moveAll.get() !== 0) return false;
      // Writes a page, unlike an update without changes.
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
