import { NeardupError } from '../../errors.js';
import { allCapabilities } from '../contract/capabilities.js';
import type { Collection, CollectionKey } from '../contract/collections.js';
import type { BackupStatistics, GroupStatistics } from '../contract/statistics.js';
import type { Store, StoreOperations } from '../contract/store.js';
import { createKnownCollections } from './known-collections.js';
import type { Runner } from './requests.js';
import { openThreadRunner } from './thread/client.js';
import { createOperationGroups, type Submit } from './thread/operation-groups.js';

export interface SqliteStoreOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Compiled `thread/main.js`, to work in a thread of its own; null: on the caller's thread. */
  readonly threadFile: URL | null;
  /** Most operations that may wait; more are refused with `overloaded`. */
  readonly queueMax: number;
  /** Called after each group. */
  readonly onGroup?: ((group: GroupStatistics) => void) | undefined;
  /** Called once if the engine is gone: its thread ended, or the database cannot be read any more. */
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
  onGroup,
  onLost,
}: SqliteStoreOptions): Promise<Store> {
  const runner =
    threadFile === null ? await openInlineRunner(file) : await openThreadRunner(file, threadFile);
  return createGroupedStore(runner, queueMax, onGroup, onLost);
}

/** Only here, since a service whose engine has a thread of its own starts sooner without another. */
async function openInlineRunner(file: string): Promise<Runner> {
  const { createInlineRunner } = await import('./engine/engine.js');
  const { openDatabase } = await import('./file/connection.js');
  return createInlineRunner(openDatabase(file));
}

/** A store over an engine that executes groups of operations. */
export function createGroupedStore(
  runner: Runner,
  queueMax: number,
  onGroup?: (group: GroupStatistics) => void,
  onLost?: (cause: unknown) => void,
): Store {
  const groups = createOperationGroups(runner, queueMax, onGroup, onLost);
  const collections = createKnownCollections(runner.collections);
  let backingUp = false;

  /** One at a time; a signal that comes before the thread has begun is heeded, too. */
  async function backup(file: string, signal: AbortSignal): Promise<BackupStatistics> {
    if (signal.aborted) throw new NeardupError('shutting_down', 'The store is closing');
    const refusal = groups.refusalOfAll();
    if (refusal !== undefined) throw refusal;
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

  const operationsBy = (submit: Submit): StoreOperations => ({
    createCollection: (operation) => collections.put(submit('createCollection', operation)),
    getCollection: collections.get,
    listCollections: collections.list,
    updateCollection: (operation) =>
      collections.put(submit('updateCollection', withKey(operation))),
    deleteCollection: (name) => collections.remove(name, submit('deleteCollection', name)),
    add: (operation, timings, client) => submit('add', withKey(operation), timings, client),
    check: (operation, timings, client) => submit('check', withKey(operation), timings, client),
    query: (operation, timings, client) => submit('query', withKey(operation), timings, client),
    get: (collection, ids, now, client) =>
      submit('get', { collection: keyOf(collection), ids, now }, undefined, client),
    delete: (operation, client) => submit('delete', withKey(operation), undefined, client),
    confirm: (operation, client) => submit('confirm', withKey(operation), undefined, client),
    list: (operation, client) => submit('list', withKey(operation), undefined, client),
    newest: (operation, client) => submit('newest', withKey(operation), undefined, client),
    texts: (collection, ids, now, client, bytesMax) =>
      submit('texts', { collection: keyOf(collection), ids, now, bytesMax }, undefined, client),
    getArchived: (collection, ids, now, client) =>
      submit('getArchived', { collection: keyOf(collection), ids, now }, undefined, client),
    beginSuccessor: (operation, client) =>
      submit('beginSuccessor', withKey(operation), undefined, client),
    restore: (operation, client) => submit('restore', withKey(operation), undefined, client),
    takeChanges: (collection, limit, client) =>
      submit('takeChanges', { collection: keyOf(collection), limit }, undefined, client),
    async completeSuccessor(collection, client) {
      const key = keyOf(collection);
      const completed = collections.put(submit('completeSuccessor', key, undefined, client));
      return (await completed) !== undefined;
    },
    async abandonSuccessor(collection, client) {
      await submit('abandonSuccessor', keyOf(collection), undefined, client);
    },
    // However full the queue is: what is never swept would only grow.
    sweep: (now) => groups.submitAnyway('sweep', now),
    stats: (collection, client) =>
      submit('stats', collection && keyOf(collection), undefined, client),
    statsOfEach: (collections, client) =>
      submit('statsOfEach', collections.map(keyOf), undefined, client),
    history: (since, collection, client) =>
      submit('history', { since, collection: collection && keyOf(collection) }, undefined, client),
    clusters: (operation, client) => submit('clusters', withKey(operation), undefined, client),
    cluster: (operation, client) => submit('cluster', withKey(operation), undefined, client),
    memberOf: (operation, client) => submit('memberOf', withKey(operation), undefined, client),
    clustersById: (operation) => submit('clustersById', withKey(operation)),
    restoreMembers: (operation) => submit('restoreMembers', withKey(operation)),
    represent: (operation, client) => submit('represent', withKey(operation), undefined, client),
    separate: (operation, client) => submit('separate', withKey(operation), undefined, client),
    unseparate: (operation, client) => submit('unseparate', withKey(operation), undefined, client),
    separations: (operation, client) =>
      submit('separations', withKey(operation), undefined, client),
    signatures: (operation, client) => submit('signatures', withKey(operation), undefined, client),
    seatFound: (operation, client) => submit('seatFound', withKey(operation), undefined, client),
    label: (operation, client) => submit('label', withKey(operation), undefined, client),
    unlabel: (operation, client) => submit('unlabel', withKey(operation), undefined, client),
    labels: (operation, client) => submit('labels', withKey(operation), undefined, client),
    backup,
    waiting: groups.waiting,
    isLost: groups.isLost,
    extractors: () => submit('extractors', undefined),
    async ping() {
      try {
        await submit('ping', undefined);
      } catch (error) {
        const { message } = error as Error;
        throw new NeardupError('not_ready', `The store cannot work: ${message}`, { cause: error });
      }
    },
    close: groups.close,
  });

  return {
    ...operationsBy(groups.submitAtOnce),
    patient: operationsBy(groups.submitPatiently),
    capabilities: allCapabilities,
  };
}

/** Callers hand over whole collections; their recipes need not go to another thread each time. */
function keyOf({ name, generation }: Collection | CollectionKey): CollectionKey {
  return { name, generation };
}

function withKey<T extends { readonly collection: CollectionKey }>(operation: T): T {
  return { ...operation, collection: keyOf(operation.collection) };
}
