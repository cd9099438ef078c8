import { NeardupError } from '../../../errors.js';
import type { Client } from '../../../shares/client.js';
import { createFairQueue } from '../../../shares/fair-queue.js';
import { createShares } from '../../../shares/shares.js';
import type { StoreTimings } from '../../contract/statistics.js';
import type { Kind, Output, Request } from '../requests.js';
import { groupWorkMax, workOf } from './request-work.js';

/** An operation that somebody waits for. */
export interface Waiting {
  readonly request: Request;
  readonly client: Client;
  /** Whether it takes a place of the share of its owner. */
  readonly isShared: boolean;
  /** Filled in, if somebody wants to know; then `since` is when the operation came. */
  readonly timings: StoreTimings | undefined;
  readonly since: number;
  readonly resolve: (output: Output<Kind>) => void;
  readonly reject: (error: unknown) => void;
}

/** Larger groups gain little more, and keep the first of them waiting (docs/decisions/0007). */
const groupLengthMax = 128;
/** The service itself, which is bound by the queue alone. */
export const nobody: Client = { owner: '', connection: '' };

/**
 * What waits to be executed, in turn by owners and connections. An owner may have a share of the places
 * (shares.ts) until it is answered. Patient operations wait outside for half of the queue.
 *
 *   patient ─► outside ─► ┐
 *                         ├─► queue ─► group of at most 128 operations and 10 ms of work
 *   others ─────────────► ┘
 */
export function createOperationQueue(queueMax: number) {
  const queue = createFairQueue<Waiting>();
  const outside = createFairQueue<Waiting>();
  const shares = createShares(queueMax);
  /** Taken from the queue, but too much for the last group. */
  let next: Waiting | undefined;

  const length = () => queue.length + (next === undefined ? 0 : 1);

  function admit(): void {
    while (outside.length > 0 && length() < queueMax / 2) {
      const waiting = outside.shift()!;
      queue.push(waiting.client, waiting);
    }
  }

  return {
    /** How many could be in the next groups. */
    length,
    /** How many wait, those outside included. */
    waiting: () => length() + outside.length,
    /**
     * Has an operation wait, or refuses it. Whoever takes it out gives its place back by `answered`.
     * @param underWay how many others count as waiting
     * @throws NeardupError `overloaded`
     */
    push(waiting: Waiting, underWay: number): void {
      const { client, isShared } = waiting;
      if (length() + underWay >= queueMax) {
        throw overloaded(`Cannot take more work: ${length() + underWay} operations wait already`);
      }
      if (isShared && !shares.take(client)) {
        const { owner } = client;
        const own = shares.takenBy(owner);
        throw overloaded(`Cannot take more work: ${own} operations of ${owner} wait already`);
      }
      queue.push(client, waiting);
    },
    /** However full the queue is. */
    pushAnyway: (waiting: Waiting) => queue.push(waiting.client, waiting),
    pushPatiently(waiting: Waiting): void {
      outside.push(waiting.client, waiting);
      admit();
    },
    answered({ client, isShared }: Waiting): void {
      if (isShared) shares.release(client);
    },
    /** At least one, if any waits. */
    takeGroup(): Waiting[] {
      const group: Waiting[] = [];
      let work = 0;
      while (group.length < groupLengthMax) {
        next ??= queue.shift();
        if (next === undefined) break;
        work += workOf(next.request);
        if (work > groupWorkMax && group.length > 0) break;
        group.push(next);
        next = undefined;
      }
      admit();
      return group;
    },
    /** All that wait. */
    takeAll(): Waiting[] {
      const all = next === undefined ? [] : [next];
      next = undefined;
      for (const line of [queue, outside]) {
        for (let one = line.shift(); one !== undefined; one = line.shift()) all.push(one);
      }
      return all;
    },
  };
}

function overloaded(message: string): NeardupError {
  return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
}
