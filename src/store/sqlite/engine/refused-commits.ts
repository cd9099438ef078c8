import Database from 'better-sqlite3';
import { readingFile, validFrames } from '../file/log-frames.js';
import { markWithin } from '../file/log-owner.js';

/*
 * Prevention of the return of a failed commit.
 *
 *   log   ▏frame▕▏frame▕▏frame, commit▕ │ ▏frame▕▏frame, commit▕    written, but its sync failed
 *                                       └ SQLite writes on here after it has undone the transaction
 *
 * SQLite forgets such a commit in memory. Its frames stay valid in the log until other frames
 * overwrite them, and an opening before that reads them: the refused commit would come back. So
 * before the error is returned, another commit, which changes nothing, overwrites the first frame.
 * This makes all following frames invalid (log-frames.ts).
 *
 * After a failed sync it is unknown which earlier pages are on the disk, and a later sync does not
 * report it (Rebello et al.: Can Applications Recover from fsync Failures?, USENIX ATC 2020). So
 * the whole log is first moved into the file, with syncs of its own, and restarted.
 *
 * If the disk has no room for even one frame, the log is read: a commit whose frames are incomplete
 * does not count.
 */

/**
 * @returns a function that keeps a commit that failed with this error from coming back; false: the
 *   outcome is unknown, and this connection must not be used any more
 */
export function createRefusals(db: Database.Database): (error: unknown) => boolean {
  const moveAll = db.prepare<[], number>('PRAGMA wal_checkpoint(RESTART)').pluck();
  const frames = db.prepare<[], [number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();

  function refuse(error: unknown): boolean {
    if (db.memory) return true;
    try {
      db.pragma('synchronous = FULL');
      if (isOfSync(error) && moveAll.get() !== 0) return false;
      // Unlike an update that changes nothing, this writes a page.
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
 * Returns true if an opening would find a commit in a write-ahead log after the first `frames` frames.
 * @throws the error of the file system if the log cannot be read
 */
export function holdsCommitAfter(log: string, frames: number): boolean {
  return readingFile(log, (read) => {
    for (const { isCommit } of validFrames(read, frames)) if (isCommit) return true;
    return false;
  });
}
