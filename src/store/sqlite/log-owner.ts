import { randomInt } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { NeardupError } from '../../errors.js';

/**
 * Which file a write-ahead log belongs to. SQLite goes by the name alone: where a file was put in the
 * place of another whose log was still there, it replays that log into the new file, and both are lost.
 *
 *   file     …│ 60: id │…          a random number in the header, `user_version` to SQLite, for ever the same
 *   log      header │ page 1 with the id │ other pages │ …
 *
 * The log begins anew whenever it was moved into the file, and its first page is then written on purpose
 * (`markLog`). So a log with something in it that names no id, or another one, is that of another file.
 * A copy that a backup or a restore makes gets an id of its own. What is cut off or torn is no part of
 * a log, to SQLite as here: frames count as far as their checksums hold, and only if a commit follows.
 * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log)
 */
const idOffset = 60;
const logHeaderBytes = 32;
const frameHeaderBytes = 24;
/** Its last bit says which end of a word comes first in checksums. */
const logMagic = 0x377f0682;

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

/** In a transaction: what it commits says whose the log is. Call `markCommitted` when it is done. */
export function markWithin(db: Database): void {
  const id = db.pragma('user_version', { simple: true }) as number;
  db.pragma(`user_version = ${id === noId ? newFileId() : id}`);
}

export function markCommitted(db: Database): void {
  unmarked.delete(db);
}

function writeMark(db: Database): void {
  const id = db.pragma('user_version', { simple: true }) as number;
  if (id !== noId) {
    db.pragma(`user_version = ${id}`);
    return;
  }
  const given = newFileId();
  db.pragma(`user_version = ${given}`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma(`user_version = ${given}`);
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
  const id = reading(file, (read) => read(idOffset, 4)?.readUInt32BE(0) ?? noId);
  if (id === noId || !reading(log, (read) => isOfAnother(read, id))) return;
  throw new NeardupError(
    'not_ready',
    `Cannot open "${file}": the log beside it, "${log}", is of another file that was in its place; put that one back, or move the log away`,
  );
}

/** Bytes from a position on; undefined: there are not as many. */
type Read = (position: number, length: number) => Buffer | undefined;

function reading<T>(file: string, use: (read: Read) => T): T {
  const handle = openSync(file, 'r');
  try {
    return use((position, length) => {
      const bytes = Buffer.alloc(length);
      return readSync(handle, bytes, 0, length, position) === length ? bytes : undefined;
    });
  } finally {
    closeSync(handle);
  }
}

/** Whether a log has something to replay, and nothing in it is marked with the id. */
function isOfAnother(read: Read, id: number): boolean {
  const header = read(0, logHeaderBytes);
  const magic = header?.readUInt32BE(0) ?? 0;
  if (header === undefined || (magic & ~1) !== logMagic) return false;
  const sum = createSum((magic & 1) === 1);
  if (!sum.add(header.subarray(0, 24)).is(header.subarray(24))) return false;
  const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  let isCommitted = false;
  for (let at = logHeaderBytes; ; at += frameBytes) {
    const frame = read(at, frameBytes);
    if (frame === undefined || !frame.subarray(8, 16).equals(salts)) return isCommitted;
    const page = frame.subarray(frameHeaderBytes);
    if (!sum.add(frame.subarray(0, 8)).add(page).is(frame.subarray(16))) return isCommitted;
    if (frame.readUInt32BE(0) === 1 && page.readUInt32BE(idOffset) === id) return false;
    isCommitted ||= frame.readUInt32BE(4) !== 0;
  }
}

/** The running checksum of a log. */
function createSum(isBigEndian: boolean) {
  let [first, second] = [0, 0];
  const sum = {
    add(bytes: Buffer) {
      for (let at = 0; at < bytes.length; at += 8) {
        const one = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
        const other = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
        first = (first + one + second) >>> 0;
        second = (second + other + first) >>> 0;
      }
      return sum;
    },
    is: (bytes: Buffer) => bytes.readUInt32BE(0) === first && bytes.readUInt32BE(4) === second,
  };
  return sum;
}
