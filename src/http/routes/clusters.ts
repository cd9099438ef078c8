import { z } from 'zod';
import { listCursors } from '../../api/cursor.js';
import {
  clusterId,
  collectionField,
  collectionQuery,
  documentId,
  pageFields,
  time,
  timeReply,
} from '../../api/fields.js';
import { memberMatch, memberMatchReply, shareReply } from '../../api/matches.js';
import type { TaskContext } from '../../quota/task-context.js';
import { type Cluster, type ClusterPage, clusterOrders } from '../../store/contract/clusters.js';
import { normalizeHost } from '../../store/rules/host.js';
import { getClient } from '../limits/client.js';
import { bytesOfPage } from '../limits/reply-budget.js';
import { type App, longWorkContext, problems, type RouteContext, sample } from '../route.js';

const clustersQuery = z
  .strictObject({
    ...pageFields,
    minSize: z.coerce
      .number()
      .int()
      .min(1)
      .default(2)
      .describe(
        'Minimum number of members, including refused ones. Values above 2 require `order=members`.',
      ),
    order: z
      .enum(clusterOrders)
      .default('members')
      .describe(
        'With `members`, the largest clusters come first. With `similarity`, those with the least similar member come first, and clusters without a known similarity are left out.',
      ),
  })
  // With `order=similarity`, a `minSize` above 2 is rejected: the index by similarity does not contain the number of
  // members, so reading one page of the list might read every cluster.
  .refine(({ order, minSize }) => order === 'members' || minSize <= 2, {
    path: ['minSize'],
    error: 'must be at most 2 with order=similarity',
  });

const clusterParams = z.strictObject({ id: clusterId });

const clusterQuery = z.strictObject({
  ...pageFields,
  host: z
    .string()
    .max(260)
    .optional()
    .describe(
      'Only list members whose id is a URL of this host. If empty, only list members whose id is not a URL.',
    ),
  include: z
    .literal('related')
    .optional()
    .describe('Also list other clusters with documents that match a member.'),
});

const representativeRequest = z.strictObject({
  id: documentId,
  collection: collectionField,
});

const cluster = z
  .object({
    id: z.string(),
    collection: z.string(),
    size: z.int().describe('Number of stored members.'),
    refused: z
      .int()
      .describe(
        'Number of refused members: ids that were refused as duplicates, up to `keepRefused` of the collection.',
      ),
    representative: z
      .string()
      .describe(
        'Id of the representative: the stored member that was chosen as such or, if none was, the one that joined first.',
      ),
    leastSimilarity: z
      .number()
      .nullable()
      .describe(
        'Lowest similarity of a member to its match. After a member has left a cluster of more than 100, it may be too high. Null if no similarity is known.',
      ),
    createdAt: time,
    updatedAt: time.describe('Time at which a member last joined or left.'),
  })
  .meta({ id: 'Cluster' });

const member = z
  .object({
    id: z.string(),
    stored: z.boolean(),
    representative: z.boolean(),
    match: memberMatch
      .nullable()
      .describe('Match of the member when it joined. Null for the first member, which had none.'),
    measuredAgainstRepresentative: z
      .boolean()
      .describe(
        'Whether `match` is the representative with its current content. True for the representative itself.',
      ),
  })
  .meta({ id: 'Member' });

const clusterPage = z
  .object({ clusters: z.array(cluster), nextCursor: z.string().nullable() })
  .meta({ id: 'ClusterPage' });

const relatedCluster = z
  .object({
    id: z.string().describe('Id of the other cluster.'),
    member: z.string().describe('Id of the member of this cluster.'),
    match: z
      .object({
        id: z.string(),
        distance: z.int(),
        similarity: z.number().nullable(),
        exact: z.boolean(),
      })
      .describe('Nearest document of the other cluster.'),
  })
  .meta({ id: 'RelatedCluster' });

