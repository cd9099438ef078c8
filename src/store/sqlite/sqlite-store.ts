import { NeardupError } from '../../errors.js';
import { compareUtf8 } from '../../matching/match-rule.js';
import type { Collection, CollectionKey } from '../contract/collections.js';
import type { DecisionLogLimits } from '../contract/decision-log.js';
import type { EmbeddedOperations, EmbeddedStore } from '../contract/embedded-store.js';
import { everyFeature } from '../contract/features.js';
import type { BackupStatistics, GroupStatistics, StoreCall } from '../contract/statistics.js';
import {
  type Input,
  type Kind,
  type OperationMethods,
  operations,
} from './operations/operations.js';
import type { Runner } from './requests.js';
import { openThreadRunner } from './thread/exchange.js';
import { createOperationGroups, type Submit } from './thread/operation-groups.js';

export interface SqliteStoreOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Compiled `thread/main.js`, to run the engine in its own thread; null to run it on the caller's thread. */
  readonly threadFile: URL | null;
  /** Maximum number of waiting operations. Further operations fail with `overloaded`. */
  readonly queueMax: number;
  /** Limits of the decision log; `decisionLogDefault` if undefined. */
  readonly logLimits?: DecisionLogLimits | undefined;
  /** Called after each group of operations. */
  readonly onGroup?: ((group: GroupStatistics) => void) | undefined;
  /** Called once if the engine fails permanently: its thread has ended, or the database has become unreadable. */
  readonly onLost?: ((cause: unknown) => void) | undefined;
}

/**
 * Opens a database file as a store.
 * @throws NeardupError `not_ready` if the file cannot be used; the message says what to do
 */
export async function openSqliteStore({
  file,
  threadFile,
  queueMax,
  logLimits,
  onGroup,
  onLost,
}: SqliteStoreOptions): Promise<EmbeddedStore> {
  const runner =
    threadFile === null
      ? await openInlineRunner(file, logLimits)
      : await openThreadRunner(file, threadFile, logLimits);
  return createGroupedStore(runner, queueMax, onGroup, onLost);
}

/**
 * Imports the engine dynamically, because a service whose engine runs in its own thread starts faster without this
 * import.
 */
async function openInlineRunner(
  file: string,
  logLimits: DecisionLogLimits | undefined,
): Promise<Runner> {
  const { createInlineRunner } = await import('./engine/engine.js');
  const { openDatabase } = await import('./file/connection.js');
  return createInlineRunner(openDatabase(file), undefined, undefined, logLimits);
}

/** Creates a store over an engine that executes groups of operations. */
export function createGroupedStore(
  runner: Runner,
  queueMax: number,
  onGroup?: (group: GroupStatistics) => void,
  onLost?: (cause: unknown) => void,
): EmbeddedStore {
  const groups = createOperationGroups(runner, queueMax, onGroup, onLost);
  const known = createKnownCollections(runner.collections);
  let backingUp = false;

  /** Writes a backup. Only one may run at a time. The signal stops a backup even before the thread has begun it. */
  async function backup(file: string, signal: AbortSignal): Promise<BackupStatistics> {
    if (signal.aborted) throw new NeardupError('shutting_down', 'The store is closing');
    const refusal = groups.refusalOfAll();
    if (refusal !== undefined) throw refusal;
    if (backingUp) {
      throw new NeardupError('overloaded', 'A backup is already running', {
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

  const operationsBy = (submit: Submit): EmbeddedOperations => {
    const call = Object.fromEntries(
      (Object.keys(operations) as Kind[]).map((kind) => [
        kind,
        (input: Input<Kind>, options?: StoreCall) => submit(kind, withKeys(input), options),
      ]),
      // The cast is safe, because each method passes its own input to the operation of the same name.
    ) as unknown as OperationMethods;
    return {
      ...call,
      getCollection: known.get,
      listCollections: known.list,
      createCollection: (input) => known.put(call.createCollection(input)),
      updateCollection: (input) => known.put(call.updateCollection(input)),
      completeSuccessor: (input, options) => known.put(call.completeSuccessor(input, options)),
      deleteCollection: (input) => known.remove(input.name, call.deleteCollection(input)),
      // Never refused: without the sweep, invisible rows would accumulate.
      sweep: (input) => groups.submitWithBackpressure('sweep', input),
      ping: () =>
        call.ping().catch((error: Error) => {
          const { message } = error;
          throw new NeardupError('not_ready', `The store cannot work: ${message}`, {
            cause: error,
          });
        }),
    };
  };

  return {
    ...operationsBy(groups.submitAtOnce),
    withBackpressure: operationsBy(groups.submitWithBackpressure),
    engine: 'sqlite',
    features: everyFeature,
    backup,
    waiting: groups.waiting,
    isLost: groups.isLost,
    close: groups.close,
  };
}

/**
 * Replaces collections in an input with their keys, so that recipes are not sent to the thread with every operation.
 */
function withKeys<T>(input: T): T {
  const { collection, collections } = (input ?? {}) as {
    readonly collection?: CollectionKey;
    readonly collections?: readonly CollectionKey[];
  };
  if (collection !== undefined) return { ...input, collection: pickKey(collection) };
  if (collections !== undefined) return { ...input, collections: collections.map(pickKey) };
  return input;
}

const pickKey = ({ name, generation }: CollectionKey): CollectionKey => ({ name, generation });

/**
 * Caches the collections in the caller's thread, so that reading them needs no operation. A read waits for all changes
 * that were requested before it.
 */
function createKnownCollections(initial: readonly Collection[]) {
  const collections = new Map(initial.map((collection) => [collection.name, collection]));
  let changes: Promise<unknown> = Promise.resolve();
  /** All collections sorted by name; undefined if they have changed and must be sorted again. */
  let sorted: readonly Collection[] | undefined;

  function waitedFor<T>(change: Promise<T>): Promise<T> {
    changes = settled(changes, change);
    return change;
  }

  return {
    async get(name: string): Promise<Collection | undefined> {
      await changes;
      return collections.get(name);
    },
    /** Returns all collections, sorted by name. */
    async list(): Promise<Collection[]> {
      await changes;
      sorted ??= [...collections.values()].sort((a, b) => compareUtf8(a.name, b.name));
      return [...sorted];
    },
    /**
     * Updates the cache when a change is done. @param change resolves to the changed collection, or undefined if
     * nothing was changed
     */
    put<T extends Collection | undefined>(change: Promise<T>): Promise<T> {
      return waitedFor(
        change.then((collection) => {
          if (collection !== undefined) collections.set(collection.name, collection);
          sorted = undefined;
          return collection;
        }),
      );
    },
    remove(name: string, change: Promise<unknown>): Promise<void> {
      return waitedFor(
        change.then(() => {
          collections.delete(name);
          sorted = undefined;
        }),
      );
    },
  };
}

/** Waits for all promises. Resolves to undefined, so that a chain of such promises does not retain their outcomes. */
async function settled(...promises: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
}
