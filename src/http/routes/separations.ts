import { z } from 'zod';
import { listCursors } from '../../api/cursor.js';
import { pageQuery, pairRequest, time, timeReply } from '../../api/fields.js';
import type { Departure, Separation, Unseparated } from '../../store/contract/clusters.js';
import { type App, problems, type RouteContext, sample } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfPage } from '../stages/reply-budget.js';

/** A member, and the cluster that it left or rejoined. */
const placeInCluster = z
  .object({ id: z.string(), cluster: z.string().describe('id of the cluster') })
  .meta({ id: 'PlaceInCluster' });

const separation = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    createdAt: time,
    left: placeInCluster
      .nullable()
      .describe(
        'who left which cluster by it; null: nobody, as the two were in no cluster together',
      ),
  })
  .meta({ id: 'Separation' });

const unseparated = z
  .object({
    restored: placeInCluster
      .nullable()
      .describe('who is back in its former seat of which cluster; null: nobody'),
  })
  .meta({ id: 'UndoneSeparation' });

const separationPage = z
  .object({ separations: z.array(separation), nextCursor: z.string().nullable() })
  .meta({ id: 'SeparationPage' });

/** Cursors with two ids. */
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
      summary: 'Declare that two documents are no duplicates, for all later checks',
      description:
        'For pairs that match and are not duplicates: neither refuses the other any more. If both are in one cluster, the one that came later leaves it: `left` tells.',
      body: pairRequest,
      response: {
        200: separation.describe('It is remembered'),
        ...problems('body', 'collection_not_found', 'disk_full'),
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
        200: separationPage.describe('One page; `nextCursor` is null on the last'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection, cursor, limit } = request.query;
      const after = cursors.read(cursor);
      const { separations, more } = await detector.listSeparations(
        collection,
        { after: after && { a: after[0], b: after[1] }, limit },
        clientOf(request),
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
      summary: 'Take back that two documents are no duplicates, in whichever order',
      description:
        'From then on the two may match again. Who left a cluster by it is back there, if nothing has happened since that speaks against it.',
      querystring: pairRequest,
      response: {
        200: unseparated.describe('It is forgotten'),
        ...problems('noBody', 'separation_not_found', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request) => {
      const { a, b, collection } = request.query;
      return unseparatedReply(await detector.unseparate(a, b, collection, clientOf(request)));
    },
  });
}

function separationReply({ a, b, createdAt, departure }: Separation) {
  return { a, b, createdAt: timeReply(createdAt), left: departure && placeReply(departure) };
}

const unseparatedReply = ({ restored }: Unseparated) => ({
  restored: restored && placeReply(restored),
});

const placeReply = ({ cluster, member }: Departure) => ({ id: member.id, cluster });
