import { NeardupError } from '../../../errors.js';
import { createFairQueue } from '../../../quota/fair-queue.js';
import { createShares } from '../../../quota/shares.js';
import { type Client, serviceClient } from '../../../quota/task-context.js';
import type { GroupStatistics, StoreCall, StoreTimings } from '../../contract/statistics.js';
import {
  getOperation,
  type Input,
  type Kind,
  type Output,
  type Request,
} from '../operations/operations.js';
import { type Reply, type Runner, toError, unknownOutcome } from '../requests.js';

/** An operation that a caller waits for. */
export interface Waiting {
  readonly request: Request;
  readonly client: Client;
  /** True if the operation waits for as long as it takes; false if it is refused when too many are waiting. */
  readonly isPatient: boolean;
  /** Object that receives the timings; undefined if the caller wants none. */
  readonly timings: StoreTimings | undefined;
  /** Time of the call (`performance.now`); 0 if `timings` is undefined. */
  readonly since: number;
  readonly resolve: (output: Output<Kind>) => void;
  readonly reject: (error: unknown) => void;
}

/** Operations that the engine executes together, in one transaction. */
export interface Group {
  readonly operations: readonly Waiting[];
  /** Estimated duration in milliseconds. */
  readonly work: number;
}

/**
 * Maximum number of operations in a group. Larger groups would save little more, and would delay the reply to their
 * first operation (docs/internals/decisions/0007).
 */
const groupLengthMax = 128;
/**
 * Maximum estimated duration of a group in milliseconds. Even the first operation of a group is answered only after the
 * whole group.
 */
const groupWorkMax = 10;

/**
 * Operations that wait for execution. Owners and their connections take turns, weighted by work. Of the places for
 * waiting operations, an owner may use only a share (quota/shares.ts), until its operations are answered. Operations of
 * `Store.withBackpressure` and of the sweep take no place; their callers limit their number.
 */
export function createOperationQueue(queueMax: number) {
  const queue = createFairQueue<Waiting>(workOfWaiting);
  const shares = createShares(queueMax);
  /** Number of waiting operations that take a place. */
  let places = 0;
  /** Operation that was too long for the last group, and will be the first of the next group. */
  let heldOver: Waiting | undefined;

  function left({ isPatient }: Waiting): void {
    if (!isPatient) places -= 1;
  }

  function answered({ client, isPatient }: Waiting): void {
    if (!isPatient && client !== serviceClient) shares.release(client);
  }

  function takePlace({ client }: Waiting): void {
    if (places >= queueMax) {
      throw overloaded(`Cannot take more work: ${places} operations are already waiting`);
    }
    if (client !== serviceClient && !shares.take(client)) {
      const { owner } = client;
      const own = shares.takenBy(owner);
      throw overloaded(`Cannot take more work: ${own} operations of ${owner} are already waiting`);
    }
    places += 1;
  }

  return {
    /** Returns the number of waiting operations. */
    length: () => queue.length + (heldOver === undefined ? 0 : 1),
    /**
     * Adds an operation to the queue. Once the operation is answered, the caller must call `answered`.
     * @throws NeardupError `overloaded` if all places, or the share of the owner, are used up
     */
    push(waiting: Waiting): void {
      if (!waiting.isPatient) takePlace(waiting);
      queue.push(waiting.client, waiting);
    },
    answered,
    /** Removes a waiting operation. @returns false if it has already been taken for a group */
    withdraw(waiting: Waiting): boolean {
      if (heldOver === waiting) heldOver = undefined;
      else if (!queue.remove(waiting.client, waiting)) return false;
      left(waiting);
      answered(waiting);
      return true;
    },
    /**
     * Takes the operations of the next group: at least one, if any is in the queue. If a long operation does not fit,
     * the shorter ones before it form one group, and the long one begins the next group:
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
      operations.forEach(left);
      return { operations, work };
    },
    /** Removes all waiting operations. */
    takeAll(): Waiting[] {
      const all = heldOver === undefined ? [] : [heldOver];
      heldOver = undefined;
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) all.push(one);
      all.forEach(left);
      return all;
    },
  };
}

const workOfWaiting = ({ request }: Waiting) => getOperation(request).cost(request.input);

function overloaded(message: string): NeardupError {
  return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
}

/**
 * Maximum number of groups that have been sent to the engine and are not answered yet. With two, the engine can begin
 * the next group at once, while the replies to the previous one are still being read (docs/internals/decisions/0007).
 */
const groupsMax = 2;
/** Number of waiting operations at which a group is sent even while another group is running. */
const nextGroupMin = 8;
/** Maximum time for which closing waits for operations to end, in milliseconds. */
const closingMsMax = 5000;

export type Submit = <K extends Kind>(
  kind: K,
  input: Input<K>,
  call?: StoreCall,
) => Promise<Output<K>>;

/**
 * Executes operations in groups. Operations that are called while groups are running form the next group. So groups are
 * larger if the disk is slower, and no operation has to wait for a timer.
 * @param onGroup called after every group
 * @param onLost called once if the engine fails permanently
 */
