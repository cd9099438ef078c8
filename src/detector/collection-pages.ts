import { compareUtf8 } from '../matching/match-rule.js';
import type { Client } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { CollectionStats } from '../store/contract/statistics.js';
import type { Store } from '../store/contract/store.js';
import type { Collections, DescribedCollection } from './collections.js';

/** Use case that lists collections page by page, with search and sorting. */
export interface CollectionPageUseCases {
  pageOfCollections(wanted: WantedCollections, client?: Client): Promise<PageOfCollections>;
}

export const collectionOrders = ['name', 'documents', 'created', 'lastDecision'] as const;
export type CollectionOrder = (typeof collectionOrders)[number];

export interface WantedCollections {
  /** Substring of the names to include. */
  readonly search: string;
  readonly maySee: (name: string) => boolean;
  readonly order: CollectionOrder;
  readonly descending: boolean;
  /** Sort position of the last collection on the previous page; null for the first page. */
  readonly after: CollectionPlace | null;
  readonly limit: number;
  readonly stats: boolean;
  /** True to omit the recall, which is slow to compute. */
  readonly brief: boolean;
}

/** Sort position of a collection: the value by which it is sorted, and its name, which breaks ties. */
export interface CollectionPlace {
  readonly value: number;
  readonly name: string;
}

/** A listed collection. `recallAt` is absent if `brief` is set, and `stats` is absent unless requested. */
export interface PagedCollection extends Omit<DescribedCollection, 'recallAt'> {
  readonly recallAt?: DescribedCollection['recallAt'];
  readonly stats?: CollectionStats;
}

export interface PageOfCollections {
  readonly collections: readonly PagedCollection[];
  /** Sort position of the last collection on this page; null if this is the last page. */
  readonly next: CollectionPlace | null;
  /** Number of collections that match the filter, over all pages. */
  readonly total: number;
  /** Sums over all collections that `total` counts; null unless `stats` was requested. */
  readonly totals: Pick<CollectionStats, 'documents' | 'contents'> | null;
}

interface Counted {
  readonly collection: Collection;
  /** Counts of the collection; undefined unless they are needed. */
  readonly stats: CollectionStats | undefined;
}

export interface CollectionPagesOptions {
  readonly store: Store;
  readonly collections: Pick<Collections, 'describe' | 'findProblem'>;
}

/**
 * Sorts all collections for each page. The collections are in memory, and one operation of the store returns all
 * counts, so sorting costs less than maintaining an index.
 */
export function createCollectionPages(options: CollectionPagesOptions): CollectionPageUseCases {
  const { store, collections } = options;

  async function pageOfCollections(wanted: WantedCollections, client?: Client) {
    const { search, maySee, order, descending, after, limit, stats, brief } = wanted;
    const isWanted = ({ name }: Collection) => name.includes(search) && maySee(name);
    const seen = (await store.listCollections()).filter(isWanted);
    const isCounted = stats || order === 'documents' || order === 'lastDecision';
    const counted = isCounted ? await count(seen, client) : seen.map(uncounted);
    const sorted = counted
      .map((each) => ({ ...each, place: sortPlace(each, order) }))
      .sort((a, b) => comparePlaces(a.place, b.place) * (descending ? -1 : 1));
    const isBehind = ({ place }: { readonly place: CollectionPlace }) =>
      after === null || comparePlaces(place, after) * (descending ? -1 : 1) > 0;
    const rest = sorted.filter(isBehind);
    const page = rest.slice(0, limit);
    return {
      collections: page.map((each) => shown(each, { stats, brief })),
      next: rest.length > limit ? page.at(-1)!.place : null,
      total: counted.length,
      totals: stats ? sumStats(counted) : null,
    };
  }

  async function count(seen: readonly Collection[], client?: Client): Promise<Counted[]> {
    const counts = await store.statsOfEach({ collections: seen }, { client });
    return seen.flatMap((collection, index) => {
      const stats = counts[index];
      return stats ? [{ collection, stats }] : [];
    });
  }

  function shown(
    { collection, stats }: Counted,
    wanted: Pick<WantedCollections, 'stats' | 'brief'>,
  ): PagedCollection {
    const described = wanted.brief
      ? { ...collection, problem: collections.findProblem(collection) }
      : collections.describe(collection);
    return wanted.stats && stats ? { ...described, stats } : described;
  }

  return { pageOfCollections };
}

const uncounted = (collection: Collection): Counted => ({ collection, stats: undefined });

function sortPlace({ collection, stats }: Counted, order: CollectionOrder): CollectionPlace {
  const { name, createdAt } = collection;
  const values = {
    name: 0,
    documents: stats?.documents ?? 0,
    created: createdAt,
    lastDecision: stats?.lastDecisionHour ?? -1,
  };
  return { value: values[order], name };
}

function comparePlaces(a: CollectionPlace, b: CollectionPlace): number {
  return a.value - b.value || compareUtf8(a.name, b.name);
}

function sumStats(counted: readonly Counted[]) {
  const totals = { documents: 0, contents: 0 };
  for (const { stats } of counted) {
    totals.documents += stats?.documents ?? 0;
    totals.contents += stats?.contents ?? 0;
  }
  return totals;
}
