import { failsEveryWrite } from './expected-failures.js';
import type { Observer } from './observer.js';

/**
 * Runs the housekeeping of the store: deletes rows that are no longer visible, such as those of expired documents, and
 * marks decisions whose match is gone. A sweep starts at intervals, and continues in steps between other operations until
 * nothing is left to do.
 * @param steps each does some work, and returns true if there may be more
 * @param onFailed called if a sweep fails for an unexpected reason; called again only after a sweep has succeeded
 */
export function startSweeping(
  steps: readonly (() => Promise<boolean>)[],
  intervalMs: number,
  onFailed?: Observer['sweepFailed'],
) {
  let stopped = false;
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  wait();

  function wait(): void {
    timer = setTimeout(() => {
      running = sweep();
    }, intervalMs).unref();
  }

  /**
   * Runs a sweep. A failed sweep is repeated after the interval. A full disk or a lost store is not reported here,
   * because every request reports it.
   */
  async function sweep(): Promise<void> {
    try {
      for (const step of steps) while (!stopped && (await step()));
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !failsEveryWrite(error)) {
        hasFailed = true;
        onFailed?.(error);
      }
    }
    if (!stopped) wait();
  }

  /** Resolves once no step is in progress. */
  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }

  return { stop };
}
