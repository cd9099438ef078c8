import { closeSync, openSync, readSync } from 'node:fs';
import Database from 'better-sqlite3';

/*
 * What becomes of a commit that failed.
 *
 *   log   ▏frame▕▏frame▕▏frame, commit▕ │ ▏frame▕▏frame, commit▕    written, but its sync failed
 *                                       └ here SQLite goes on after it has undone the transaction
 *
 * SQLite forgets such a commit in memory. Its frames stay valid in the log, and whoever opens the file
 * before other frames have taken their place reads them: what was refused would come back. So before the
 * refusal goes out, another commit, that changes nothing, takes the place of the first frame, by which
 * all that follow become invalid: each frame continues the checksum of the one before
 * (https://www.sqlite.org/fileformat2.html#walformat).
 *
 * After a sync that failed, nobody knows what of the pages before is on the disk, and a later sync does
 * not tell (Rebello et al.: Can Applications Recover from fsync Failures?, USENIX ATC 2020). So the whole log
 * is moved into the file first, with syncs of its own, and begun anew.
 *
 * Where a disk is so full that not even one frame has its place, the log is read: a commit that was not
 * written to its end is no commit.
 */

/**
 * @returns has a commit that failed with this error never come back; false: nobody can tell, and this
 *   connection must not be used for anything else
 */
export function createRefusals(db: Database.Database): (error: unknown) => boolean {
  const moveAll = db.prepare<[], number>('PRAGMA wal_checkpoint(RESTART)').pluck();
  const frames = db.prepare<[], [number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();
  // Unlike an update of a row to what it is, this writes a page.
  const version = db.pragma('user_version', { simple: true });
  const changeNothing = db.prepare(`PRAGMA user_version = ${version}`);

  function refuse(error: unknown): boolean {
    if (db.memory) return true;
    try {
      db.pragma('synchronous = FULL');
      if (isOfSync(error) && moveAll.get() !== 0) return false;
      changeNothing.run();
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

const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Whether an opening would find a commit in a write-ahead log behind so many frames.
 * @throws what the file system says if the log cannot be read
 */
export function holdsCommitAfter(log: string, frames: number): boolean {
  const handle = openSync(log, 'r');
  try {
    const read = (at: number, bytes: number): Buffer | undefined => {
      const buffer = Buffer.alloc(bytes);
      return readSync(handle, buffer, 0, bytes, at) === bytes ? buffer : undefined;
    };
    const header = read(0, logHeaderBytes);
    if (header === undefined) return false;
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
    const frameAt = (frame: number) => logHeaderBytes + (frame - 1) * frameBytes;
    const word = header.readUInt32BE(0) & 1 ? 'readUInt32BE' : 'readUInt32LE';
    let sums = frames === 0 ? sumsAt(header, 24) : undefined;
    sums ??= sumsAt(read(frameAt(frames), frameHeaderBytes) ?? header, 16);
    for (let next = frames + 1; ; next++) {
      const frame = read(frameAt(next), frameBytes);
      if (frame === undefined || !frame.subarray(8, 16).equals(header.subarray(16, 24)))
        return false;
      for (const part of [frame.subarray(0, 8), frame.subarray(frameHeaderBytes)]) {
        sums = checksum(sums, part, word);
      }
      const [first, second] = sumsAt(frame, 16);
      if (first !== sums[0] || second !== sums[1]) return false;
      if (frame.readUInt32BE(4) > 0) return true;
    }
  } finally {
    closeSync(handle);
  }
}

type Sums = readonly [number, number];

function sumsAt(header: Buffer, at: number): Sums {
  return [header.readUInt32BE(at), header.readUInt32BE(at + 4)];
}

/** Goes on with the checksum of the log (SQLite file format, section 4.2). */
function checksum(
  [first, second]: Sums,
  bytes: Buffer,
  word: 'readUInt32BE' | 'readUInt32LE',
): Sums {
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + bytes[word](at) + second) >>> 0;
    second = (second + bytes[word](at + 4) + first) >>> 0;
  }
  return [first, second];
}
