import { NeardupError } from '../../errors.js';
import { compareUtf8 } from '../../matching/match-order.js';
import type { Client } from '../../shares/client.js';
import { allCapabilities } from '../contract/capabilities.js';
import type { Collection, CollectionKey } from '../contract/collections.js';
import type { BackupStatistics, GroupStatistics, StoreTimings } from '../contract/statistics.js';
import type { Store, StoreOperations } from '../contract/store.js';
import { createInlineRunner } from './engine/engine.js';
import { openDatabase } from './file/connection.js';
import {
  type AnswerLate,
  errorOf,
  type Input,
  type Kind,
  type Output,
  type Reply,
  type Request,
  type Runner,
  unknownOutcome,
} from './requests.js';
import { openThreadRunner } from './thread/client.js';
import { laneOfClient } from './thread/lanes.js';
import {
  createOperationQueue,
  type Group,
  nobody,
  type Waiting,
} from './thread/operation-queue.js';
import { groupWorkMax } from './thread/request-work.js';

export interface SqliteStoreOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Compiled `store-thread.js`, to work in a thread of its own; null: on the caller's thread. */
  readonly threadFile: URL | null;
  /** Most operations that may wait; more are refused with `overloaded`. */
  readonly queueMax: number;
  /** Told of every group that was done. */
  readonly onGroup?: ((group: GroupStatistics) => void) | undefined;
  /** Told once if the engine is gone: its thread ended, or the database cannot be read any more. */
  readonly onLost?: ((cause: unknown) => void) | undefined;
}

/**
 * Groups that the engine has at the same time. While it is at one, the next waits there already, so it
 * need not wait until the replies are read and written (docs/decisions/0007).
 */
const groupsMax = 2;
/** Operations that are worth a group while another is under way. */
const nextGroupMin = 8;
/** How long a closing waits for operations that are put off, before it refuses them. */
const closingMsMax = 5000;

/**
 * Opens a database file as a store.
 * @throws NeardupError `not_ready` if the file cannot be used; the message says what to do
 */
export async function openSqliteStore({
  file,
  threadFile,
  queueMax,
  onGroup,
  onLost,
}: SqliteStoreOptions): Promise<Store> {
  const runner =
    threadFile === null
      ? createInlineRunner(openDatabase(file))
      : await openThreadRunner(file, threadFile);
  return createGroupedStore(runner, queueMax, onGroup, onLost);
}

type Submit = <K extends Kind>(
  kind: K,
  input: Input<K>,
  timings?: StoreTimings,
  client?: Client,
) => Promise<Output<K>>;

/**
 * A store over an engine that executes groups of operations. While groups are under way, new
 * operations gather; together they are the next one. So the slower the disk, the larger the groups,
 * and nobody waits for a timer.
 */
