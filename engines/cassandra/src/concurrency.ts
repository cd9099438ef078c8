import { NeardupError, type StoreCall } from 'neardup/engine';

/**
 * Wraps operations so that they fail if their signal is already aborted when they are called. Later aborts have no
 * effect.
 */
export function withAbortSignals<Operations extends object>(operations: Operations): Operations {
  const wrapped = Object.entries(operations).map(([kind, operate]) => [
    kind,
    async (input: unknown, call?: StoreCall) => {
      call?.signal?.throwIfAborted();
      return operate(input, call);
    },
  ]);
  return Object.fromEntries(wrapped) as Operations;
}

export type Run = <T>(operation: () => Promise<T>) => Promise<T>;

/**
 * Tracks operations in progress, limits their number, and lets `close` wait for all of them.
 * @param max maximum number of operations in progress; further ones are rejected with `overloaded`
 */
export function createOperationLimit(max: number) {
  const pending = new Set<Promise<unknown>>();
  /** Resolves when the latest call to `runWithBackpressure` may begin its operation. */
  let halfFree: Promise<void> = Promise.resolve();
  let closing: Promise<void> | undefined;

  /** Runs an operation, or rejects it if too many are in progress or the store is closing. */
  function runAtOnce<T>(operation: () => Promise<T>): Promise<T> {
    if (closing !== undefined) {
      return Promise.reject(new NeardupError('shutting_down', 'The store is closed'));
    }
    if (pending.size >= max) {
      const message = `Too many operations in progress (${pending.size}); try again later`;
      return Promise.reject(new NeardupError('overloaded', message, { retryAfterSeconds: 1 }));
    }
    const running = operation().finally(() => pending.delete(running));
    pending.add(running);
    return running;
  }

  /** Runs an operation once fewer than half of the maximum are in progress. Waiting operations begin in call order. */
  function runWithBackpressure<T>(operation: () => Promise<T>): Promise<T> {
    halfFree = halfFree.then(async () => {
      while (pending.size >= max / 2) {
        await Promise.race([...pending].map((each) => Promise.allSettled([each])));
      }
    });
    return halfFree.then(() => runAtOnce(operation));
  }

  return {
    runAtOnce,
    runWithBackpressure,
    count: () => pending.size,
    isClosing: () => closing !== undefined,
    /**
     * Rejects new operations, and waits for those in progress.
     * @param end called once, after the last operation
     */
    close(end: () => Promise<void>): Promise<void> {
      closing ??= Promise.allSettled(pending).then(end);
      return closing;
    },
  };
}

/**
 * Returns a function that runs operations one after the other if they have a key in common, and concurrently otherwise.
 * The operations of one process that may conflict are run in this way. The protocol (protocol.ts) would also resolve
 * their conflicts, but with more requests.
 */
export function createKeyedLock() {
  const last = new Map<string, Promise<void>>();
  return async function withLock<T>(
    keys: readonly string[],
    operate: () => Promise<T>,
  ): Promise<T> {
    const before = keys.map((key) => last.get(key));
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    // Registers all keys at once, so that an operation never waits for one that was called later.
    for (const key of keys) last.set(key, finished);
    await Promise.all(before);
    try {
      return await operate();
    } finally {
      finish();
      for (const key of keys) if (last.get(key) === finished) last.delete(key);
    }
  };
}

/**
 * Processes items in order, at most `atOnce` at the same time. Resolves when all are done.
 * @throws one of the errors, after the other items have been processed. Items are left out only after `atOnce` errors
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const walk = async () => {
    for (const item of rest) await act(item);
  };
  const walks = await Promise.allSettled(Array.from({ length: atOnce }, walk));
  for (const each of walks) if (each.status === 'rejected') throw each.reason;
}
