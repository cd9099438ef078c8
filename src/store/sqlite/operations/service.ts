import type { CollectionKey, OfOneOrAll } from '../../contract/collections.js';
import type { CollectionStats, DecisionPoint, StoreStats } from '../../contract/statistics.js';
import { fileBytes } from '../file/file-bytes.js';
import { read, write } from './operation.js';

/**
 * Counts, of one collection or of all. Expired documents, and contents without documents, are counted until they
 * are swept. Cost: constant.
 */
export const stats = read<OfOneOrAll, StoreStats>({
  cost: () => 0.01,
  run: ({ db, catalog, decisions }, { collection }) => ({
    ...catalog.counts(collection && catalog.require(collection)),
    ...decisions.statistics(collection),
    ...fileBytes(db),
  }),
});

/**
 * Some counts of each of these collections, in their order; null of one that was deleted. Cost: some
 * microseconds a collection.
 */
export const statsOfEach = read<
  { readonly collections: readonly CollectionKey[] },
  (CollectionStats | null)[]
>({
  cost: ({ collections }) => 0.01 + 0.003 * collections.length,
  run: ({ catalog, decisions }, { collections }) =>
    collections.map(({ generation }) => {
      const collection = catalog.byGeneration(generation);
      if (collection === undefined) return null;
      const { documents, contents } = catalog.counts(collection);
      return { documents, contents, ...decisions.ofCollection(collection) };
    }),
});

/** Decisions by the hour, oldest first, from `since` on; hours without any are left out. */
export const history = read<OfOneOrAll & { readonly since: number }, DecisionPoint[]>({
  run: ({ decisions }, { since, collection }) => decisions.history(collection, since),
});

/**
 * Names of all extractors that documents were ever stored with, sorted: the names as they were given,
 * also of documents whose content keeps another. Cost: constant.
 */
export const extractors = read<void, string[]>({
  run: (tables) => tables.extractorNames(),
});

/** Resolves if the store can do work; rejects with `not_ready` and the reason otherwise. */
export const ping = read<void, void>({
  cost: () => 0.01,
  run({ db }) {
    db.pragma('schema_version');
  },
});

/**
 * Removes some invisible rows: rows of deleted collections, contents that
 * no document has, documents and kept outcomes that have expired, hours of decisions that are too old, free space in the
 * file. A step is short enough to be done between other operations.
 * @returns true if there may be more
 */
export const sweep = write<{ readonly now: number }, boolean>({
  cost: () => 2,
  run: (tables, { now }) => tables.sweep.step(now),
});
