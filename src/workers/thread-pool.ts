import { setImmediate as nextTurn } from 'node:timers/promises';
import { Piscina } from 'piscina';

export interface ThreadPool<Input, Output> {
  /** Runs a task. @throws the error of the task, or an error if its thread ends or no thread can start */
  run(input: Input, options?: { readonly signal: AbortSignal }): Promise<Output>;
  /** Waits for running tasks, then ends all threads. */
  close(): Promise<void>;
  /** Ends all threads. */
  destroy(): Promise<void>;
}

/**
 * Error of tasks that are waiting when no thread is left, because the last thread has ended or no thread can start. For
 * the next task, the pool tries again to start a thread.
 */
export class NoThreadError extends Error {}

/**
 * `niceIncrement` of threads that may keep all processors busy (Linux). Their priority is lower than that of the event
 * loop and the store's thread, which all requests need.
 */
export const lowPriority = 10;

export type PoolSettings = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/**
 * Creates a pool of threads. Piscina by itself leaves tasks waiting forever if no thread can start or the last thread
 * ends.
 * @param onLost called when a thread without a task ends
 */
export function createThreadPool<Input, Output>(
  options: PoolSettings,
  onLost: (cause: unknown) => void = () => {},
): ThreadPool<Input, Output> {
  const pool = new Piscina<Input, Output>(options);
  const waiting = new Set<(error: Error) => void>();
  /** Rejects the waiting tasks if no thread is left, because Piscina starts a thread only for a new task. */
  async function failWithoutThreads(cause: Error): Promise<void> {
    await nextTurn(); // until the pool has removed the thread
    if (pool.threads.length > 0) return;
    const error = new NoThreadError(`No thread is left: ${cause.message}`, { cause });
    for (const reject of waiting) reject(error);
  }
  // Piscina emits this event when a thread without a task ends. Without a listener, the event would end the process.
  pool.on('error', (cause: Error) => {
    onLost(cause);
    void failWithoutThreads(cause);
  });
  async function start(input: Input, options?: { readonly signal: AbortSignal }): Promise<Output> {
    try {
      return await pool.run(input, options);
    } catch (error) {
      void failWithoutThreads(error as Error); // a thread that ends during a task emits no event
      throw error;
    }
  }
  return {
    run: (input, options) =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        void start(input, options)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      }),
    close: () => pool.close(),
    destroy: () => pool.destroy(),
  };
}
