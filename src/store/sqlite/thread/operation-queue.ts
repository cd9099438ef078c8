import { NeardupError } from '../../../errors.js';
import type { Client } from '../../../quota/errand.js';
import { createFairQueue } from '../../../quota/fair-queue.js';
import { createShares } from '../../../quota/shares.js';
import type { StoreTimings } from '../../contract/statistics.js';
import { type Kind, type Output, operationOf, type Request } from '../operations/operations.js';

/** An operation awaited by a caller. */
export interface Waiting {
  readonly request: Request;
  readonly client: Client;
  /** True if it occupies a slot in its owner's share. */
  readonly isShared: boolean;
  /** Filled in if requested by the caller. `since` is then the arrival time of the operation. */
  readonly timings: StoreTimings | undefined;
  readonly since: number;
  readonly resolve: (output: Output<Kind>) => void;
  readonly reject: (error: unknown) => void;
}

/** Operations executed together. */
export interface Group {
  readonly operations: readonly Waiting[];
  /** Estimated duration in milliseconds. */
  readonly work: number;
}

/** Larger groups gain little more, and delay their first operation (docs/internals/decisions/0007). */
const groupLengthMax = 128;
/** Maximum work of a group in milliseconds, for which its first operation waits. */
export const groupWorkMax = 10;
/** The service itself, limited only by the queue. */
export const serviceClient: Client = { owner: '', connection: '' };

/**
 * Operations waiting for execution. Owners and their connections take turns, weighted by work. An owner may occupy a
 * share of the slots (shares.ts) until its operations are answered. Patient operations wait outside until half of the
 * queue is free.
 *
 *   patient ─► outside ─► ┐
 *                         ├─► queue ─► group of at most 128 operations and 10 ms of work
 *   others ─────────────► ┘
 */
export function createOperationQueue(queueMax: number) {
  const queue = createFairQueue<Waiting>(workOfWaiting);
  const outside = createFairQueue<Waiting>(workOfWaiting);
  const shares = createShares(queueMax);
  /** Did not fit the last group. Goes first in the next. */
  let heldOver: Waiting | undefined;

  const length = () => queue.length + (heldOver === undefined ? 0 : 1);

  function answered({ client, isShared }: Waiting): void {
    if (isShared) shares.release(client);
  }

  function admit(): void {
    while (outside.length > 0 && length() < queueMax / 2) {
      const waiting = outside.shift()!;
      queue.push(waiting.client, waiting);
    }
  }

  return {
    /** Number of operations available to the next groups. */
    length,
    /** Number of waiting operations, including those outside. */
    waiting: () => length() + outside.length,
    /**
     * Enqueues an operation, or rejects it. The consumer frees its slot with `answered`.
     * @throws NeardupError `overloaded`
     */
    push(waiting: Waiting): void {
      const { client, isShared } = waiting;
      if (length() >= queueMax) {
        throw overloaded(`Cannot take more work: ${length()} operations are already waiting`);
      }
      if (isShared && !shares.take(client)) {
        const { owner } = client;
        const own = shares.takenBy(owner);
        throw overloaded(
          `Cannot take more work: ${own} operations of ${owner} are already waiting`,
        );
      }
      queue.push(client, waiting);
    },
    /** Bypasses the queue limit. */
    pushAnyway: (waiting: Waiting) => queue.push(waiting.client, waiting),
    pushPatiently(waiting: Waiting): void {
      outside.push(waiting.client, waiting);
      admit();
    },
    answered,
    /** Removes an operation that is still waiting. Returns false if it was already taken. */
    withdraw(waiting: Waiting): boolean {
      const { client } = waiting;
      if (heldOver === waiting) heldOver = undefined;
      else if (!queue.remove(client, waiting) && !outside.remove(client, waiting)) return false;
      answered(waiting);
      return true;
    },
    /**
     * Returns at least one operation if any waits. Short operations pass a long one, but only for one group:
     *
     *   [checks] [look-up of 1,000] [checks] [look-up of 1,000] …
     */
    takeGroup(): Group {
      const operations: Waiting[] = [];
      let work = 0;
      const take = (waiting: Waiting) => {
        operations.push(waiting);
        work += workOfWaiting(waiting);
      };
      if (heldOver !== undefined) take(heldOver);
      heldOver = undefined;
      while (operations.length < groupLengthMax) {
        const next = queue.first();
        if (next === undefined) break;
        const workOfNext = workOfWaiting(next);
        if (operations.length > 0 && work + workOfNext > groupWorkMax) {
          if (workOfNext > work) heldOver = queue.shift();
          break;
        }
        take(queue.shift()!);
      }
      admit();
      return { operations, work };
    },
    /** Removes all waiting operations. */
    takeAll(): Waiting[] {
      const all = heldOver === undefined ? [] : [heldOver];
      heldOver = undefined;
      for (const line of [queue, outside]) {
        for (let one = line.shift(); one !== undefined; one = line.shift()) all.push(one);
      }
      return all;
    },
  };
}

const workOfWaiting = ({ request }: Waiting) => operationOf(request).cost(request.input);

function overloaded(message: string): NeardupError {
  return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
}
