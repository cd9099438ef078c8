import type { CollectionKey, OfOneOrAll } from '../../contract/collections.js';
import type {
  CollectionStats,
  DecisionPoint,
  HostDecisions,
  ListHosts,
  StoreStats,
} from '../../contract/statistics.js';
import { fileBytes } from '../file/file-bytes.js';
import { read, write } from './operation.js';

export const stats = read<OfOneOrAll, StoreStats>({
  cost: () => 0.01,
  run: ({ db, catalog, decisions }, { collection }) => ({
    ...catalog.counts(collection && catalog.require(collection)),
    ...decisions.statistics(collection),
    ...fileBytes(db),
  }),
});

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

/** Returns the first hosts in an order since the beginning of a day, with their counts. */
export const hosts = read<ListHosts, HostDecisions[]>({
  cost: () => 1,
  run: ({ decisions }, { collection, ...wanted }) => decisions.hosts(collection, wanted),
});

export const extractors = read<void, string[]>({
  run: (tables) => tables.extractorNames(),
});

export const ping = read<void, void>({
  cost: () => 0.01,
  run({ db }) {
    db.pragma('schema_version');
  },
});

export const sweep = write<{ readonly now: number }, boolean>({
  cost: () => 2,
  run: (tables, { now }) => tables.sweep.step(now),
});
