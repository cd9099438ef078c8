import type { TaskContext } from './task-context.js';
import { createTaskSlots } from './task-slots.js';

/**
 * Runs long work: work with many steps, such as a search for each of 400 documents. Each step is a task on a thread or
 * an operation of the store, and takes its turn among the tasks and operations of other clients. The number of pieces
 * of long work that run concurrently is limited:
 *
 *   owner a   hosts x ───────────┐   at most `each` per owner, and `all` in total
 *             overlap y ─────────┤   work with the same name never runs concurrently:
 *             hosts x (waits)  ◄─┴─  later callers wait, and share the next run
 *
 * A caller never gets the result of work that began before the call, so the result reflects everything that the caller
 * wrote before the call.
 */
export interface LongWork {
  /**
   * @param name name of the work; callers of one owner that use the same name may share a result
   * @param act does the work. Between steps, `act` must check the signal of its context, which aborts once all callers
   *   have left
   * @throws the reason of the caller's signal
   */
  run<T>(
    name: string,
    act: (context: TaskContext) => Promise<T>,
    context?: TaskContext,
  ): Promise<T>;
}

/** Work that has not begun yet, for one or several callers. */
interface Waiting {
  callers: number;
  readonly leave: AbortController;
  readonly result: Promise<unknown>;
}

export function createLongWork({ each, all }: { each: number; all: number }): LongWork {
  const slots = createTaskSlots({ count: each, slots: all }); // the number of requests is limited elsewhere
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, Promise<unknown>>();

  function start<T>(
    name: string,
    act: (context: TaskContext) => Promise<T>,
    client: TaskContext['client'],
  ): Waiting {
    const leave = new AbortController();
    const context = { client, signal: leave.signal };
    const begin = async () => {
      waiting.delete(name);
      const result = act(context);
      running.set(name, result);
      try {
        return await result;
      } finally {
        running.delete(name);
      }
    };
    const before = Promise.resolve(running.get(name)).catch(() => {});
    const result = before.then(() => slots.runWithBackpressure(begin, context));
    return { callers: 0, leave, result };
  }

  return {
    run<T>(
      nameOfWork: string,
      act: (context: TaskContext) => Promise<T>,
      { client, signal }: TaskContext = {},
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
