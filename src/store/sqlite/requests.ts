import { type ErrorCode, NeardupError } from '../../errors.js';
import type { Collection } from '../contract/collections.js';
import type { BackupStatistics, GroupStatistics } from '../contract/statistics.js';
import { adviceInUse, isDamage } from './file/damage.js';
import type { Kind, Output, Request } from './operations/operations.js';

export type Reply =
  | { readonly ok: true; readonly output: Output<Kind> }
  | { readonly ok: false; readonly failure: Failure };

/** A `NeardupError` as plain data. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Stack of an error other than a `NeardupError`. */
  readonly stack?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface GroupOutcome {
  /** Replies in the order of the requests. */
  readonly replies: readonly Reply[];
  readonly statistics: GroupStatistics;
}

/**
 * Executes batches of requests, one batch at a time. A runner is the engine itself, or a proxy for an engine in another
 * thread.
 */
export interface Runner {
  /** Collections that existed when the database was opened. */
  readonly collections: readonly Collection[];
  /**
   * Executes a batch. May be called before the previous batch has ended; batches are answered in the order of the
   * calls. Rejects only if the engine itself has failed.
   */
  run(batch: readonly Request[]): Promise<GroupOutcome>;
  /**
   * Promise that resolves with the reason if the engine ends without being closed. If undefined, such an end is noticed
   * only when a batch fails.
   */
  readonly ended?: Promise<unknown>;
  /** Writes a backup while batches continue. Only one may run at a time. Fails in the same cases as `Store.backup`. */
  backup(file: string): Promise<BackupStatistics>;
  /** Makes a running backup fail with `shutting_down`. */
  stopBackup(): void;
  /** Stops a running backup, and closes the database. */
  close(): Promise<void>;
}

/**
 * Converts a thrown error into data. A full disk gets a specific error code, and a damaged file a message that says
 * what to do. Any other error is a bug.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof NeardupError) {
    const { code, message, retryAfterSeconds } = error;
    return { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'SQLITE_FULL') {
    return {
      code: 'disk_full',
      message: 'Cannot write: the disk is full, or the file has reached its size limit',
    };
  }
  if (isDamage(error)) return { code: 'internal', message: adviceInUse(error), stack };
  return { code: 'internal', message: `The store failed: ${message}`, stack };
}

/** Failure of an operation that may or may not have taken effect. */
export const unknownOutcome: Failure = {
  code: 'internal',
  message: 'The store failed during this operation; it may or may not have taken effect',
};

export function toError({ code, message, stack, retryAfterSeconds }: Failure): NeardupError {
  const waiting = retryAfterSeconds !== undefined && { retryAfterSeconds };
  return new NeardupError(code, message, { cause: stack, ...waiting });
}
