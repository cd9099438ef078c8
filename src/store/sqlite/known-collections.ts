import { compareUtf8 } from '../../matching/match-order.js';
import type { Collection } from '../contract/collections.js';

/**
 * The collections that have a name, so that to read them takes no operation. Who reads them waits for
 * the changes that were asked for before.
 */
export function createKnownCollections(initial: readonly Collection[]) {
  const collections = new Map(initial.map((collection) => [collection.name, collection]));
  let changes: Promise<unknown> = Promise.resolve();
  /** In order of their names; undefined: not known since the last change. */
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
    /** In order of their names. */
    async list(): Promise<Collection[]> {
      await changes;
      sorted ??= [...collections.values()].sort((a, b) => compareUtf8(a.name, b.name));
      return [...sorted];
    },
    /** @param change gives the collection as it is then; undefined: none was changed */
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
