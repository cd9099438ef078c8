import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { logHeaderBytes, type ReadBytes, readingFile, validFrames } from './log-frames.js';

/**
 * Which file a write-ahead log belongs to. SQLite goes by the name alone: where a file was put in the
 * place of another whose log was still there, it replays that log into the new file, and both are lost.
 *
 *   file     …│ 60: id │…          a random number in the header, `user_version` to SQLite, for ever the same
 *   log      header │ page 1 with the id │ other pages │ …
 *
 * The log begins anew whenever it was moved into the file, and its first page is then written on purpose
 * (`markLog`). So a log with something in it that names no id, or another one, is that of another file.
 * A copy that a backup or a restore makes gets an id of its own.
 */
const idOffset = 60;

/** A file of a release before has none. */
const noId = 0;

export function newFileId(): number {
  return randomInt(1, 2 ** 31);
}

/** Databases whose log may begin with something that does not say whose it is. */
const unmarked = new WeakSet<Database>();

/**
 * Has the log say whose it is, which has just begun anew or may do so. Also gives an id to a file that has
 * none. Where the disk is full, the next transaction that writes says it: see `isMarkDue`. Not for the
 * middle of a transaction.
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

/** Whether the next transaction that writes is to begin with `markWithin`. */
export const isMarkDue = (db: Database): boolean => unmarked.has(db);

/**
 * Writes the first page, which changes nothing: what commits it says whose the log is. Call
 * `markCommitted` when that is done.
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
  // What the log held until now says nothing of the new id.
  db.pragma('wal_checkpoint(TRUNCATE)');
  markWithin(db);
}

/** For a copy that no process has open: the log of what it was copied from is not its own. */
export async function giveNewId(copy: FileHandle): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(newFileId());
  await copy.write(bytes, 0, bytes.length, idOffset);
}

/**
 * Call it before the file is opened: where a process has a file open and closes it a second time, it gives
 * up its locks.
 * @throws NeardupError `not_ready` if there is a log that is not of this file
 */
export function refuseForeignLog(file: string): void {
  const log = `${file}-wal`;
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= logHeaderBytes) return;
  const id = readingFile(file, (read) => read(idOffset, 4)?.readUInt32BE(0) ?? noId);
  if (id === noId || !readingFile(log, (read) => isOfAnother(read, id))) return;
  throw new NeardupError(
    'not_ready',
    `Cannot open "${file}": the log beside it, "${log}", is of another file that was in its place; put that one back, or move the log away`,
  );
}

/** Whether a log has something to replay, and nothing in it is marked with the id. */
function isOfAnother(read: ReadBytes, id: number): boolean {
  let isCommitted = false;
  for (const { page, isCommit, bytes } of validFrames(read)) {
    if (page === 1 && bytes.readUInt32BE(idOffset) === id) return false;
    isCommitted ||= isCommit;
  }
  return isCommitted;
}
