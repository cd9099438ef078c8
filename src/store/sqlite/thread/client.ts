import { Worker } from 'node:worker_threads';
import { NeardupError } from '../../../errors.js';
import type { Collection } from '../../contract/collections.js';
import type { DecisionLogLimits } from '../../contract/decision-log.js';
import type { BackupStatistics } from '../../contract/statistics.js';
import type { Request } from '../operations/operations.js';
import { errorOf, type Failure, type GroupOutcome, type Runner } from '../requests.js';
import {
  type PackedGroup,
  type PackedReply,
  type PackedStatistics,
  packGroup,
  unpackReplies,
  unpackStatistics,
} from './packed-group.js';

/** Messages from the store to its thread. `close` ends the thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly group: PackedGroup }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'stopBackup' }
  | { readonly kind: 'close' };

/** Messages from the thread: the result of the opening, then replies to each group, and results of backups. */
export type FromThread =
  | { readonly kind: 'opened'; readonly collections: readonly Collection[] }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | {
      readonly kind: 'replies';
      readonly replies: readonly PackedReply[];
      readonly statistics: PackedStatistics;
    }
  | { readonly kind: 'backedUp'; readonly outcome: BackupOutcome };

type BackupOutcome =
  | { readonly ok: true; readonly statistics: BackupStatistics }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Runs the engine in its own thread, so that its fsyncs do not block the event loop. A whole group is sent in one
 * message, because messages cost more than most operations.
 *
 * @param threadFile compiled module that serves the database, see `main.ts`
 * @throws NeardupError `not_ready` if the thread refuses the file or cannot start
 */
export async function openThreadRunner(
  file: string,
  threadFile: URL,
  logLimits?: DecisionLogLimits,
): Promise<Runner> {
  const worker = new Worker(threadFile, { workerData: { file, logLimits } });
  let ended: Error | undefined;
  /** The thread answers messages in order. */
  const listeners: Listener<FromThread>[] = [];
  const backups: Listener<BackupOutcome>[] = [];
  const send = (message: ToThread) => worker.postMessage(message);
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'backedUp') backups.shift()?.resolve(message.outcome);
    else listeners.shift()?.resolve(message);
  });
  let tellEnded: (error: Error) => void = () => {};
  const endedByItself = new Promise<Error>((resolve) => {
    tellEnded = resolve;
  });
  // The error may precede replies that the thread sent earlier. The exit event follows them.
  let failure: Error | undefined;
  worker.on('error', (error: Error) => {
    failure = error;
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      end(failure ?? new Error(`The store thread ended with code ${code}`));
      resolve();
    });
  });

  function receive(): Promise<FromThread> {
    if (ended !== undefined) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      listeners.push({ resolve, reject });
    });
  }

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of [...listeners.splice(0), ...backups.splice(0)]) reject(ended);
    tellEnded(ended);
  }

  async function run(batch: readonly Request[]): Promise<GroupOutcome> {
    send({ kind: 'run', group: packGroup(batch) });
    const message = await receive();
    if (message.kind !== 'replies') throw new TypeError(`Unexpected message "${message.kind}"`);
    return {
      replies: unpackReplies(batch, message.replies),
      statistics: unpackStatistics(message.statistics),
    };
  }

  async function backup(file: string): Promise<BackupStatistics> {
    if (ended !== undefined) throw ended;
    send({ kind: 'backup', file });
    const outcome = await new Promise<BackupOutcome>((resolve, reject) => {
      backups.push({ resolve, reject });
    });
    if (!outcome.ok) throw errorOf(outcome.failure);
    return outcome.statistics;
  }

  async function close(): Promise<void> {
    send({ kind: 'close' });
    await exited;
  }

  const opening = await receive().catch((cause: Error) => {
    throw new NeardupError('not_ready', `Cannot start the store: ${cause.message}`, { cause });
  });
  if (opening.kind === 'refused') throw errorOf(opening.failure);
  if (opening.kind !== 'opened') throw new TypeError(`Unexpected message "${opening.kind}"`);
  return {
    collections: opening.collections,
    ended: endedByItself,
    run,
    backup,
    stopBackup: () => send({ kind: 'stopBackup' }),
    close,
  };
}

interface Listener<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}
