import type { Client } from './client.js';
import { createFairQueue } from './fair-queue.js';
import { createShares } from './shares.js';

/** For whom a piece of work is done. */
export interface Errand {
  /** Undefined: the service itself. */
  readonly client?: Client | undefined;
  /**
   * Given when nobody waits for the work any more. What has not begun by then fails with its reason;
   * what has begun goes on to its end.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does so many pieces of work at a time. Owners take turns, and their connections do; so who brings
 * a thousand slow pieces delays another's by one of them.
 *
 *   queue   owner a  1 2 3 4 5 6 …        lanes   a 1 │ a 2 │ the last, only
 *           owner b  7                                       for another owner
 *
 * Nothing that has begun is taken back, so an owner alone never has the last lane: another finds it
 * free, however long the pieces of the first one take.
 */
export interface Lanes {
  /** @throws what `refusal` makes if the share of the client in the queue is used up */
  run<T>(act: () => Promise<T>, errand?: Errand): Promise<T>;
  /**
   * The same for work that waits for room instead of being refused; the caller bounds how much waits.
   * Its turns are apart from those of what else the same connection asks for.
   */
  runPatiently<T>(act: () => Promise<T>, errand?: Errand): Promise<T>;
  waiting(): number;
}

export interface LanesOptions {
  /** How many pieces of one owner are done at a time; there is a lane more than that. */
  readonly count: number;
  /** How many pieces may wait, shared out among those who wait. */
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
      // What the service asks of itself is no share of anybody, but finds the same limit.
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