export function createOperationGroups(
  runner: Runner,
  queueMax: number,
  onGroup?: (group: GroupStatistics) => void,
  onLost?: (cause: unknown) => void,
) {
  const queue = createOperationQueue(queueMax);
  let inFlight = 0;
  /** Estimated work of the running groups in milliseconds. */
  let workInFlight = 0;
  /** Time at which the replies to the last answered group arrived. */
  let answered = 0;
  let willSend = false;
  let onDrained: (() => void) | undefined;
  let closing: Promise<void> | undefined;
  let gone: NeardupError | undefined;
  let isLost = false;
  void runner.ended?.then(lose);

  const submitAtOnce: Submit = (kind, input, call = {}) => enqueue(kind, input, call, false);

  const submitWithBackpressure: Submit = (kind, input, call = {}) =>
    enqueue(kind, input, call, true);

  function refusalOfAll(): NeardupError | undefined {
    if (closing === undefined) return gone;
    return new NeardupError('shutting_down', 'The store is closing');
  }

  function enqueue<K extends Kind>(
    kind: K,
    input: Input<K>,
    { client = serviceClient, signal, timings }: StoreCall,
    isPatient: boolean,
  ): Promise<Output<K>> {
    const refusal = signal?.aborted ? signal.reason : refusalOfAll();
    if (refusal !== undefined) return Promise.reject(refusal);
    let waiting: Waiting;
    const withdraw = () => {
      if (!queue.withdraw(waiting)) return;
      waiting.reject(signal!.reason);
      noteDrained();
    };
    const operation = new Promise<Output<K>>((resolve, reject) => {
      waiting = {
        request: { kind, input } as Request,
        client,
        isPatient,
        timings,
        since: timings === undefined ? 0 : performance.now(),
        // The engine answers a request of kind K with an output of the same kind.
        resolve: resolve as Waiting['resolve'],
        reject,
      };
      queue.push(waiting);
      sendSoon();
    });
    if (signal === undefined) return operation;
    signal.addEventListener('abort', withdraw, { once: true });
    return operation.finally(() => signal.removeEventListener('abort', withdraw));
  }

  /** Sends a group at the end of this turn of the event loop, once all operations of the turn are queued. */
  function sendSoon(): void {
    if (willSend) return;
    willSend = true;
    setImmediate(() => {
      willSend = false;
      sendGroups();
    });
  }

  function sendGroups(): void {
    while (
      queue.length() > 0 &&
      inFlight < (queue.length() < nextGroupMin ? 1 : groupsMax) &&
      // While a long operation is running, the next group is not sent yet. Operations that are called in the meantime
      // can then still be part of it, even ahead of another long operation.
      workInFlight <= groupWorkMax
    ) {
      void runGroup(queue.takeGroup());
    }
  }

  async function runGroup({ operations: batch, work }: Group): Promise<void> {
    inFlight += 1;
    workInFlight += work;
    const sent = performance.now();
    try {
      const { replies, statistics } = await runner
        .run(batch.map(({ request }) => request))
        .finally(() => {
          inFlight -= 1;
          workInFlight = inFlight === 0 ? 0 : workInFlight - work;
        });
      const begun = Math.max(sent, answered);
      answered = performance.now();
      sendGroups();
      onGroup?.(statistics);
      for (const [i, reply] of replies.entries()) {
        const waiting = batch[i]!;
        noteTimings(waiting, begun, answered, statistics.commitMs);
        answer(waiting, reply);
      }
    } catch (error) {
      abandon(batch, error);
    }
    noteDrained();
  }

  function answer(waiting: Waiting, reply: Reply): void {
    queue.answered(waiting);
    if (reply.ok) waiting.resolve(reply.output);
    else waiting.reject(toError(reply.failure));
  }

  function noteDrained(): void {
    if (inFlight === 0 && queue.length() === 0) onDrained?.();
  }

  /**
   * Fails all operations after the loss of the engine. The running groups may or may not have been stored; no
   * other operation was executed.
   */
  function abandon(batch: Iterable<Waiting>, cause: unknown): void {
    lose(cause);
    const unknown = new NeardupError(unknownOutcome.code, unknownOutcome.message, { cause });
    for (const { reject } of batch) reject(unknown);
  }

  function lose(cause: unknown): void {
    if (gone !== undefined) return;
    gone = new NeardupError('not_ready', 'The store has failed; restart the service', { cause });
    for (const { reject } of queue.takeAll()) reject(gone);
    if (closing !== undefined) return;
    isLost = true;
    onLost?.(cause);
  }

  async function closeAll(): Promise<void> {
    if (queue.length() > 0 || inFlight > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, closingMsMax);
        onDrained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await runner.close();
  }

  return {
    submitAtOnce,
    submitWithBackpressure,
    /** Returns the reason for refusing all operations; undefined while they are accepted. */
    refusalOfAll,
    waiting: queue.length,
    isLost: () => isLost,
    close(): Promise<void> {
      closing ??= closeAll();
      return closing;
    },
  };
}

function noteTimings(
  { timings, since }: Waiting,
  begun: number,
  answered: number,
  commitMs: number | null = 0,
): void {
  if (timings === undefined) return;
  timings.storeQueueMs = begun - since;
  timings.storeGroupMs = answered - begun;
  timings.commitMs = commitMs ?? 0;
}
