import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { adviceOnOpening } from './damage.js';
import { markLog, newFileId, refuseForeignLog } from './log-owner.js';
import { migrate } from './migrate.js';
import { adviceOnBinding } from './native-binding.js';
import { makePrivateFile } from './private-file.js';

/** The bytes "ndup" at offset 68 identify a file created by neardup. */
export const applicationId = 0x6e647570;

/**
 * Opens the database file, and creates it and its directory for this user alone if absent. This process owns the file
 * until the database is closed.
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
    // The file may be from anyone, so functions called by its schema are not trusted.
    db.pragma('trusted_schema = OFF');
    // Must precede the first read, which would otherwise open the write-ahead log for sharing.
    db.pragma('locking_mode = EXCLUSIVE');
    if (isEmpty(db)) createFile(db);
    else refuseForeignFile(db, file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma(`cache_size = ${-cacheKib}`);
    db.pragma('temp_store = MEMORY');
    // Disables automatic checkpoints: the code that moves the log also decides what is written to it next
    // (transactions.ts).
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

/** Default of SQLite: log size in pages at which it is moved into the database. */
const logPages = 1000;

/** Size of the page cache in KiB: enough for the inner pages of all trees at ten million documents. */
const cacheKib = 64 * 1024;

function isEmpty(db: Database.Database): boolean {
  return db.pragma('page_count', { simple: true }) === 0;
}

/** Uses one transaction: even after a crash, a file is either empty or complete. */
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

/** Takes the lock by a first write, so that a second process is rejected at its start. */
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