const clusterWithMembers = cluster
  .extend({
    related: z
      .array(relatedCluster)
      .optional()
      .describe(
        'Up to 20 other clusters with a match of one of the first 100 stored members, nearest first. Only with `include=related`.',
      ),
    members: z
      .array(member)
      .describe(
        'One page of members: stored ones first, each group in the order in which its members joined.',
      ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ClusterWithMembers' });

const clusterHosts = z
  .object({
    hosts: z
      .array(
        z
          .object({
            host: z
              .string()
              .nullable()
              .describe('Host of the ids. Null for ids that are not URLs.'),
            stored: z.int(),
            refused: z.int(),
          })
          .meta({ id: 'HostMembers' }),
      )
      .readonly()
      .describe('Hosts with the most members first, at most 100.'),
    others: z.int().describe('Number of hosts that are not listed.'),
  })
  .meta({ id: 'ClusterHosts' });

const clusterCursors = {
  members: listCursors('c1', z.tuple([z.int(), z.string()])),
  similarity: listCursors('c2', z.tuple([z.number(), z.string()])),
};
const memberCursors = listCursors('m1', z.tuple([z.boolean(), z.int()]));

export function clusterRoutes(app: App, { detector, keys }: RouteContext): void {
  async function readCluster(
    id: string,
    { collection, cursor, limit, host }: z.output<typeof clusterQuery>,
    context: TaskContext,
  ) {
    const read = memberCursors.read(cursor);
    const after = read && { stored: read[0], seat: read[1] };
    const wanted = { host: host === '' ? null : normalizeHost(host ?? ''), after, limit };
    const page = await (host === undefined
      ? detector.getCluster(id, collection, after, limit, context.client)
      : detector.getClusterOfHost(id, collection, wanted, context));
    const last = page.members.at(-1);
    return {
      ...clusterReply(page, collection),
      members: membersReply(page),
      nextCursor: memberCursors.write(page.more && last ? [last.stored, last.seat] : null),
    };
  }

  app.route({
    method: 'GET',
    url: '/clusters',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'listClusters',
      tags: ['clusters'],
      summary: 'List clusters of duplicates, the largest or the least similar first',
      description:
        'A cluster is a set of documents that are connected by matches. The ids of refused duplicates are members as well.',
      querystring: clustersQuery,
      response: {
        200: clusterPage.describe('One page. `nextCursor` is null on the last page'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection, minSize, order, cursor, limit } = request.query;
      const cursors = clusterCursors[order];
      const after = cursors.read(cursor);
      const { clusters, more } = await detector.listClusters(
        collection,
        { minMembers: minSize, order, after: after && { key: after[0], id: after[1] }, limit },
        getClient(request),
      );
      const last = clusters.at(-1);
      const key = order === 'members' ? last && last.size + last.refused : last?.leastSimilarity;
      return {
        clusters: clusters.map((cluster) => clusterReply(cluster, collection)),
        nextCursor: cursors.write(more && last ? [key as number, last.id] : null),
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/clusters/:id',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'getCluster',
      tags: ['clusters'],
      summary: 'Get a cluster with its members and their matches',
      description:
        'Members are returned page by page. To filter them by host, the cluster may have at most 50,000 members.',
      params: clusterParams,
      querystring: clusterQuery,
      response: {
        200: clusterWithMembers.describe('The cluster with one page of its members'),
        ...problems(
          'noBody',
          'uri_too_long',
          'invalid_cursor',
          'cluster_not_found',
          'collection_not_found',
        ),
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { collection, host, include } = request.query;
      const isLong = host !== undefined || include !== undefined;
      const context = isLong
        ? longWorkContext(keys, request, reply)
        : { client: getClient(request) };
      const cluster = await readCluster(id, request.query, context);
      if (include === undefined) return cluster;
      const related = await detector.listRelated(id, collection, context);
      return {
        ...cluster,
        related: related.map(({ match, ...found }) => ({
          ...found,
          match: { ...match, similarity: shareReply(match.similarity) },
        })),
      };
    },
  });
}

export function clusterMemberRoutes(app: App, { detector, keys }: RouteContext): void {
  app.route({
    method: 'PUT',
    url: '/clusters/:id/representative',
    config: { scope: 'write', collection: 'body', example: { body: { id: sample.first } } },
    schema: {
      operationId: 'setRepresentative',
      tags: ['clusters'],
      summary: 'Make a stored member the representative of its cluster',
      description:
        'The member remains the representative until it leaves the cluster. After that, it is again the stored member that joined first.',
      params: clusterParams,
      body: representativeRequest,
      response: {
        200: cluster.describe('The cluster'),
        ...problems(
          'body',
          'uri_too_long',
          'cluster_not_found',
          'document_not_found',
          'collection_not_found',
          'disk_full',
        ),
      },
    },
    handler: async (request) => {
      const { id, collection } = request.body;
      const client = getClient(request);
      const found = await detector.represent(request.params.id, id, collection, client);
      return clusterReply(found, collection);
    },
  });

  app.route({
    method: 'GET',
    url: '/clusters/:id/hosts',
    config: { scope: 'read', collection: 'query' },
    schema: {
      operationId: 'listClusterHosts',
      tags: ['clusters'],
      summary: 'List the hosts of the members of a cluster, those with the most members first',
      description: 'The cluster may have at most 50,000 members.',
      params: clusterParams,
      querystring: collectionQuery,
      response: {
        200: clusterHosts.describe('The hosts'),
        ...problems('noBody', 'uri_too_long', 'cluster_not_found', 'collection_not_found'),
      },
    },
    handler: (request, reply) =>
      detector.listHosts(
        request.params.id,
        request.query.collection,
        longWorkContext(keys, request, reply),
      ),
  });
}

function clusterReply(cluster: Cluster, collection: string) {
  const { id, size, refused, representative, leastSimilarity, createdAt, updatedAt } = cluster;
  const times = { createdAt: timeReply(createdAt), updatedAt: timeReply(updatedAt) };
  const counts = {
    ...{ size, refused, representative: representative.id },
    leastSimilarity: shareReply(leastSimilarity),
  };
  return { id, collection, ...counts, ...times };
}

function membersReply({ members, representative: first }: ClusterPage) {
  return members.map(({ id, stored, seat, match }) => {
    const representative = stored && seat === first.seat;
    const measured = match !== null && match.seat === first.seat && match.id === first.id;
    return {
      id,
      stored,
      representative,
      match: match && memberMatchReply(match),
      measuredAgainstRepresentative: representative || measured,
    };
  });
}
