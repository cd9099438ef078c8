import { NeardupError } from '../errors.js';
import type { LongWork } from '../quota/long-work.js';
import type { Client, TaskContext } from '../quota/task-context.js';
import type {
  Cluster,
  ClusterPage,
  ListClusters,
  ListSeparations,
  Member,
  Separated,
  Separation,
} from '../store/contract/clusters.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import { clusterBytes, isFull, memberBytes, separationBytes } from '../store/rules/reply-bytes.js';
import { type ClusterHosts, createClusterWalk, type WantedMembers } from './cluster-walk.js';
import type { Collections } from './collections.js';
import { isCut } from './documents.js';
import type { AddExcerpts, ListedDocument, Shown } from './excerpts.js';
import { createRelatedClusters, type RelatedCluster } from './related-clusters.js';

/** Use cases for clusters of duplicates, and for pairs that a person declared separate. */
export interface ClusterUseCases {
  /**
   * Returns one page of clusters, largest first. `more` is true if further clusters may follow.
   * @throws `collection_not_found`, `store_unsupported`
   */
  listClusters(
    collectionName: string,
    page: Pick<ListClusters, 'minMembers' | 'order' | 'after' | 'limit'>,
    client?: Client,
  ): Promise<{ readonly clusters: readonly Cluster[]; readonly more: boolean }>;
  /**
   * Returns a cluster with one page of its members. `more` is true if further members may follow.
   * @throws as `listClusters`; `cluster_not_found`
   */
  getCluster(
    id: string,
    collectionName: string,
    after: Pick<Member, 'stored' | 'seat'> | null,
    limit: number,
    client?: Client,
  ): Promise<ClusterPage & { readonly more: boolean }>;
  /**
   * Like `getCluster`, but returns only members of a host.
   * @throws as `getCluster`; `validation_failed` if the cluster has too many members
   */
  getClusterOfHost(
    id: string,
    collectionName: string,
    wanted: WantedMembers,
    context?: TaskContext,
  ): Promise<ClusterPage & { readonly more: boolean }>;
  /** Returns other clusters whose documents match members of this cluster, nearest first. @throws as `listClusters` */
  listRelated(
    id: string,
    collectionName: string,
    context?: TaskContext,
  ): Promise<readonly RelatedCluster[]>;
  /** Returns the hosts of the members, by number of members, largest first. @throws as `getClusterOfHost` */
  listHosts(id: string, collectionName: string, context?: TaskContext): Promise<ClusterHosts>;
  /**
   * Returns one page of the documents of a cluster in order of arrival. Also returns the seat (number in the cluster)
   * of the last document, or null on the last page.
   * @param afterSeat 0 for the first page
   * @throws as `getCluster`
   */
  listMembers(
    id: string,
    collectionName: string,
    afterSeat: number,
    limit: number,
    client?: Client,
    shown?: Shown,
  ): Promise<{
    readonly documents: readonly ListedDocument[];
    readonly lastSeat: number | null;
  }>;
  /**
   * Makes a stored member the representative of its cluster.
   * @throws as `getCluster`; `document_not_found` if the cluster has no such stored member
   */
  represent(id: string, member: string, collectionName: string, client?: Client): Promise<Cluster>;
  /**
   * Declares two documents separate, whether or not they are stored. The result names the document that left a cluster
   * as a consequence, if any.
   * @throws `collection_not_found`, `store_unsupported`; `validation_failed` if both ids are equal, or if one of them
   * has too many separations
   */
  separate(a: string, b: string, collectionName: string, client?: Client): Promise<Separated>;
  /**
   * Withdraws a separation. Does not bring the two documents together again.
   * @throws `collection_not_found`, `store_unsupported`, `separation_not_found`
   */
  unseparate(a: string, b: string, collectionName: string, client?: Client): Promise<void>;
  /** Returns one page of separations. `more` is true if further separations may follow. @throws as `listClusters` */
  listSeparations(
    collectionName: string,
    page: Pick<ListSeparations, 'after' | 'limit'>,
    client?: Client,
  ): Promise<{ readonly separations: readonly Separation[]; readonly more: boolean }>;
}

export interface ClustersOptions {
  readonly store: EmbeddedStore;
  readonly collections: Collections;
  readonly addExcerpts: AddExcerpts;
  readonly longWork: LongWork;
  readonly clock: () => number;
}

