import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { BackupStatistics } from '../../contract/statistics.js';
import { giveNewId } from '../file/log-owner.js';
import { privateFileMode } from '../file/private-file.js';

/**
 * Copies a database into a file while it is in use.
 *
 *   group │ pages │ group │ pages │ pages │ …      on the one thread that owns the database
 *
 * SQLite copies page by page (sqlite3_backup). A write by any other connection would have it begin
 * anew; those of this connection are carried over into pages that were copied already, so the copy is
 * the database as it is at the moment of the last step, and no group waits for more than one step.
 *
 * What was copied is synced as the copy goes on, by another thread: the sync at the end would
 * otherwise have the whole file to write, and every group would wait for it. The file has its name
 * when it is complete, and not before.
 */
export interface Backups {
  /**
   * One at a time.
   * @throws NeardupError `validation_failed` if there is such a file; `shutting_down` if it was
   *   stopped; `disk_full`; `not_ready` if no file can be there
   */
  write(file: string): Promise<BackupStatistics>;
  /** Gives up the backup that is under way, if there is one; resolves when it has ended. */
  stop(): Promise<void>;
}

/** 512 KiB: well below a millisecond where the pages are in memory. */
const pagesAtOnce = 128;
/** 16 MiB. */
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
      throw new NeardupError('validation_failed', `Cannot back up to "${file}": it exists already`);
    }
    const unfinished = `${file}.part`;
    refuseMissingDirectory(file);
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

/** Else the steps that wait for a sync would follow each other without a break. */
function pause(): void {
  Atomics.wait(never, 0, 0, syncPollMs);
}

/** So that a name in it outlives a power failure. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function refuseMissingDirectory(file: string): void {
  const directory = dirname(file);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  const message = `Cannot back up to "${file}": there is no directory "${directory}"`;
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
