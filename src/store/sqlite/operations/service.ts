import type { CollectionKey, OfOneOrAll } from '../../contract/collections.js';
import type {
  CollectionStats,
  DecisionPoint,
  HostDecisions,
  StoreStats,
} from '../../contract/statistics.js';
import { fileBytes } from '../file/file-bytes.js';
import { read, write } from './operation.js';

/**
 * Returns the counts of one collection or the sums over all collections, and the sizes of the database files. Expired
 * documents, and contents without documents, are counted until the sweep deletes them. Cost: constant.
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
 * Returns the document, content and decision counts of each given collection, and the hour of its latest decision, in
 * order; null for a deleted collection. Cost: a few microseconds for each collection.
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

/** Returns hourly decision counts, oldest first, starting at `since`. Omits hours without decisions. */
export const history = read<OfOneOrAll & { readonly since: number }, DecisionPoint[]>({
  run: ({ decisions }, { since, collection }) => decisions.history(collection, since),
});

/** Period and number of hosts of `hosts`. */
export interface WantedHosts extends OfOneOrAll {
  /** Beginning of the first day. */
  readonly since: number;
  readonly limit: number;
}

/** Returns the hosts with the most decisions since the beginning of a day, with their counts. */
export const hosts = read<WantedHosts, HostDecisions[]>({
  cost: () => 1,
  run: ({ decisions }, { since, limit, collection }) => decisions.hosts(collection, since, limit),
});

/**
 * Returns the sorted names of all extractors that were ever given with a stored document, even if the document's
 * content already had another extractor. Cost: constant.
 */
export const extractors = read<void, string[]>({
  run: (tables) => tables.extractorNames(),
});

/** Resolves if the store can read its data; otherwise, `Store.ping` rejects with `not_ready` and the reason. */
export const ping = read<void, void>({
  cost: () => 0.01,
  run({ db }) {
    db.pragma('schema_version');
  },
});

/**
 * Deletes some invisible rows (engine/sweep.ts), such as those of expired documents and deleted collections, and
 * releases free space in the file. A call is short enough to run between other operations.
 * @returns true if there may be more
 */
export const sweep = write<{ readonly now: number }, boolean>({
  cost: () => 2,
  run: (tables, { now }) => tables.sweep.step(now),
});
