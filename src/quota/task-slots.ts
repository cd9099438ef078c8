import { createFairQueue } from './fair-queue.js';
import { createShares } from './shares.js';
import { type Client, serviceClient, type TaskContext } from './task-context.js';

/**
 * Runs tasks concurrently, one in each of a limited number of slots. Owners (API keys or client addresses) take turns,
 * and so do the connections of an owner: an owner with a thousand slow tasks delays the task of another owner by only
 * one slow task.
 *
 *   queue   owner a  1 2 3 4 5 6 …        slots   a 1 │ a 2 │ the last: another owner,
 *           owner b  7                                       or a light task
 *
 * A running task is never interrupted, so the heavy tasks of one owner must never fill all slots. The last slot stays
 * free for other owners, however long the heavy tasks take.
 *
 * Clients without keys that share an address are one owner. So that they do not wait for each other's heavy tasks, the
 * last slot also accepts light tasks of the same owner: tasks that are known to be short before they begin. If a light
 * task occupies the last slot when a task of another owner arrives, that owner waits only for the light task. Weights
 * are not derived from the durations of a connection's earlier tasks, because a client can open another connection, or
 * send short tasks before a long one, at no cost.
 */
export interface TaskSlots {
  /**
   * Runs a task as soon as a slot is free and it is the client's turn. @throws the error that `refusal` creates, if the
   * client's share of the queue is used up
   */
  run<T>(act: () => Promise<T>, context?: TaskContext, weight?: Weight): Promise<T>;
  /**
   * Works like `run`, but never refuses a task: the task waits for room. The caller must limit the number of waiting
   * tasks. Tasks that wait in this way are queued separately from the other tasks of their connection.
   */
  runWithBackpressure<T>(act: () => Promise<T>, context?: TaskContext, weight?: Weight): Promise<T>;
  waiting(): number;
}

/**
 * Weight of a task. A `light` task is known to take at most about ten milliseconds. The light and the heavy tasks of a
 * connection are queued separately. The default is `heavy`.
 */
export type Weight = 'light' | 'heavy';

export interface TaskSlotsOptions {
  /** Maximum number of concurrent heavy tasks of one owner. */
  readonly count: number;
  /** Maximum number of concurrent tasks; by default one more than `count`. */
  readonly slots?: number;
  /**
   * Maximum number of waiting tasks of each weight, shared among clients. The limit applies to each weight separately,
   * so that waiting heavy tasks do not cause light ones to be refused. By default, no task is refused.
   */
  readonly queueMax?: number;
  /** Creates the error of a task beyond `queueMax`. */
  readonly refusal?: () => Error;
}

interface Task {
  readonly client: Client;
  readonly weight: Weight;
}

interface Waiting extends Task {
  readonly begin: () => void;
}

export function createTaskSlots(options: TaskSlotsOptions): TaskSlots {
  const { count, slots = count + 1, queueMax = Number.POSITIVE_INFINITY } = options;
  const { refusal = () => new Error('The queue is full') } = options;
  const queue = createFairQueue<Waiting>();
  const places = { light: createShares(queueMax), heavy: createShares(queueMax) };
  /** Number of running heavy tasks, by owner. */
  const heavy = new Map<string, number>();
  let free = slots;

  const mayBegin = ({ client: { owner }, weight }: Task) =>
    free > 0 && (weight === 'light' || (heavy.get(owner) ?? 0) < count);

  function countHeavy(owner: string, change: 1 | -1): void {
    const running = (heavy.get(owner) ?? 0) + change;
    if (running === 0) heavy.delete(owner);
    else heavy.set(owner, running);
  }

  async function perform<T>({ client, weight }: Task, act: () => Promise<T>): Promise<T> {
    free -= 1;
    if (weight === 'heavy') countHeavy(client.owner, 1);
    try {
      return await act();
    } finally {
      free += 1;
      if (weight === 'heavy') countHeavy(client.owner, -1);
      while (free > 0) {
        const next = queue.shift(mayBegin);
        if (next === undefined) break;
        next.begin();
      }
    }
  }

  function wait<T>(
    task: Task,
    line: string,
    act: () => Promise<T>,
    signal: AbortSignal | undefined,
    left: () => void,
  ): Promise<T> {
    const place: Client = {
      owner: task.client.owner,
      connection: `${task.client.connection}${line}`,
    };
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        queue.remove(place, waiting);
        left();
        reject(signal?.reason);
      };
      const waiting = {
        ...task,
        begin: () => {
          signal?.removeEventListener('abort', giveUp);
          left();
          resolve(perform(task, act));
        },
      };
      queue.push(place, waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    async run(act, { client = serviceClient, signal } = {}, weight = 'heavy') {
      signal?.throwIfAborted();
      const task = { client, weight };
      if (mayBegin(task)) return perform(task, act);
      const shares = places[weight];
      // A task of the service itself uses no client's share, and is refused only if the whole queue has reached the
      // limit.
      const isRefused = client === serviceClient ? queue.length >= queueMax : !shares.take(client);
      if (isRefused) throw refusal();
      return wait(task, ` ${weight}`, act, signal, () => {
        if (client !== serviceClient) shares.release(client);
      });
    },
    async runWithBackpressure(act, { client = serviceClient, signal } = {}, weight = 'heavy') {
      signal?.throwIfAborted();
      const task = { client, weight };
      if (mayBegin(task)) return perform(task, act);
      return wait(task, ` ${weight} backpressure`, act, signal, () => {});
    },
    waiting: () => queue.length,
  };
}
