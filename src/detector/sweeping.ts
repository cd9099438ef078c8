import type { Store } from '../store/contract/store.js';

/**
 * Makes the store remove invisible rows: starts at intervals, and continues step by step, between
 * other operations, while there is something to do.
 */
export function startSweeping(store: Store, clock: () => number, intervalMs: number) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  wait();

  function wait(): void {
    timer = setTimeout(() => {
      running = sweep();
    }, intervalMs).unref();
  }

  async function sweep(): Promise<void> {
    try {
      while (!stopped && (await store.sweep({ now: clock() })));
    } catch {
      // Most likely the disk is full, and a later attempt may find room. A lasting failure also fails every
      // request, and /readyz reports the reason.
    }
    if (!stopped) wait();
  }

  /** Resolves when no step is under way any more. */
  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }

  return { stop };
}
