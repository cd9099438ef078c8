import type { Errand } from './errand.js';
import { createLanes } from './lanes.js';

/**
 * Runs work with many steps, such as a search for each of 400 documents. Each step is a task of a thread or an
 * operation of the store, and takes turns with the steps of others. Concurrent runs are limited:
 *
 *   owner a   border x ──────────┐   at most `each` per owner, and `all` in total
 *             overlap y ─────────┤   no equal work concurrently …
 *             border x (waits) ◄─┴─  … and later callers share a run that has not started
 *
 * A caller never gets the result of a run that began before its call, so it sees its own writes.
 */
export interface LongWork {
  /**
   * @param name name of the work, equal for callers that may share a result
   * @param act checks its signal between steps; the signal aborts once all callers have left
   * @throws the reason of the caller's signal
   */
  run<T>(name: string, act: (errand: Errand) => Promise<T>, errand?: Errand): Promise<T>;
}

/** Work that has not begun yet. */
interface Waiting {
  callers: number;
  readonly leave: AbortController;
  readonly result: Promise<unknown>;
}

export function createLongWork({ each, all }: { each: number; all: number }): LongWork {
  const lanes = createLanes({
    ...{ count: each, lanes: all, queueMax: Number.POSITIVE_INFINITY }, // requests have a limit of their own
    refusal: () => new Error('Long work is never refused'),
  });
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, Promise<unknown>>();

  function start<T>(
    name: string,
    act: (errand: Errand) => Promise<T>,
    client: Errand['client'],
  ): Waiting {
    const leave = new AbortController();
    const errand = { client, signal: leave.signal };
    const begin = async () => {
      waiting.delete(name);
      const result = act(errand);
      running.set(name, result);
      try {
        return await result;
      } finally {
        running.delete(name);
      }
    };
    const before = Promise.resolve(running.get(name)).catch(() => {});
    const result = before.then(() => lanes.runPatiently(begin, errand));
    return { callers: 0, leave, result };
  }

  return {
    run<T>(
      nameOfWork: string,
      act: (errand: Errand) => Promise<T>,
      { client, signal }: Errand = {},
    ) {
      const name = JSON.stringify([client?.owner, nameOfWork]);
      const work = waiting.get(name) ?? start(name, act, client);
      waiting.set(name, work);
      work.callers += 1;
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          reject(signal?.reason);
          work.callers -= 1;
          if (work.callers > 0) return;
          if (waiting.get(name) === work) waiting.delete(name);
          work.leave.abort(signal?.reason);
        };
        work.result
          .finally(() => signal?.removeEventListener('abort', leave))
          .then((result) => resolve(result as T), reject);
        if (signal?.aborted) leave();
        else signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
