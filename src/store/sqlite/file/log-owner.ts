import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { logHeaderBytes, type ReadBytes, readingFile, validFrames } from './log-frames.js';

/**
 * Determines which database file a write-ahead log belongs to. SQLite itself compares only the file names. If a file is
 * replaced while the log of the old file still exists, SQLite replays that log into the new file, and the data of both
 * files is lost.
 *
 *   file     …│ 60: id │…          a random number in the header (`user_version`), never changed
 *   log      header │ page 1 with the id │ other pages │ …
 *
 * Whenever the whole log has been moved into the file, SQLite writes the log from its beginning again. `markLog` then
 * writes page 1, which contains the id, to the log. So a non-empty log that does not contain the id of the file belongs
 * to another file. A backup or restored copy gets an id of its own.
 */
const idOffset = 60;

/** Value of the id in files of earlier releases, which did not set one. */
const noId = 0;

export function newFileId(): number {
  return randomInt(1, 2 ** 31);
}

/** Databases whose logs may lack the id, because writing it failed. */
const unmarked = new WeakSet<Database>();

/**
 * Writes the id to the log. Must be called each time SQLite begins, or is about to begin, to write the log from its
 * beginning; must not be called within a transaction. Also gives an id to a file without one. If the disk is full, the
 * next write transaction must write the id instead (`isMarkDue`).
 */
export function markLog(db: Database): void {
  unmarked.add(db);
  try {
    writeMark(db);
    unmarked.delete(db);
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError) || error.code !== 'SQLITE_FULL') throw error;
  }
}

/** Returns true if the next write transaction must begin with `markWithin`. */
export const isMarkDue = (db: Database): boolean => unmarked.has(db);

/**
 * Writes page 1 without a change, so that the commit puts the id into the log. Call `markCommitted` after the commit.
 */
export function markWithin(db: Database): void {
  const id = db.pragma('user_version', { simple: true }) as number;
  db.pragma(`user_version = ${id === noId ? newFileId() : id}`);
}

export function markCommitted(db: Database): void {
  unmarked.delete(db);
}

function writeMark(db: Database): void {
  const isNew = db.pragma('user_version', { simple: true }) === noId;
  markWithin(db);
  if (!isNew) return;
  // The log may contain pages from before the file got its id. Moves them into the file, and writes the id to the
  // emptied log.
  db.pragma('wal_checkpoint(TRUNCATE)');
  markWithin(db);
}

/**
 * Writes a new id to a copy that no process has open, so that the log of the original is not taken for the log of the
 * copy.
 */
export async function giveNewId(copy: FileHandle): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(newFileId());
  await copy.write(bytes, 0, bytes.length, idOffset);
}

/**
 * Rejects a log that belongs to another file. Must be called before SQLite opens the database: this function opens and
 * closes the file itself, and closing any handle of a file releases all locks that the process has on it.
 * @throws NeardupError `not_ready` if there is a log that belongs to another file
 */
export function refuseForeignLog(file: string): void {
  const log = `${file}-wal`;
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= logHeaderBytes) return;
  const id = readingFile(file, (read) => read(idOffset, 4)?.readUInt32BE(0) ?? noId);
  if (id === noId || !readingFile(log, (read) => isOfAnother(read, id))) return;
  throw new NeardupError(
    'not_ready',
    `Cannot open "${file}": the log beside it, "${log}", belongs to a different file that was there before; restore that file, or move the log away`,
  );
}

/**
 * Returns true if a log has commits that SQLite would replay, but no page that contains the id of the database file.
 */
function isOfAnother(read: ReadBytes, id: number): boolean {
  let isCommitted = false;
  for (const { page, isCommit, bytes } of validFrames(read)) {
    if (page === 1 && bytes.readUInt32BE(idOffset) === id) return false;
    isCommitted ||= isCommit;
  }
  return isCommitted;
}

/**
 * Minimum time between two checks of the file names. A check takes several microseconds, too long for every group of
 * operations.
 */
const lookEveryMs = 100;

/**
 * Checks that the names of a database and its log still refer to the open files. If a file was replaced or removed, all
 * further writes go to a file without a name and will be lost.
 *
 * @returns a function to call between a commit and its replies. The function throws if a file was replaced or removed,
 *   so that lost writes are not acknowledged. It may miss a replacement for up to 100 ms. After the error, no request
 *   can be answered. Closing the database is safe: SQLite makes the same check, and leaves the log of the other file
 *   alone.
 */
export function createFilePlace(db: Database): () => void {
  if (db.memory) return () => {};
  const files = [db.name, `${db.name}-wal`];
  const opened = files.map(identifyFile);
  let lookedAt = performance.now();
  return function refuseIfReplaced() {
    const now = performance.now();
    if (now - lookedAt < lookEveryMs) return;
    lookedAt = now;
    const [replaced] = files.filter((file, i) => identifyFile(file) !== opened[i]);
    if (replaced === undefined) return;
    throw new NeardupError(
      'not_ready',
      `"${replaced}" was replaced or removed while the database was in use; later writes may be lost`,
    );
  };
}

function identifyFile(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev} ${found.ino}`;
}
