import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../errors.js';

/** What a pool of threads lost, and whether those that took their places work. */
export interface LostThreads {
  /** A thread ended though nobody had ended it. */
  lost(reason: unknown): void;
  answered(): void;
  count(): number;
  /**
   * Rejects with `not_ready` if a thread was lost and none has answered since, nor answers now. Where
   * nothing was lost it asks nobody.
   */
  check(): Promise<void>;
}

/** How long `check` waits: a thread loads for some hundred milliseconds. */
const answerMaxMs = 2000;

/**
 * @param kind of threads, for people
 * @param ask has a thread do next to nothing, and tells how that went as of all else
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
      const asked = ask().catch(() => {}); // how it went is told by `lost` and `answered`
      await Promise.race([asked, sleep(answerMaxMs, undefined, { ref: false })]);
      if (since === undefined) return;
      const message = `A thread for ${kind} was lost and none has answered since: ${since.reason}`;
      throw new NeardupError('not_ready', message);
    },
  };
}
