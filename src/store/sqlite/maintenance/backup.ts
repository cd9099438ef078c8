import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { BackupStatistics } from '../../contract/statistics.js';
import { giveNewId } from '../file/log-owner.js';
import { privateFileMode } from '../file/private-file.js';

/**
 * Copies a database to a file while the database is in use.
 *
 *   group │ pages │ group │ pages │ pages │ …      in the thread that owns the database
 *
 * SQLite copies some pages in each step (sqlite3_backup). A write by another connection would restart the copy, but
 * there is no other connection. A write by this connection also updates pages that have already been copied. So the
 * copy shows the database as of the last step, and no group of operations waits longer than one step.
 *
 * The copy is synced several times while it grows, on another thread. Otherwise, the last sync would write the whole
 * file to disk, and every group would wait for that sync. The file gets its name only when it is complete.
 */
export interface Backups {
  /**
   * Writes a backup. Only one may run at a time.
   * @throws NeardupError `validation_failed` if the file exists; `shutting_down` if the backup was
   *   stopped; `disk_full`; `not_ready` if the file cannot be created
   */
  write(file: string): Promise<BackupStatistics>;
  /** Stops a running backup, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Number of pages copied in one step: 512 KiB. This takes well under a millisecond if the pages are in memory. */
const pagesAtOnce = 128;
/** Number of pages copied between two syncs: 16 MiB. */
const pagesBetweenSyncs = 4096;
const syncPollMs = 1;

export function createBackups(db: Database): Backups {
  let running: Promise<unknown> | undefined;
  let stopping = false;

  async function write(file: string): Promise<BackupStatistics> {
    const copying = copy(file);
    running = Promise.allSettled([copying]);
    try {
      return await copying;
    } finally {
      running = undefined;
      stopping = false;
    }
  }

  async function copy(file: string): Promise<BackupStatistics> {
    if (existsSync(file)) {
      throw new NeardupError(
        'validation_failed',
        `Cannot back up to "${file}": the file already exists`,
      );
    }
    const unfinished = `${file}.part`;
    refuseMissingDirectory(file);
    refuseOwnName(file, db.name);
    rmSync(unfinished, { force: true });
    try {
      await copyPages(unfinished);
      renameSync(unfinished, file);
      syncDirectory(dirname(file));
      return { bytes: statSync(file).size };
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw failureOfCopy(file, error);
    }
  }

  async function copyPages(file: string): Promise<void> {
    const handle = await open(file, 'wx', privateFileMode);
    let unsynced = 0;
    let syncing: Promise<void> | undefined;
    let syncError: unknown;
    function sync(): void {
      unsynced = 0;
      syncing = handle
        .datasync()
        .catch((error: unknown) => {
          syncError = error;
        })
        .finally(() => {
          syncing = undefined;
        });
    }
    function progress(): number {
      if (stopping) throw new NeardupError('shutting_down', 'The backup was stopped');
      if (syncError !== undefined) throw syncError;
      if (syncing === undefined && unsynced >= pagesBetweenSyncs) sync();
      if (syncing !== undefined) {
        pause();
        return 0;
      }
      unsynced += pagesAtOnce;
      return pagesAtOnce;
    }
    try {
      await db.backup(file, { progress });
      await syncing;
      await giveNewId(handle);
      await handle.sync();
    } finally {
      await syncing;
      await handle.close();
    }
  }

  return {
    write,
    async stop() {
      stopping = running !== undefined;
      await running;
    },
  };
}

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Waits a millisecond. Called in steps that copy nothing because a sync is running. Without the pause, such steps would
 * use a whole core.
 */
function pause(): void {
  Atomics.wait(never, 0, 0, syncPollMs);
}

/** Syncs a directory, so that a new name in it survives a power failure. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Rejects names of files that SQLite itself creates beside a database, even if they do not exist now. The directories
 * are compared by their identity, because a backup directory may be a link, and names without case, because some file
 * systems ignore it.
 */
function refuseOwnName(file: string, database: string): void {
  const reserved = `${basename(database)}-`;
  if (!basename(file).toLowerCase().startsWith(reserved.toLowerCase())) return;
  const [here, there] = [dirname(file), dirname(database)].map((directory) => statSync(directory));
  if (here!.dev !== there!.dev || here!.ino !== there!.ino) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot back up to "${file}": names beginning with "${reserved}" are reserved for the database itself; choose another name`,
  );
}

function refuseMissingDirectory(file: string): void {
  const directory = dirname(file);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  const message = `Cannot back up to "${file}": directory "${directory}" does not exist`;
  throw new NeardupError('not_ready', message);
}

function failureOfCopy(file: string, error: unknown): unknown {
  if (error instanceof NeardupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code?.startsWith('SQLITE_FULL')) {
    return new NeardupError('disk_full', `Cannot back up to "${file}": the disk is full`);
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new NeardupError('not_ready', `Cannot back up to "${file}": ${message}`);
  }
  return error;
}
