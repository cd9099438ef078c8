import type { SeatedMembers } from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import type { Catalog } from '../tables/catalog.js';
import type { ClusterLists } from '../tables/cluster-lists.js';
import type { Clusters, Joining } from '../tables/clusters.js';
import type { Observer, Observers } from './observer.js';

export interface SeatingOptions {
  readonly catalog: Catalog;
  readonly clusters: Clusters;
  readonly clusterLists: Pick<ClusterLists, 'seatedMember'>;
  readonly observers: Pick<Observers, 'use'>;
}

export type Seating = ReturnType<typeof createSeating>;

/**
 * Changes clusters when documents are stored, refused or deleted. Clusters belong to a lineage (a collection and its
 * successors). While a successor is being built, changes to its documents do not affect clusters.
 */
export function createSeating({ catalog, clusters, clusterLists, observers }: SeatingOptions) {
  const { findLineage } = catalog;

  function leave(collection: Collection, id: string, now: number): void {
    if (catalog.isSuccessor(collection)) return;
    clusters.leave(findLineage(collection), id, now);
  }

  const observer: Observer = {
    isUsedIn: (collection) =>
      !catalog.isSuccessor(collection) && clusters.hasMembers(findLineage(collection)),
    stored({ collection, document, keepsContent }) {
      if (!keepsContent) leave(collection, document.id, document.lastSeenAt);
    },
    removed: ({ collection, document, now }) => leave(collection, document.id, now),
    expired: ({ collection, document, now }) => leave(collection, document.id, now),
    succeeded: ({ collection }) => clusters.noteReseated(findLineage(collection)),
    describe(collection, id, details) {
      details.cluster = findCluster(collection, id);
    },
  };

  /**
   * Adds a stored document to the cluster of its match. If the match is in no cluster, creates one.
   * @returns the id of the cluster; null if the collection is a successor that is being built
   */
  function join(collection: Collection, joining: Omit<Joining, 'stored'>): string | null {
    if (catalog.isSuccessor(collection)) return null;
    const cluster = clusters.join(findLineage(collection), { ...joining, stored: true });
    observers.use(observer, collection);
    return cluster;
  }

  /**
   * Records a refused id as a member of its match's cluster. If the match is in no cluster, creates a cluster. Records
   * and creates nothing if the cluster would have more than `keepRefused` refused members.
   * @returns the id of the match's cluster; null if the match still has no cluster, or if the collection is a successor
   *   that is being built
   */
  function refuse(collection: Collection, joining: Omit<Joining, 'stored'>): string | null {
    if (catalog.isSuccessor(collection)) return null;
    const cluster = clusters.refuse(findLineage(collection), joining, collection.keepRefused);
    observers.use(observer, collection);
    return cluster;
  }

  function restore(collection: Collection, { cluster, members }: SeatedMembers): void {
    clusters.restore(findLineage(collection), collection.generation, cluster, members);
    observers.use(observer, collection);
  }

  function seatedMember(collection: Collection, id: string): SeatedMembers | null {
    if (catalog.isSuccessor(collection)) return null;
    return clusterLists.seatedMember(findLineage(collection), id);
  }

  /** Puts a document back into its former cluster, at its former seat. */
  function seatAgain(
    collection: Collection,
    { cluster, members }: SeatedMembers,
    at: number,
  ): void {
    if (catalog.isSuccessor(collection)) return;
    const found = clusters.find(findLineage(collection), cluster.id);
    const updatedAt = Math.max(found?.updatedAt ?? at, at);
    restore(collection, { cluster: { ...cluster, updatedAt }, members });
  }

  function findCluster(collection: Collection, id: string): string | null {
    return catalog.isSuccessor(collection) ? null : clusters.clusterOf(findLineage(collection), id);
  }

  /**
   * Returns the `matchId` of a stored member of a cluster (null for the first member). Returns undefined if there is no
   * stored member with this id.
   */
  function findSeat(
    collection: Collection,
    id: string,
  ): { readonly matchId: string | null } | undefined {
    return catalog.isSuccessor(collection)
      ? undefined
      : clusters.storedSeatOf(findLineage(collection), id);
  }

  return {
    observer,
    ...{
      join,
      refuse,
      restore,
      leave,
      seatedMember,
      seatAgain,
      findCluster,
      findSeat,
    },
  };
}
