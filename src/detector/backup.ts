import { join } from 'node:path';
import { NeardupError } from '../errors.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { BackupStatistics } from '../store/contract/statistics.js';

/** A completed backup. */
export interface Backup {
  /** File name in the backup directory. */
  readonly name: string;
  readonly bytes: number;
  readonly tookMs: number;
}

/** Use cases that copy the whole store while it is in use. */
export interface BackupUseCases {
  /**
   * Writes a backup into the backup directory.
   * @param name file name without a path, checked by the caller; if undefined, a name is made from the time
   * @throws `store_unsupported` if there is no backup directory; otherwise as `Store.backup`
   */
  backup(name: string | undefined, signal: AbortSignal): Promise<Backup>;
  /** Writes a backup to any path. @throws as `Store.backup` */
  backupTo(file: string): Promise<BackupStatistics>;
}

export interface BackupOptions {
  readonly store: EmbeddedStore;
  /** The only directory to which `backup` writes. If undefined, `backup` fails. */
  readonly directory: string | undefined;
  readonly clock: () => number;
}

export function createBackup({ store, directory, clock }: BackupOptions): BackupUseCases {
  async function backup(name: string | undefined, signal: AbortSignal): Promise<Backup> {
    if (directory === undefined) {
      throw new NeardupError(
        'store_unsupported',
        'Cannot write a backup: set NEARDUP_BACKUP_DIR to a directory for backups',
      );
    }
    const chosen = name ?? nameAt(clock());
    const start = performance.now();
    const { bytes } = await store.backup(join(directory, chosen), signal);
    return { name: chosen, bytes, tookMs: Math.round(performance.now() - start) };
  }

  return {
    backup,
    backupTo: (file) => store.backup(file, new AbortController().signal),
  };
}

/** Returns a file name such as `neardup-20260131T093000.123Z.db`. Such names sort by time. */
function nameAt(time: number): string {
  return `neardup-${new Date(time).toISOString().replaceAll(/[-:]/g, '')}.db`;
}
