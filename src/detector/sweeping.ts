import type { Store } from '../store/contract/store.js';

/**
 * Makes the store delete invisible rows. Starts at intervals, then continues in steps between other operations until
 * nothing is left.
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
      // The disk is probably full, and a later attempt may succeed. If the failure lasts, every request fails as well,
      // and /readyz reports the reason.
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
