import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { adviceOnOpening } from './damage.js';
import { markLog, newFileId, refuseForeignLog } from './log-owner.js';
import { migrate } from './migrate.js';
import { adviceOnBinding } from './native-binding.js';
import { makePrivateFile } from './private-file.js';

/** SQLite stores this number at offset 68 of the file, as the bytes "ndup". It identifies a file created by neardup. */
export const applicationId = 0x6e647570;

/**
 * Opens the database file. Creates the file and its directory if they are absent, accessible to this user alone. This
 * process owns the file until the database is closed.
 *
 * @param file a path, or `:memory:` for a database that ends with the connection
 * @throws NeardupError `not_ready` if the file cannot be used; the message says what to do
 */
export function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    if (file !== ':memory:') {
      makePrivateFile(file);
      refuseForeignLog(file);
    }
    db = new Database(file, { timeout: 0 });
    // The file may come from anyone, so its schema must not call functions with side effects.
    db.pragma('trusted_schema = OFF');
    // Must be set before the first read, which would otherwise open the write-ahead log for sharing between processes.
    db.pragma('locking_mode = EXCLUSIVE');
    if (isEmpty(db)) createFile(db);
    else refuseForeignFile(db, file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma(`cache_size = ${-cacheKib}`);
    db.pragma('temp_store = MEMORY');
    // Disables automatic checkpoints, because the first write after a checkpoint must put the id of the file into the
    // log (`markLog`).
    db.pragma('wal_autocheckpoint = 0');
    takeLock(db);
    markLog(db);
    migrate(db);
    db.pragma(`wal_autocheckpoint = ${logPages}`);
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof NeardupError ? error : refusal(file, error);
  }
}

/**
 * Length of the write-ahead log, in pages, at which SQLite moves its pages into the database file; 1000 is SQLite's own
 * default.
 */
const logPages = 1000;

/** Size of the page cache in KiB: enough for the inner pages of all B-trees at ten million documents. */
const cacheKib = 64 * 1024;

function isEmpty(db: Database.Database): boolean {
  return db.pragma('page_count', { simple: true }) === 0;
}

/**
 * Marks an empty file as a database of neardup, in one transaction. Even after a crash, the file is either empty or
 * completely marked.
 */
function createFile(db: Database.Database): void {
  db.pragma('auto_vacuum = INCREMENTAL');
  db.exec(
    `BEGIN IMMEDIATE; PRAGMA application_id = ${applicationId};
     PRAGMA user_version = ${newFileId()}; COMMIT`,
  );
}

function refuseForeignFile(db: Database.Database, file: string): void {
  if (db.pragma('application_id', { simple: true }) === applicationId) return;
  throw new NeardupError(
    'not_ready',
    `Cannot open "${file}": the database belongs to another application; name another file`,
  );
}

/** Begins a write, so that SQLite locks the file now. A second process is then rejected when it starts. */
function takeLock(db: Database.Database): void {
  db.exec('BEGIN IMMEDIATE; COMMIT');
}

function refusal(file: string, error: unknown): NeardupError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = code.startsWith('SQLITE_BUSY')
    ? 'another process has it open; stop that one or name another file'
    : code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : (adviceOnOpening(error) ??
        adviceOnBinding(error) ??
        `${message}; make sure that the file and its directory can be read and written`);
  return new NeardupError('not_ready', `Cannot open "${file}": ${reason}`, { cause: error });
}
