import { z } from 'zod';
import { listCursors } from '../../api/cursor.js';
import { pageQuery, pairRequest, time, timeReply } from '../../api/fields.js';
import type { Separation } from '../../store/contract/clusters.js';
import { getClient } from '../limits/client.js';
import { bytesOfPage } from '../limits/reply-budget.js';
import { type App, problems, type RouteContext, sample } from '../route.js';

/** A member, and the cluster that it left. */
const placeInCluster = z
  .object({ id: z.string(), cluster: z.string().describe('Id of the cluster.') })
  .meta({ id: 'PlaceInCluster' });

const separation = z
  .object({
    a: z.string().describe('Id that comes first in the order of the UTF-8 bytes.'),
    b: z.string(),
    createdAt: time,
  })
  .meta({ id: 'Separation' });

const separated = separation
  .extend({
    left: placeInCluster
      .nullable()
      .describe(
        'Member that left its cluster as a result. Null if the two were not in the same cluster.',
      ),
  })
  .meta({ id: 'SeparatedPair' });

const separationPage = z
  .object({ separations: z.array(separation), nextCursor: z.string().nullable() })
  .meta({ id: 'SeparationPage' });

/** Cursors that contain the two ids of a separated pair. */
const cursors = listCursors('p1', z.tuple([z.string(), z.string()]));

export function separationRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/separations',
    config: {
      scope: 'write',
      collection: 'body',
      example: { body: { a: sample.first, b: sample.second } },
    },
    schema: {
      operationId: 'separateDocuments',
      tags: ['clusters'],
      summary: 'Declare that two documents are not duplicates of each other',
      description:
        'For documents that match but are not duplicates. In later checks, neither causes the other to be refused. If both are in one cluster, the one that joined later leaves it and is returned in `left`.',
      body: pairRequest,
      response: {
        200: separated.describe('The documents are declared separate'),
        ...problems('body', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request) => {
      const { a, b, collection } = request.body;
      const done = await detector.separate(a, b, collection, getClient(request));
      return { ...separationReply(done), left: done.left };
    },
  });

  app.route({
    method: 'GET',
    url: '/separations',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'listSeparations',
      tags: ['clusters'],
      summary: 'List pairs of documents that were declared separate',
      description: 'Pairs are returned page by page, in the order of their ids.',
      querystring: pageQuery,
      response: {
        200: separationPage.describe('One page. `nextCursor` is null on the last page'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection, cursor, limit } = request.query;
      const after = cursors.read(cursor);
      const { separations, more } = await detector.listSeparations(
        collection,
        { after: after && { a: after[0], b: after[1] }, limit },
        getClient(request),
      );
      const last = separations.at(-1);
      return {
        separations: separations.map(separationReply),
        nextCursor: cursors.write(more && last ? [last.a, last.b] : null),
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/separations',
    config: {
      scope: 'write',
      collection: 'query',
      example: { parameters: { a: sample.first, b: sample.second } },
    },
    schema: {
      operationId: 'deleteSeparation',
      tags: ['clusters'],
      summary: 'Withdraw the declaration that two documents are separate',
      description:
        'Later checks may match the two again. A member that left its cluster does not return by itself: a later check or a scan may bring the two together. The two ids may be given in either order.',
      querystring: pairRequest,
      response: {
        204: z.null().describe('The separation is withdrawn'),
        ...problems('noBody', 'separation_not_found', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request, reply) => {
      const { a, b, collection } = request.query;
      await detector.unseparate(a, b, collection, getClient(request));
      return reply.code(204).send(null);
    },
  });
}

const separationReply = ({ a, b, createdAt }: Separation) => ({
  ...{ a, b },
  createdAt: timeReply(createdAt),
});
