import { z } from 'zod';
import { listCursorOf, listPositionOf } from '../../api/cursor.js';
import {
  clusterReply,
  membersReply,
  separationReply,
  unseparatedReply,
} from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { cluster } from '../../api/resource-schemas.js';
import {
  clusterParams,
  clusterQuery,
  clustersQuery,
  collectionQuery,
  pageQuery,
  representativeRequest,
  separationRequest,
} from '../../api/schemas.js';
import type { Client } from '../../shares/client.js';
import { type App, problems, type RouteContext } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfPage } from '../stages/reply-budget.js';

/** Positions in lists: what a page ended with. */
const clusterPosition = z.tuple([z.int(), z.string()]);
const memberPosition = z.tuple([z.boolean(), z.int()]);
const sortedPosition = z.tuple([z.string(), z.boolean(), z.number(), z.int()]);
const separationPosition = z.tuple([z.string(), z.string()]);

export function clusterRoutes(app: App, { detector }: RouteContext): void {
  async function sortedCluster(
    id: string,
    { collection, cursor, limit, order, direction, host }: z.output<typeof clusterQuery>,
    client: Client,
  ) {
    const descending = order !== 'seat' && direction !== 'ascending';
    const page = await detector.getSortedCluster(
      id,
      collection,
      {
        ...{ order, descending, limit, after: sortedPlaceOf(cursor, order, descending) },
        host: host === '' ? null : host?.toLowerCase(),
      },
      client,
    );
    const place = page.next && ([order, descending, page.next.key, page.next.seat] as const);
    return {
      ...clusterReply(page, collection),
      members: membersReply(page),
      nextCursor: place && listCursorOf('o1', place),
    };
  }

  app.route({
    method: 'GET',
    url: '/clusters',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'listClusters',
      tags: ['clusters'],
      summary: 'Clusters of duplicates, those with the most members first',
      description: 'A cluster is a set of documents that are connected by matches.',
      querystring: clustersQuery,
      response: {
        200: replies.clusters.describe('One page; `nextCursor` is null on the last'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => {
      const { collection, minSize, cursor, limit } = request.query;
      const after = cursor === undefined ? null : listPositionOf('c1', cursor, clusterPosition);
      const { clusters, more } = await detector.listClusters(
        collection,
        { minMembers: minSize, after: after && { members: after[0], id: after[1] }, limit },
        clientOf(request),
      );
      const last = clusters.at(-1);
      return {
        clusters: clusters.map((cluster) => clusterReply(cluster, collection)),
        nextCursor: more && last ? listCursorOf('c1', [last.size + last.refused, last.id]) : null,
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
      summary: 'A cluster with its members, and what each was found to duplicate',
      description:
        'With its members, page by page. In another order than that of seats, and of one host, up to 50,000 members.',
      params: clusterParams,
      querystring: clusterQuery,
      response: {
        200: replies.cluster.describe('The cluster with one page of its members'),
        ...problems(
          'noBody',
          'uri_too_long',
          'invalid_cursor',
          'cluster_not_found',
          'collection_not_found',
          'store_unsupported',
        ),
      },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { collection, cursor, limit, order, host } = request.query;
      if (order !== 'seat' || host !== undefined) {
        return sortedCluster(id, request.query, clientOf(request));
      }
      const after = cursor === undefined ? null : listPositionOf('m1', cursor, memberPosition);
      const position = after && { stored: after[0], seat: after[1] };
      const page = await detector.getCluster(id, collection, position, limit, clientOf(request));
      const last = page.members.at(-1);
      return {
        ...clusterReply(page, collection),
        members: membersReply(page),
        nextCursor: page.more && last ? listCursorOf('m1', [last.stored, last.seat]) : null,
      };
    },
  });
}

export function clusterMemberRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'PUT',
    url: '/clusters/:id/representative',
    config: { scope: 'write', collection: 'body' },
    schema: {
      operationId: 'setRepresentative',
      tags: ['clusters'],
      summary: 'Make a stored member the representative of its cluster',
      description: 'It stays so until it leaves; then the member that came first is it again.',
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
          'store_unsupported',
          'disk_full',
        ),
      },
    },
    handler: async (request) => {
      const { id, collection } = request.body;
      const client = clientOf(request);
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
      summary: 'The hosts of the members of a cluster, those with the most members first',
      description: 'Of clusters with at most 50,000 members.',
      params: clusterParams,
      querystring: collectionQuery,
      response: {
        200: replies.clusterHosts.describe('The hosts'),
        ...problems(
          'noBody',
          'uri_too_long',
          'cluster_not_found',
          'collection_not_found',
          'store_unsupported',
        ),
      },
    },
    handler: (request) =>
      detector.listHosts(request.params.id, request.query.collection, clientOf(request)),
  });
}

/** The place after which a page begins. @throws `invalid_cursor`, also if it is of another order */
function sortedPlaceOf(cursor: string | undefined, order: string, descending: boolean) {
  if (cursor === undefined) return null;
  const form = sortedPosition.refine(([name, down]) => name === order && down === descending);
  const [, , key, seat] = listPositionOf('o1', cursor, form);
  return { key, seat };
}

export function separationRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/documents/separate',
    config: { scope: 'write', collection: 'body' },
    schema: {
      operationId: 'separateDocuments',
      tags: ['clusters'],
      summary: 'Declare that two documents are no duplicates, for all later checks',
      description:
        'For pairs that match and are not duplicates: neither refuses the other any more. If both are in one cluster, the one that came later leaves it: `left` tells.',
      body: separationRequest,
      response: {
        200: replies.separation.describe('It is remembered'),
        ...problems('body', 'collection_not_found', 'store_unsupported', 'disk_full'),
      },
    },
    handler: async (request) => {
      const { a, b, collection } = request.body;
      return separationReply(await detector.separate(a, b, collection, clientOf(request)));
    },
  });

  app.route({
    method: 'GET',
    url: '/separations',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'listSeparations',
      tags: ['clusters'],
      summary:
        'Pairs of documents that were declared to be no duplicates, in the order of their ids',
      description: 'Page by page, in the order of their ids.',
      querystring: pageQuery,
      response: {
        200: replies.separations.describe('One page; `nextCursor` is null on the last'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => {
      const { collection, cursor, limit } = request.query;
      const after = cursor === undefined ? null : listPositionOf('p1', cursor, separationPosition);
      const { separations, more } = await detector.listSeparations(
        collection,
        { after: after && { a: after[0], b: after[1] }, limit },
        clientOf(request),
      );
      const last = separations.at(-1);
      return {
        separations: separations.map(separationReply),
        nextCursor: more && last ? listCursorOf('p1', [last.a, last.b]) : null,
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/separations',
    config: { scope: 'write', collection: 'query' },
    schema: {
      operationId: 'deleteSeparation',
      tags: ['clusters'],
      summary: 'Take back that two documents are no duplicates, in whichever order',
      description:
        'From then on the two may match again. Who left a cluster by it is back there, if nothing has happened since that speaks against it.',
      querystring: separationRequest,
      response: {
        200: replies.unseparated.describe('It is forgotten'),
        ...problems(
          'noBody',
          'separation_not_found',
          'collection_not_found',
          'store_unsupported',
          'disk_full',
        ),
      },
    },
    handler: async (request) => {
      const { a, b, collection } = request.query;
      return unseparatedReply(await detector.unseparate(a, b, collection, clientOf(request)));
    },
  });
}
