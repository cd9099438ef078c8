import { NeardupError } from '../../../errors.js';
import type { Client } from '../../../shares/client.js';
import { createFairQueue } from '../../../shares/fair-queue.js';
import { createShares } from '../../../shares/shares.js';
import type { StoreTimings } from '../../contract/statistics.js';
import type { Kind, Output, Request } from '../requests.js';
import { groupWorkMax, workOf, workUnderWayMax } from './request-work.js';

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

/** What is executed together. */
export interface Group {
  readonly operations: readonly Waiting[];
  /** About how many milliseconds it takes. */
  readonly work: number;
}

/** Larger groups gain little more, and keep the first of them waiting (docs/decisions/0007). */
const groupLengthMax = 128;
/** The service itself, which is bound by the queue alone. */
export const nobody: Client = { owner: '', connection: '' };

/**
 * What waits to be executed, in turn by owners and connections, by the work that it takes. An owner may
 * have a share of the places (shares.ts) until it is answered. Patient operations wait outside for half of
 * the queue.
 *
 *   patient ─► outside ─► ┐
 *                         ├─► queue ─► group of at most 128 operations and 10 ms of work
 *   others ─────────────► ┘
 */
export function createOperationQueue(queueMax: number) {
  const queue = createFairQueue<Waiting>(workOfWaiting);
  const outside = createFairQueue<Waiting>(workOfWaiting);
  const shares = createShares(queueMax);

  function admit(): void {
    while (outside.length > 0 && queue.length < queueMax / 2) {
      const waiting = outside.shift()!;
      queue.push(waiting.client, waiting);
    }
  }

  return {
    /** How many could be in the next groups. */
    length: () => queue.length,
    /** How many wait, those outside included. */
    waiting: () => queue.length + outside.length,
    /**
     * Has an operation wait, or refuses it. Whoever takes it out gives its place back by `answered`.
     * @param underWay how many others count as waiting
     * @throws NeardupError `overloaded`
     */
    push(waiting: Waiting, underWay: number): void {
      const { client, isShared } = waiting;
      if (queue.length + underWay >= queueMax) {
        throw overloaded(
          `Cannot take more work: ${queue.length + underWay} operations wait already`,
        );
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
    /**
     * At least one operation, if any waits, unless other groups are under way: they are waited for, too.
     * @param workUnderWay of those groups together; 0: there are none
     */
    takeGroup(workUnderWay = 0): Group {
      const operations: Waiting[] = [];
      const workMax = Math.min(groupWorkMax, workUnderWayMax - workUnderWay);
      let work = 0;
      while (operations.length < groupLengthMax) {
        const next = queue.first();
        if (next === undefined) break;
        const workWith = work + workOf(next.request);
        if (workWith > workMax && (operations.length > 0 || workUnderWay > 0)) break;
        operations.push(queue.shift()!);
        work = workWith;
      }
      admit();
      return { operations, work };
    },
    /** All that wait. */
    takeAll(): Waiting[] {
      const all: Waiting[] = [];
      for (const line of [queue, outside]) {
        for (let one = line.shift(); one !== undefined; one = line.shift()) all.push(one);
      }
      return all;
    },
  };
}

const workOfWaiting = ({ request }: Waiting) => workOf(request);

function overloaded(message: string): NeardupError {
  return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
}
