import { parentPort, Worker } from 'node:worker_threads';
import { NeardupError } from '../../../errors.js';
import type { Collection } from '../../contract/collections.js';
import type { DecisionLogLimits } from '../../contract/decision-log.js';
import type { BackupStatistics } from '../../contract/statistics.js';
import type { LocalRunner } from '../engine/engine.js';
import type { Request } from '../operations/operations.js';
import { type Failure, type GroupOutcome, type Runner, toError, toFailure } from '../requests.js';
import {
  type PackedGroup,
  type PackedReply,
  type PackedStatistics,
  packGroup,
  packReplies,
  packStatistics,
  unpackGroup,
  unpackReplies,
  unpackStatistics,
} from './packed-group.js';

/** Messages from the store to its thread. `close` ends the thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly group: PackedGroup }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'stopBackup' }
  | { readonly kind: 'close' };

/** Messages from the thread: whether it opened the file, then the replies to each group, and the results of backups. */
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
 * Runs the engine in a separate thread, so that its fsyncs do not block the event loop. A whole group is sent in one
 * message, because a message costs more than most operations.
 *
 * @param threadFile compiled `main.ts`, which opens and serves the database in the thread
 * @throws NeardupError `not_ready` if the thread refuses the file or cannot start
 */
export async function openThreadRunner(
  file: string,
  threadFile: URL,
  logLimits?: DecisionLogLimits,
): Promise<Runner> {
  const worker = new Worker(threadFile, { workerData: { file, logLimits } });
  let ended: Error | undefined;
  /**
   * Callers that wait for an answer, in order. The thread answers messages in the order in which they were sent, so the
   * next answer is for the first caller.
   */
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
  // Callers are rejected on the exit event: the error event may arrive before replies that the thread sent earlier.
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
    if (!outcome.ok) throw toError(outcome.failure);
    return outcome.statistics;
  }

  async function close(): Promise<void> {
    send({ kind: 'close' });
    await exited;
  }

  const opening = await receive().catch((cause: Error) => {
    throw new NeardupError('not_ready', `Cannot start the store: ${cause.message}`, { cause });
  });
  if (opening.kind === 'refused') throw toError(opening.failure);
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

type Answer = {
  readonly [K in ToThread['kind']]: (message: Extract<ToThread, { kind: K }>) => Promise<void>;
};

/**
 * Counterpart of `openThreadRunner` in the thread: opens a runner and executes messages. An error that is not the reply
 * to an operation ends the thread; the calling thread then receives the exit event.
 *
 *   group ─► replies ─► checkpoint, if the log is long │ a step of a backup │ filters to load │ group ─► …
 *
 * Node delivers all pending messages, perhaps a thousand or more, without a break, and work scheduled for the end of
 * the turn would wait for all of them. So messages are put into a queue, and each turn of the event loop executes one
 * message.
 */
export function serveRunner(open: () => LocalRunner): void {
  const port = parentPort;
  if (port === null) throw new TypeError('A store thread is started by `openThreadRunner`');
  const send = (message: FromThread) => port.postMessage(message);
  try {
    const runner = open();
    send({ kind: 'opened', collections: runner.collections });
    const answer: Answer = {
      run: async ({ group: packed }) => {
        const batch = unpackGroup(packed);
        const { replies, statistics } = await runner.run(batch);
        send({
          kind: 'replies',
          replies: packReplies(batch, replies),
          statistics: packStatistics(statistics),
        });
        runner.afterReplies();
      },
      backup: async ({ file }) => {
        const done = runner.backup(file).then(
          (statistics) => ({ ok: true, statistics }) as const,
          (error: unknown) => ({ ok: false, failure: toFailure(error) }) as const,
        );
        send({ kind: 'backedUp', outcome: await done });
      },
      stopBackup: async () => runner.stopBackup(),
      close: async () => {
        await runner.close();
        port.close();
      },
    };
    const line: ToThread[] = [];
    const takeNext = (): void => {
      const message = line.shift()!;
      if (line.length > 0) setImmediate(takeNext);
      void answer[message.kind](message as never);
    };
    port.on('message', (message: ToThread) => {
      if (line.push(message) === 1) setImmediate(takeNext);
    });
  } catch (error) {
    send({ kind: 'refused', failure: toFailure(error) });
  }
}
