import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { applicationId, openDatabase } from '../file/connection.js';
import { isDamage } from '../file/damage.js';
import { giveNewId } from '../file/log-owner.js';
import { makePrivateDirectory, privateFileMode } from '../file/private-file.js';
import { syncDirectory } from './backup.js';
import { verify } from './verify.js';

export interface RestoreFileOptions {
  /** Backup file, which is only read. */
  readonly backup: string;
  /** Database file to restore. An existing file is renamed and kept beside it. */
  readonly file: string;
  readonly now: number;
}

export interface RestoredFile {
  readonly documents: number;
  /** Path to which the former database was renamed; null if there was none. */
  readonly replaced: string | null;
}

/**
 * Replaces a database file with a copy of a backup.
 *
 *   backup ──copy──► file.restoring ──check, sync──► file ──► file.replaced-20260131T093000Z
 *
 * At every moment, the name of the database refers to a complete file: first to the former database, then to the copy.
 * The former database is locked while it is replaced, so that no service can open it. If it is too damaged to be
 * opened, it is renamed together with its write-ahead log.
 *
 * @throws NeardupError `not_ready` if the backup cannot be restored, or the database file cannot be replaced, for
 *   example because another process has it open; the database is unchanged then
 */
export async function restoreFile({
  backup,
  file: name,
  now,
}: RestoreFileOptions): Promise<RestoredFile> {
  const file = existsSync(name) ? realpathSync(name) : name;
  refuseUnfit(backup, file);
  makePrivateDirectory(dirname(resolve(file)));
  const copy = `${file}.restoring`;
  removeDatabase(copy);
  try {
    copyFileSync(backup, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, readMode(file));
    await changing(copy, giveNewId);
    const documents = checkCopy(copy, backup);
    await changing(copy, (handle) => handle.sync());
    const replaced = replace(file, copy, now);
    syncDirectory(dirname(resolve(file)));
    return { documents, replaced };
  } finally {
    removeDatabase(copy);
  }
}

/** Returns the mode for the new file: that of the file to replace or, if there is none, `privateFileMode`. */
function readMode(file: string): number {
  const former = statSync(file, { throwIfNoEntry: false });
  return former === undefined ? privateFileMode : former.mode & 0o777;
}

/**
 * Rejects a backup that cannot be restored and a file that cannot be replaced, such as devices and pipes. Opening a
 * pipe would block.
 */
function refuseUnfit(backup: string, file: string): void {
  if (existsSync(file) && !statSync(file).isFile()) {
    throw new NeardupError('not_ready', `Cannot replace "${file}": it is not a regular file`);
  }
  const reason = !existsSync(backup)
    ? 'the file does not exist'
    : resolve(backup) === resolve(file)
      ? 'it is the file to replace'
      : !statSync(backup).isFile()
        ? 'it is not a regular file'
        : statSync(backup).size === 0
          ? 'it is empty'
          : existsSync(`${backup}-wal`)
            ? 'a -wal file is beside it, so it is a database in use and not a backup; write one with `neardup backup`'
            : null;
  if (reason !== null) {
    throw new NeardupError('not_ready', `Cannot restore "${backup}": ${reason}`);
  }
}

/**
 * Opens and verifies the copy. Rejects files of other applications and of incompatible releases.
 * @returns number of documents
 */
function checkCopy(copy: string, backup: string): number {
  try {
    const db = openDatabase(copy);
    try {
      const { faults, documents } = verify(db);
      const [first] = faults;
      if (first === undefined) return documents;
      throw new Error(`it is damaged: ${first.what}`);
    } finally {
      db.close();
    }
  } catch (error) {
    const message = (error as Error).message.replaceAll(copy, backup);
    throw new NeardupError(
      'not_ready',
      `Cannot restore "${backup}": ${message}; nothing was changed`,
      {
        cause: error,
      },
    );
  }
}

async function changing(
  file: string,
  change: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await change(handle);
  } finally {
    await handle.close();
  }
}

function replace(file: string, copy: string, now: number): string | null {
  const wal = `${file}-wal`;
  if (!existsSync(file)) {
    if (existsSync(wal)) renameSync(wal, `${freeName(file, now)}-wal`);
    renameSync(copy, file);
    return null;
  }
  const aside = freeName(file, now);
  // Copies the log, because SQLite deletes the log of a file that it cannot open, and a repair of the former database
  // may need the log.
  if (existsSync(wal)) copyFileSync(wal, `${aside}-wal`);
  let former: Database.Database | undefined;
  try {
    former = lock(file);
    if (former !== undefined) rmSync(`${aside}-wal`, { force: true });
    // Deletes the log of the former database, because SQLite would replay it into the new file.
    rmSync(wal, { force: true });
    linkSync(file, aside);
    renameSync(copy, file);
  } catch (error) {
    if (!existsSync(aside)) rmSync(`${aside}-wal`, { force: true });
    throw error;
  } finally {
    former?.close();
  }
  return aside;
}

/**
 * Locks the database file for this process, and moves its write-ahead log into it. Returns undefined if the file is
 * damaged or not a database.
 */
function lock(file: string): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    const application = db.pragma('application_id', { simple: true });
    if (application !== applicationId)
      throw new Error('the database belongs to another application');
    // Deletes the log now. Otherwise, SQLite would delete the log by its name when the database is closed, and by then
    // the name belongs to the log of the new file.
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    const { code = '' } = error as NodeJS.ErrnoException;
    if (isDamage(error)) return undefined;
    const reason = code.startsWith('SQLITE_BUSY')
      ? 'another process has it open; stop that one first'
      : (error as Error).message;
    throw new NeardupError('not_ready', `Cannot replace "${file}": ${reason}`, { cause: error });
  }
}

function freeName(file: string, now: number): string {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `${file}.replaced-${time}`;
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? name : `${name}-${i}`;
    if (!existsSync(candidate) && !existsSync(`${candidate}-wal`)) return candidate;
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
