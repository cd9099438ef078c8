import { NeardupError } from '../../errors.js';

export type Run = <T>(operation: () => Promise<T>) => Promise<T>;

/**
 * The operations that are under way, so many at most, and the end of all.
 * @param max more at the same moment are refused with `overloaded`
 */
export function createUnderWay(max: number) {
  const pending = new Set<Promise<unknown>>();
  /** Once half of the places are free for the last of the patient ones. */
  let halfFree: Promise<void> = Promise.resolve();
  let closing: Promise<void> | undefined;

  /** Counts an operation as under way; none begins once the store is being closed. */
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

  /** Waits until half of the places are free, in the order of the calls. */
  function runPatiently<T>(operation: () => Promise<T>): Promise<T> {
    halfFree = halfFree.then(async () => {
      while (pending.size >= max / 2) {
        await Promise.race([...pending].map((each) => Promise.allSettled([each])));
      }
    });
    return halfFree.then(() => runAtOnce(operation));
  }

  return {
    runAtOnce,
    runPatiently,
    count: () => pending.size,
    isClosing: () => closing !== undefined,
    /** @param end is called once, after the last of them */
    close(end: () => Promise<void>): Promise<void> {
      closing ??= Promise.allSettled(pending).then(end);
      return closing;
    },
  };
}