export function createClusters(options: ClustersOptions): ClusterUseCases {
  const { store, collections, addExcerpts, longWork, clock } = options;
  const walk = createClusterWalk(store, longWork, clock);
  const findRelated = createRelatedClusters(store, longWork, clock);

  function listClusters(
    collectionName: string,
    { limit, ...page }: Pick<ListClusters, 'minMembers' | 'order' | 'after' | 'limit'>,
    client?: Client,
  ): Promise<{ clusters: readonly Cluster[]; more: boolean }> {
    return collections.reach(collectionName, async (collection) => {
      const wanted = { collection, ...page, limit: limit + 1, now: clock() };
      const clusters = await store.clusters(wanted, { client });
      const more = clusters.length > limit || isFull(clusters, clusterBytes);
      return { clusters: clusters.slice(0, limit), more };
    });
  }

  function getCluster(
    id: string,
    collectionName: string,
    after: Pick<Member, 'stored' | 'seat'> | null,
    limit: number,
    client?: Client,
  ): Promise<ClusterPage & { readonly more: boolean }> {
    return collections.reach(collectionName, (collection) =>
      readPage(collection, { id, storedOnly: false, after, limit }, client),
    );
  }

  function getClusterOfHost(
    id: string,
    collectionName: string,
    wanted: WantedMembers,
    context?: TaskContext,
  ): Promise<ClusterPage & { readonly more: boolean }> {
    return collections.reach(collectionName, async (collection) => {
      const found = await walk.membersOfHost(collection, id, wanted, context);
      if (found === undefined) throw clusterNotFound(id, collectionName);
      return found;
    });
  }

  function listRelated(id: string, collectionName: string, context?: TaskContext) {
    return collections.reach(collectionName, (collection) => findRelated(collection, id, context));
  }

  function listHosts(
    id: string,
    collectionName: string,
    context?: TaskContext,
  ): Promise<ClusterHosts> {
    return collections.reach(collectionName, async (collection) => {
      const found = await walk.countHosts(collection, id, context);
      if (found === undefined) throw clusterNotFound(id, collectionName);
      return found;
    });
  }

  function listMembers(
    id: string,
    collectionName: string,
    afterSeat: number,
    limit: number,
    client?: Client,
    { excerpts }: Shown = {},
  ) {
    return collections.reach(collectionName, async (collection) => {
      const after = { stored: true, seat: afterSeat };
      const page = await readPage(collection, { id, storedOnly: true, after, limit }, client);
      const ids = page.members.map((member) => member.id);
      const stored = await store.get({ collection, ids, now: clock() }, { client });
      const documents = excerpts ? await addExcerpts(collection, stored, client) : stored;
      const lastId = isCut(stored, documents) ? documents.at(-1)!.id : undefined;
      const last = page.members.find(({ id }) => id === lastId) ?? page.members.at(-1);
      const more = page.more || (lastId !== undefined && lastId !== ids.at(-1));
      return { documents, lastSeat: (more && last?.seat) || null };
    });
  }

  function represent(
    id: string,
    member: string,
    collectionName: string,
    client?: Client,
  ): Promise<Cluster> {
    return collections.reach(collectionName, async (collection) => {
      const found = await store.represent({ collection, id, member, now: clock() }, { client });
      if (found === undefined) throw clusterNotFound(id, collectionName);
      return found;
    });
  }

  async function readPage(
    collection: Parameters<EmbeddedStore['cluster']>[0]['collection'],
    { limit, ...page }: Omit<Parameters<EmbeddedStore['cluster']>[0], 'collection' | 'now'>,
    client: Client | undefined,
  ) {
    const wanted = { collection, ...page, limit: limit + 1, now: clock() };
    const found = await store.cluster(wanted, { client });
    if (found === undefined) throw clusterNotFound(page.id, collection.name);
    const members = found.members.slice(0, limit);
    const more = found.members.length > limit || isFull(found.members, memberBytes);
    return { ...found, members, more };
  }

  async function separate(
    a: string,
    b: string,
    collectionName: string,
    client?: Client,
  ): Promise<Separated> {
    if (a === b) {
      throw new NeardupError(
        'validation_failed',
        `Cannot separate document "${a}" from itself: name two documents`,
        { errors: [{ pointer: '/b', detail: 'must be another document than a' }] },
      );
    }
    return collections.reach(collectionName, (collection) =>
      store.separate({ collection, a, b, now: clock() }, { client }),
    );
  }

  async function unseparate(
    a: string,
    b: string,
    collectionName: string,
    client?: Client,
  ): Promise<void> {
    const undone = await collections.reach(collectionName, (collection) =>
      store.unseparate({ collection, a, b, now: clock() }, { client }),
    );
    if (undone) return;
    throw new NeardupError(
      'separation_not_found',
      `Documents "${a}" and "${b}" of collection "${collectionName}" are not declared separate`,
    );
  }

  function listSeparations(
    collectionName: string,
    { after, limit }: Pick<ListSeparations, 'after' | 'limit'>,
    client?: Client,
  ): Promise<{ separations: readonly Separation[]; more: boolean }> {
    return collections.reach(collectionName, async (collection) => {
      const separations = await store.separations(
        { collection, after, limit: limit + 1 },
        { client },
      );
      const more = separations.length > limit || isFull(separations, separationBytes);
      return { separations: separations.slice(0, limit), more };
    });
  }

  return {
    ...{ listClusters, getCluster, getClusterOfHost, listRelated, listHosts, listMembers },
    ...{ represent, separate, unseparate, listSeparations },
  };
}

const clusterNotFound = (id: string, collectionName: string) =>
  new NeardupError('cluster_not_found', `No cluster "${id}" in collection "${collectionName}"`);
