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
  Separated,
  Separation,
} from '../../contract/clusters.js';
import { noSuchMember } from '../../rules/separations.js';
import { read, write } from './operation.js';

const costOfPage = ({ limit }: { readonly limit: number }) => 0.02 + 0.03 * limit;

/**
 * Lists clusters that have at least `minMembers` members and at least one live stored member. Sorts the clusters by
 * number of members, largest first, or by least similarity, lowest first, and then by id. Cost: proportional to the
 * length of the page.
 */
export const clusters = read<ListClusters, Cluster[]>({
  cost: costOfPage,
  run({ catalog, clusterLists }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    return clusterLists.list(lineage, collection, operation);
  },
});

/**
 * Lists all clusters that have at least one live stored member, in the order of the UTF-8 bytes of their ids, starting
 * after `after`. The order does not change when members join or leave.
 */
export const clustersById = read<ListClustersById, Cluster[]>({
  cost: costOfPage,
  run({ catalog, clusterLists }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    return clusterLists.listById(lineage, collection, operation);
  },
});

/**
 * Returns a cluster with one page of its members: stored members first, then refused members, each in order of seat.
 * Returns undefined if there is no such cluster.
 */
export const cluster = read<GetCluster, ClusterPage | undefined>({
  cost: ({ limit }) => 0.02 + 0.012 * limit,
  run({ catalog, clusterLists }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    return clusterLists.get(lineage, collection, operation);
  },
});

/** Returns a document as a member of its cluster; null if the document is absent or in no cluster. */
export const memberOf = read<GetMember, Member | null>({
  run({ catalog, documents, clusterLists }, { collection: key, id, now }) {
    const { lineage, collection } = catalog.complete(key);
    const member = clusterLists.seatedMember(lineage, id)?.members[0];
    const isThere = member?.stored && documents.isPresent(collection.generation, id, now);
    return isThere ? member : null;
  },
});

/**
 * Makes a stored member the representative of its cluster. Returns the cluster, or undefined if there is no such
 * cluster.
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
 * Restores members of a cluster to the given seats. Other members that occupy these seats are removed, and the restored
 * members leave any other cluster. Creates the cluster if it does not exist, and deletes the cluster if no stored
 * member remains. Skips stored members whose documents no longer exist, and refused members whose ids now have
 * documents.
 */
export const restoreMembers = write<RestoreMembers>({
  cost: ({ members }) => 0.05 + 0.05 * members.length,
  run({ catalog, seating }, { collection: key, ...seated }) {
    seating.restore(catalog.complete(key).collection, seated);
  },
});

/**
 * Declares two documents separate: a later check of either document does not match the other. The documents need not be
 * stored. If both are in the same cluster, the member that joined later leaves the cluster; if a person has chosen that
 * member as the representative, the other member leaves instead.
 * @throws `validation_failed` if either document already has `separationsMax` separations
 */
export const separate = write<Separate, Separated>({
  run({ catalog, separations: feature }, { collection: key, ...pair }) {
    const { collection, lineage } = catalog.complete(key);
    feature.refuseFull(lineage, pair.a, pair.b);
    return feature.separate(collection, pair);
  },
});

/** Deletes a separation. @returns false if there is none */
export const unseparate = write<Separate, boolean>({
  run: ({ catalog, separations: feature }, { collection, ...pair }) =>
    feature.unseparate(catalog.complete(collection).collection, pair),
});

/** Lists separations in the order of the UTF-8 bytes of `a`, then of `b`, starting after `after`. */
export const separations = read<ListSeparations, Separation[]>({
  cost: ({ limit }) => 0.02 + 0.003 * limit,
  run: ({ catalog, separations: feature }, { collection, ...page }) =>
    feature.page(catalog.complete(collection).lineage, page),
});
