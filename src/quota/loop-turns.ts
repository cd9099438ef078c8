import { createFairQueue } from './fair-queue.js';
import type { Client } from './task-context.js';

/**
 * Divides the time of the event loop among clients. Node serves every socket with data in each turn of the loop, so 256
 * requests of one client that take 16 ms each would delay the request of another client by 4 s. Here, the work per turn
 * is bounded, and further work waits in a fair queue:
 *
 *   turn 1   a1 a2 a3 │ time is up: a4 … a256, b1 wait
 *   turn 2   b1 a4    │ I/O, replies of threads
 *   turn 3   a5 a6 a7 │ …
 *
 * A piece of work is measured from its start until it has to wait for a timer, I/O or a thread. The duration therefore
 * includes the callbacks of promises that are already settled. The fair queue assumes that the next piece of an owner's
 * work takes as long as the owner's earlier pieces took on average. While the queue is empty and the turn has time
 * left, work runs at once and is not measured.
 */
export interface LoopTurns {
  /**
   * Runs work at once if no work is waiting and the current turn of the event loop has time left; otherwise, queues the
   * work until it is the client's turn.
   * @returns a function that removes the work from the queue, and does nothing once the work has run; undefined if the
   * work ran at once
   */
  run(client: Client, act: () => void): (() => void) | undefined;
  /** Number of waiting pieces of work, in total or of one owner. */
  waiting(owner?: string): number;
}

export interface LoopTurnsOptions {
  /**
   * Time for the work of one turn, in milliseconds. A turn runs at least one piece of work. Work that arrives right
   * after the last waiting piece has run begins another turn at once, so up to two turns may run within `everyMs`.
   */
  readonly turnMs?: number;
  /** Minimum time between two turns, in milliseconds. With 0, every iteration of the event loop includes a turn. */
  readonly everyMs?: number;
}

/** Assumed duration of the first piece of work of an owner, in milliseconds. */
const firstCostMs = 0.3;
const costMinMs = 0.02;
/** Weight of the latest duration in the moving average of an owner's durations. */
const newWeight = 1 / 8;
/** Maximum number of owners whose average duration is remembered. */
const ownersMax = 1000;

interface Waiting {
  readonly owner: string;
  readonly act: () => void;
}

export function createLoopTurns({ turnMs = 5, everyMs = 0 }: LoopTurnsOptions = {}): LoopTurns {
  const nextTurn = (act: () => void) =>
    everyMs === 0 ? setImmediate(act) : setTimeout(act, everyMs);
  /** Average duration of the pieces of work of each owner, in milliseconds. */
  const costs = new Map<string, number>();
  const queue = createFairQueue<Waiting>(({ owner }) => costs.get(owner) ?? firstCostMs);
  /** Time at which the first piece of work in the current turn started; undefined if there was none yet. */
  let begunAt: number | undefined;
  let isServing = false;

  function hasTime(): boolean {
    const now = performance.now();
    if (begunAt === undefined) {
      begunAt = now;
      nextTurn(() => {
        begunAt = undefined;
      });
    }
    return now - begunAt < turnMs;
  }

  function serve(): void {
    serveNext(performance.now());
  }

  /** Runs waiting work until the time is used up, then returns to the event loop. */
  function serveNext(servingSince: number): void {
    const next = queue.shift();
    if (next === undefined) {
      isServing = false;
      return;
    }
    const startedAt = performance.now();
    try {
      next.act();
    } finally {
      afterSettled(() => {
        const now = performance.now();
        updateCost(next.owner, now - startedAt);
        if (now - servingSince < turnMs) serveNext(servingSince);
        else nextTurn(serve);
      });
    }
  }

  function updateCost(owner: string, ms: number): void {
    const before = costs.get(owner) ?? ms;
    costs.delete(owner);
    costs.set(owner, Math.max(costMinMs, before + (ms - before) * newWeight));
    if (costs.size > ownersMax) costs.delete(costs.keys().next().value!);
  }

  return {
    run(client, act) {
      if (!isServing && hasTime()) {
        act();
        return undefined;
      }
      const item = { owner: client.owner, act };
      queue.push(client, item);
      if (!isServing) {
        isServing = true;
        nextTurn(serve);
      }
      return () => void queue.remove(client, item);
    },
    waiting: (owner) => (owner === undefined ? queue.length : queue.lengthOf(owner)),
  };
}

/**
 * Calls `act` in the same iteration of the event loop, after the callbacks of all promises that are already settled.
 */
function afterSettled(act: () => void): void {
  queueMicrotask(() => process.nextTick(act));
}
