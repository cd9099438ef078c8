import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../errors.js';

/** Watches which threads a pool has lost, and whether their replacements work. */
export interface LostThreads {
  /** To be called when a thread has ended by itself. */
  lost(reason: unknown): void;
  answered(): void;
  count(): number;
  /**
   * Rejects with `not_ready` if a thread was lost, none has answered since and none answers now. Sends no
   * task unless a thread was lost.
   */
  check(): Promise<void>;
}

/** Longest time that `check` waits: a thread takes some hundred milliseconds to load. */
const answerMaxMs = 2000;

/**
 * @param kind purpose of the threads, for messages
 * @param ask gives a thread a trivial task; its outcome is reported as for every other task
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
      const asked = ask().catch(() => {}); // `lost` and `answered` report the outcome
      await Promise.race([asked, sleep(answerMaxMs, undefined, { ref: false })]);
      if (since === undefined) return;
      const message = `A thread for ${kind} was lost and none has answered since: ${since.reason}`;
      throw new NeardupError('not_ready', message);
    },
  };
}
