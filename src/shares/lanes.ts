import type { Client } from './client.js';
import { createFairQueue } from './fair-queue.js';
import { createShares } from './shares.js';

/** The client that a task is done for. */
export interface Errand {
  /** Undefined: the service itself. */
  readonly client?: Client | undefined;
  /**
   * Aborted when the client no longer waits for the task. A task that has not begun by then fails
   * with the reason of the signal; a task that has begun goes on to its end.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a limited number of tasks at a time. Owners take turns, and so do their connections: an
 * owner with a thousand slow tasks delays another owner's task by one of them.
 *
 *   queue   owner a  1 2 3 4 5 6 …        lanes   a 1 │ a 2 │ the last, only
 *           owner b  7                                       for another owner
 *
 * A task that has begun is never interrupted. So one owner alone never gets the last lane: another
 * owner finds it free, however long the tasks of the first one take.
 */
export interface Lanes {
  /** @throws the error made by `refusal` if the client's share of the queue is used up */
  run<T>(act: () => Promise<T>, errand?: Errand): Promise<T>;
  /**
   * Like `run`, but the task waits for room instead of being refused; the caller limits how many
   * wait. These tasks take turns separately from the other tasks of the same connection.
   */
  runPatiently<T>(act: () => Promise<T>, errand?: Errand): Promise<T>;
  waiting(): number;
}

export interface LanesOptions {
  /** How many tasks of one owner run at a time; there is one lane more than that. */
  readonly count: number;
  /** How many tasks may wait; waiting clients share this limit. */
  readonly queueMax: number;
  readonly refusal: () => Error;
}

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

const service: Client = { owner: 'the service', connection: '' };

export function createLanes({ count, queueMax, refusal }: LanesOptions): Lanes {
  const queue = createFairQueue<Waiting>();
  const places = createShares(queueMax);
  const running = new Map<string, number>();
  let free = count + 1;

  const mayBegin = (owner: string) => free > 0 && (running.get(owner) ?? 0) < count;

  async function perform<T>(owner: string, act: () => Promise<T>): Promise<T> {
    free -= 1;
    running.set(owner, (running.get(owner) ?? 0) + 1);
    try {
      return await act();
    } finally {
      free += 1;
      const left = running.get(owner)! - 1;
      if (left === 0) running.delete(owner);
      else running.set(owner, left);
      while (free > 0) {
        const next = queue.shift(mayBegin);
        if (next === undefined) break;
        next.begin();
      }
    }
  }

  function wait<T>(
    client: Client,
    act: () => Promise<T>,
    signal: AbortSignal | undefined,
    left: () => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        queue.remove(client, waiting);
        left();
        reject(signal?.reason);
      };
      const waiting = {
        owner: client.owner,
        begin: () => {
          signal?.removeEventListener('abort', giveUp);
          left();
          resolve(perform(client.owner, act));
        },
      };
      queue.push(client, waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    async run(act, { client = service, signal } = {}) {
      signal?.throwIfAborted();
      if (mayBegin(client.owner)) return perform(client.owner, act);
      // The service's own tasks take no client's share, but obey the same limit.
      const isRefused = client === service ? queue.length >= queueMax : !places.take(client);
      if (isRefused) throw refusal();
      return wait(client, act, signal, () => {
        if (client !== service) places.release(client);
      });
    },
    async runPatiently(act, { client = service, signal } = {}) {
      signal?.throwIfAborted();
      if (mayBegin(client.owner)) return perform(client.owner, act);
      const { owner, connection } = client;
      return wait({ owner, connection: `${connection} patiently` }, act, signal, () => {});
    },
    waiting: () => queue.length,
  };
}
