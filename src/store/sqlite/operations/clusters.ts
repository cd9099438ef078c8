import type {
  Cluster,
  ClusterPage,
  GetCluster,
  GetMember,
  ListClusters,
  ListClustersById,
  ListSeparations,
  Member,
  Represent,
  RestoreMembers,
  Separate,
  Separation,
  Unseparate,
  Unseparated,
} from '../../contract/clusters.js';
import { noSuchMember } from '../../rules/separations.js';
import { read, write } from './operation.js';

const costOfPage = ({ limit }: { readonly limit: number }) => 0.02 + 0.03 * limit;

/**
 * Lists clusters with at least `minMembers` members and a stored member at this time, by descending number of members or
 * ascending least similarity, then by id. Cost: proportional to the length of the page.
 */
export const clusters = read<ListClusters, Cluster[]>({
  cost: costOfPage,
  run({ catalog, clusterLists }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    return clusterLists.list(lineage, collection, operation);
  },
});

/**
 * Lists all clusters with a stored member at this time, in the order of the UTF-8 bytes of their ids, starting after
 * `after`. Members that join or leave do not change this order.
 */
export const clustersById = read<ListClustersById, Cluster[]>({
  cost: costOfPage,
  run({ catalog, clusterLists }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    return clusterLists.listById(lineage, collection, operation);
  },
});

/**
 * Returns a cluster with one page of its members: stored ones first, each kind by seat; undefined if there is no such
 * cluster.
 */
export const cluster = read<GetCluster, ClusterPage | undefined>({
  cost: ({ limit }) => 0.02 + 0.012 * limit,
  run({ catalog, clusterLists }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    return clusterLists.get(lineage, collection, operation);
  },
});

/** Returns a stored document as a member of its cluster; null if it is absent or in no cluster. */
export const memberOf = read<GetMember, Member | null>({
  run({ catalog, documents, clusterLists }, { collection: key, id, now }) {
    const { lineage, collection } = catalog.complete(key);
    const member = clusterLists.seatedMember(lineage, id)?.members[0];
    const isThere = member?.stored && documents.isPresent(collection.generation, id, now);
    return isThere ? member : null;
  },
});

/**
 * Makes a stored member the representative; undefined if there is no such cluster.
 * @throws `document_not_found` if the cluster has no such stored member
 */
export const represent = write<Represent, Cluster | undefined>({
  run({ catalog, documents, clusterLists, clusters: table }, { collection: key, id, member, now }) {
    const { lineage, collection } = catalog.complete(key);
    if (clusterLists.find(lineage, collection, { id, now }) === undefined) return undefined;
    const { number } = table.find(lineage, id)!;
    const isChosen =
      documents.isPresent(collection.generation, member, now) &&
      table.choose(number, lineage, member);
    if (!isChosen) throw noSuchMember(id, member);
    return clusterLists.find(lineage, collection, { id, now });
  },
});

/**
 * Restores members to their seats and removes them from any other cluster. Creates an absent cluster, and deletes a
 * cluster without stored members. Other members in these seats leave. Skips stored members without a document, and
 * refused ones with a document.
 */
export const restoreMembers = write<RestoreMembers>({
  cost: ({ members }) => 0.05 + 0.05 * members.length,
  run({ catalog, seating }, { collection: key, ...seated }) {
    seating.restore(catalog.complete(key).collection, seated);
  },
});

/**
 * Declares two documents, stored or not, to be different: later checks of either ignore the other as a match. If both
 * are in one cluster, the one with the higher seat leaves, except that a chosen representative stays. The separation
 * records the departure.
 * @returns the separation, with the departure caused by this call, if any
 * @throws `validation_failed` if either has `separationsMax` already
 */
export const separate = write<Separate, Separation>({
  run({ catalog, separations: feature }, { collection: key, ...pair }) {
    const { collection, lineage } = catalog.complete(key);
    feature.refuseFull(lineage, pair.a, pair.b);
    return feature.separate(collection, pair);
  },
});

/**
 * Deletes a separation; undefined if there was none. The document that left because of it returns to its former seat if
 * the cluster exists and the seat is free. The document must have its former content (or, if it was refused, not be
 * stored), be in no cluster, and not be separated from another member.
 */
export const unseparate = write<Unseparate, Unseparated | undefined>({
  run: ({ catalog, separations: feature }, { collection, ...pair }) =>
    feature.unseparate(catalog.complete(collection).collection, pair),
});

/** Lists separations in the order of the UTF-8 bytes of `a`, then of `b`, starting after `after`. */
export const separations = read<ListSeparations, Separation[]>({
  cost: ({ limit }) => 0.02 + 0.003 * limit,
  run: ({ catalog, separations: feature }, { collection, ...page }) =>
    feature.page(catalog.complete(collection).lineage, page),
});
