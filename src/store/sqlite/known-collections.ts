import { compareUtf8 } from '../../matching/match-order.js';
import type { Collection } from '../contract/collections.js';

/**
 * Cache of the named collections, so that reading them needs no operation. A read waits for previously requested
 * changes.
 */
export function createKnownCollections(initial: readonly Collection[]) {
  const collections = new Map(initial.map((collection) => [collection.name, collection]));
  let changes: Promise<unknown> = Promise.resolve();
  /** Sorted by name; undefined: stale since the last change. */
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
    /** Sorted by name. */
    async list(): Promise<Collection[]> {
      await changes;
      sorted ??= [...collections.values()].sort((a, b) => compareUtf8(a.name, b.name));
      return [...sorted];
    },
    /**
     * @param change resolves to the changed collection; undefined: none
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

/** Resolves to undefined, so that the promise chain does not retain every earlier outcome. */
async function settled(...promises: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
}
