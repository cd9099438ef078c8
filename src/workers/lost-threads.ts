import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../errors.js';

/** Counts lost threads of a pool, and checks that their replacements work. */
export interface LostThreads {
  /** Reports that a thread has ended unexpectedly. */
  lost(reason: unknown): void;
  answered(): void;
  count(): number;
  /**
   * Resolves at once if no thread was lost, or if a thread has answered since the last loss. Otherwise, sends a trivial
   * task to a thread, and rejects with `not_ready` if there is no answer.
   */
  check(): Promise<void>;
}

/** Maximum time that `check` waits for an answer. A thread takes some hundred milliseconds to load. */
const answerMaxMs = 2000;

/**
 * Creates a watch over the threads of a pool.
 * @param kind purpose of the threads, for messages
 * @param ask sends a trivial task to a thread. The pool reports the outcome of this task to `lost` or `answered`, as
 * for any task
 */
export function watchThreads(kind: string, ask: () => Promise<unknown>): LostThreads {
  let count = 0;
  let since: { readonly reason: unknown } | undefined;
  return {
    lost(reason) {
      count += 1;
      since = { reason };
    },
    answered() {
      since = undefined;
    },
    count: () => count,
    async check() {
      if (since === undefined) return;
      const asked = ask().catch(() => {}); // its outcome is reported to `lost` or `answered`
      await Promise.race([asked, sleep(answerMaxMs, undefined, { ref: false })]);
      if (since === undefined) return;
      const message = `A thread for ${kind} was lost and none has answered since: ${since.reason}`;
      throw new NeardupError('not_ready', message);
    },
  };
}
