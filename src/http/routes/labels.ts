import { z } from 'zod';
import { nameParams } from '../../api/collection-schemas.js';
import { listCursorOf, listPositionOf } from '../../api/cursor.js';
import { labelReply } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { borderQuery, labelRequest, pageQuery, separationRequest } from '../../api/schemas.js';
import { type App, problems, type RouteContext } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfPage } from '../stages/reply-budget.js';

/** The position in a list: what a page ended with. */
const position = z.tuple([z.string(), z.string()]);

export function labelRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/labels',
    config: { scope: 'write', collection: 'body' },
    schema: {
      operationId: 'labelPair',
      tags: ['labels'],
      summary: 'Say whether two stored documents are the same, versions of one, or different',
      description: 'Labels are what a recommended threshold is computed from.',
      body: labelRequest,
      response: {
        204: z.null().describe('It is kept, in the place of what was said before'),
        ...problems(
          'body',
          'document_not_found',
          'collection_not_found',
          'store_unsupported',
          'disk_full',
        ),
      },
    },
    handler: async (request, reply) => {
      const { collection, ...pair } = request.body;
      await detector.label(pair, collection, clientOf(request));
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'GET',
    url: '/labels',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'listLabels',
      tags: ['labels'],
      summary: 'What was said of pairs of documents, in the order of their ids',
      description: 'Page by page.',
      querystring: pageQuery,
      response: {
        200: replies.labels.describe('One page; `nextCursor` is null on the last'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => {
      const { collection, cursor, limit } = request.query;
      const after = cursor === undefined ? null : listPositionOf('l1', cursor, position);
      const { labels, more } = await detector.listLabels(
        collection,
        { after: after && { a: after[0], b: after[1] }, limit },
        clientOf(request),
      );
      const last = labels.at(-1);
      return {
        labels: labels.map(labelReply),
        nextCursor: more && last ? listCursorOf('l1', [last.a, last.b]) : null,
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/labels',
    config: { scope: 'write', collection: 'query' },
    schema: {
      operationId: 'deleteLabel',
      tags: ['labels'],
      summary: 'Take back what was said of two documents, in whichever order',
      description: 'The recommendation no longer counts it.',
      querystring: separationRequest,
      response: {
        204: z.null().describe('It is forgotten'),
        ...problems(
          'noBody',
          'label_not_found',
          'collection_not_found',
          'store_unsupported',
          'disk_full',
        ),
      },
    },
    handler: async (request, reply) => {
      const { a, b, collection } = request.query;
      await detector.unlabel(a, b, collection, clientOf(request));
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'GET',
    url: '/collections/:name/border',
    config: { scope: 'read', collection: 'params' },
    schema: {
      operationId: 'border',
      tags: ['labels'],
      summary: 'Pairs of stored documents whose label would tell most about the threshold',
      description: 'Label these, and ask again: some 30 answers make a good recommendation.',
      params: nameParams,
      querystring: borderQuery,
      response: {
        200: replies.border.describe('The pairs; drawn anew each time'),
        ...problems('noBody', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => {
      const { params, query } = request;
      return { pairs: await detector.border(params.name, query.limit, clientOf(request)) };
    },
  });

  app.route({
    method: 'GET',
    url: '/collections/:name/recommendation',
    config: { scope: 'read', collection: 'params' },
    schema: {
      operationId: 'recommendation',
      tags: ['labels'],
      summary: 'The threshold that fits the labels best, and how certain it is',
      description:
        'A logistic curve through the labels; the threshold lies where it crosses one half.',
      params: nameParams,
      response: {
        200: replies.recommendation.describe('The threshold, with an interval'),
        ...problems('noBody', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => detector.recommendation(request.params.name, clientOf(request)),
  });
}