export function createGroupedStore(
  runner: Runner,
  queueMax: number,
  onGroup?: (group: GroupStatistics) => void,
  onLost?: (cause: unknown) => void,
): Store {
  const collections = new Map(
    runner.collections.map((collection) => [collection.name, collection]),
  );
  let collectionsChange: Promise<unknown> = Promise.resolve();
  const queue = createOperationQueue(queueMax);
  /** Those whose group was answered, but not they. */
  const late = new Set<Waiting>();
  let underWay = 0;
  /** Of the groups that are under way, in milliseconds. */
  let workUnderWay = 0;
  /** When the last group was. */
  let answered = 0;
  let willSend = false;
  let onDrained: (() => void) | undefined;
  let closing: Promise<void> | undefined;
  let gone: NeardupError | undefined;
  let backingUp = false;
  let isLost = false;
  void runner.ended?.then(lose);

  const pushAtOnce = (waiting: Waiting) => queue.push(waiting, late.size);

  const submitAtOnce: Submit = (kind, input, timings, client) =>
    enqueue(kind, input, timings, client, client !== undefined, pushAtOnce);

  const submitPatiently: Submit = (kind, input, timings, client) =>
    enqueue(kind, input, timings, client, false, queue.pushPatiently);

  /** However full the queue is. */
  const submitAnyway: Submit = (kind, input) =>
    enqueue(kind, input, undefined, undefined, false, queue.pushAnyway);

  function refusalOfAll(): NeardupError | undefined {
    if (closing === undefined) return gone;
    return new NeardupError('shutting_down', 'The store is closing');
  }

  function enqueue<K extends Kind>(
    kind: K,
    input: Input<K>,
    timings: StoreTimings | undefined,
    client: Client | undefined,
    isShared: boolean,
    push: (waiting: Waiting) => void,
  ): Promise<Output<K>> {
    const refusal = refusalOfAll();
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const lane = client === undefined ? 0 : laneOfClient(client);
      push({
        request: { kind, input, lane } as Request,
        client: client ?? nobody,
        isShared,
        timings,
        since: timings === undefined ? 0 : performance.now(),
        // The engine answers a request of kind K with an output of kind K.
        resolve: resolve as Waiting['resolve'],
        reject,
      });
      sendSoon();
    });
  }

  /** Once what this turn of the event loop brings has joined the queue. */
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
      underWay < (queue.length() < nextGroupMin ? 1 : groupsMax) &&
      // Behind a long operation nothing is sent: what comes meanwhile may go with it, or before it.
      workUnderWay <= groupWorkMax
    ) {
      void runGroup(queue.takeGroup());
    }
  }

  async function runGroup({ operations: batch, work }: Group): Promise<void> {
    underWay += 1;
    workUnderWay += work;
    const sent = performance.now();
    const answerLate: AnswerLate = (index, reply, statistics) => {
      const waiting = batch[index]!;
      late.delete(waiting);
      if (statistics !== undefined) onGroup?.(statistics);
      noteTimings(waiting, begun, performance.now(), statistics?.commitMs);
      answer(waiting, reply);
    };
    let begun = sent;
    try {
      const { replies, statistics } = await runner
        .run(
          batch.map(({ request }) => request),
          answerLate,
        )
        .finally(() => {
          underWay -= 1;
          workUnderWay = underWay === 0 ? 0 : workUnderWay - work;
        });
      begun = Math.max(sent, answered);
      answered = performance.now();
      sendGroups();
      onGroup?.(statistics);
      for (const [i, reply] of replies.entries()) {
        const waiting = batch[i]!;
        if (reply === null) {
          late.add(waiting);
          continue;
        }
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
    else waiting.reject(errorOf(reply.failure));
    if (late.size === 0) noteDrained();
  }

  function noteDrained(): void {
    if (underWay === 0 && queue.length() === 0 && late.size === 0) onDrained?.();
  }

  /** The engine is gone: whether the group under way was stored is unknown; nothing else was. */
  function abandon(batch: Iterable<Waiting>, cause: unknown): void {
    lose(cause);
    const unknown = new NeardupError(unknownOutcome.code, unknownOutcome.message, { cause });
    for (const { reject } of batch) reject(unknown);
  }

  function lose(cause: unknown): void {
    if (gone !== undefined) return;
    gone = new NeardupError('not_ready', 'The store has failed; restart the service', { cause });
    for (const { reject } of queue.takeAll()) reject(gone);
    abandon(late, cause);
    late.clear();
    if (closing !== undefined) return;
    isLost = true;
    onLost?.(cause);
  }

  /** One at a time; a signal that comes before the thread has begun is heeded, too. */
  async function backup(file: string, signal: AbortSignal): Promise<BackupStatistics> {
    if (closing !== undefined || signal.aborted) {
      throw new NeardupError('shutting_down', 'The store is closing');
    }
    if (gone !== undefined) throw gone;
    if (backingUp) {
      throw new NeardupError('overloaded', 'A backup is being written already', {
        retryAfterSeconds: 10,
      });
    }
    backingUp = true;
    const stop = () => runner.stopBackup();
    signal.addEventListener('abort', stop);
    try {
      return await runner.backup(file);
    } finally {
      signal.removeEventListener('abort', stop);
      backingUp = false;
    }
  }

  async function closeAll(): Promise<void> {
    if (queue.length() > 0 || underWay > 0 || late.size > 0) {
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

  const operationsBy = (submit: Submit): StoreOperations => ({
    createCollection(operation) {
      const created = submit('createCollection', operation).then((collection) => {
        collections.set(collection.name, collection);
        return collection;
      });
      collectionsChange = settled(collectionsChange, created);
      return created;
    },
    async getCollection(name) {
      await collectionsChange;
      return collections.get(name);
    },
    async listCollections() {
      await collectionsChange;
      return [...collections.values()].sort((a, b) => compareUtf8(a.name, b.name));
    },
    updateCollection(operation) {
      const updated = submit('updateCollection', withKey(operation)).then((collection) => {
        collections.set(collection.name, collection);
        return collection;
      });
      collectionsChange = settled(collectionsChange, updated);
      return updated;
    },
    deleteCollection(name) {
      const deleted = submit('deleteCollection', name).then(() => {
        collections.delete(name);
      });
      collectionsChange = settled(collectionsChange, deleted);
      return deleted;
    },
    add: (operation, timings, client) => submit('add', withKey(operation), timings, client),
    check: (operation, timings, client) => submit('check', withKey(operation), timings, client),
    query: (operation, timings, client) => submit('query', withKey(operation), timings, client),
    get: (collection, ids, now, client) =>
      submit('get', { collection: keyOf(collection), ids, now }, undefined, client),
    delete: (operation, client) => submit('delete', withKey(operation), undefined, client),
    list: (operation, client) => submit('list', withKey(operation), undefined, client),
    texts: (collection, ids, now, client) =>
      submit('texts', { collection: keyOf(collection), ids, now }, undefined, client),
    getArchived: (collection, ids, now, client) =>
      submit('getArchived', { collection: keyOf(collection), ids, now }, undefined, client),
    beginSuccessor: (operation, client) =>
      submit('beginSuccessor', withKey(operation), undefined, client),
    restore: (operation, client) => submit('restore', withKey(operation), undefined, client),
    takeChanges: (collection, limit, client) =>
      submit('takeChanges', { collection: keyOf(collection), limit }, undefined, client),
    completeSuccessor(collection, client) {
      const completed = submit('completeSuccessor', keyOf(collection), undefined, client).then(
        (successor) => {
          if (successor === undefined) return false;
          collections.set(successor.name, successor);
          return true;
        },
      );
      collectionsChange = settled(collectionsChange, completed);
      return completed;
    },
    async abandonSuccessor(collection, client) {
      await submit('abandonSuccessor', keyOf(collection), undefined, client);
    },
    sweep(now) {
      // What is never swept would only grow.
      return submitAnyway('sweep', now);
    },
    stats: (collection, client) =>
      submit('stats', collection && keyOf(collection), undefined, client),
    history: (since, collection, client) =>
      submit('history', { since, collection: collection && keyOf(collection) }, undefined, client),
    clusters: (operation, client) => submit('clusters', withKey(operation), undefined, client),
    cluster: (operation, client) => submit('cluster', withKey(operation), undefined, client),
    clustersById: (operation) => submit('clustersById', withKey(operation)),
    restoreMembers: (operation) => submit('restoreMembers', withKey(operation)),
    separate: (operation, client) => submit('separate', withKey(operation), undefined, client),
    unseparate: (operation, client) => submit('unseparate', withKey(operation), undefined, client),
    separations: (operation, client) =>
      submit('separations', withKey(operation), undefined, client),
    backup,
    waiting: () => queue.waiting() + late.size,
    isLost: () => isLost,
    extractors: () => submit('extractors', undefined),
    async ping() {
      try {
        await submit('ping', undefined);
      } catch (error) {
        const { message } = error as Error;
        throw new NeardupError('not_ready', `The store cannot work: ${message}`, { cause: error });
      }
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  });

  return {
    ...operationsBy(submitAtOnce),
    patient: operationsBy(submitPatiently),
    capabilities: allCapabilities,
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

/** To nothing: an outcome would hold on to that of the change before it, and so to all there ever were. */
async function settled(...promises: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
}

/** Callers hand over whole collections; their recipes need not go to another thread each time. */
function keyOf({ name, generation }: Collection | CollectionKey): CollectionKey {
  return { name, generation };
}

function withKey<T extends { readonly collection: CollectionKey }>(operation: T): T {
  return { ...operation, collection: keyOf(operation.collection) };
}
