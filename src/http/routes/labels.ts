import { z } from 'zod';
import { listCursors } from '../../api/cursor.js';
import {
  collectionField,
  collectionQuery,
  documentId,
  pageQuery,
  pairRequest,
  time,
  timeReply,
  withDefault,
} from '../../api/fields.js';
import { addsNothing, shareReply } from '../../api/matches.js';
import { type Label, labelNames } from '../../store/contract/labels.js';
import { type App, longErrand, problems, type RouteContext, sample } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfPage } from '../stages/reply-budget.js';

const labelRequest = z.strictObject({
  a: documentId,
  b: documentId,
  label: z.enum(labelNames).describe('what the two are: `version` is another state of one page'),
  separate: withDefault(
    z.boolean().describe('with `different`: also declare them separate, for all later checks'),
    false,
  ),
  collection: collectionField,
});

const borderQuery = z.strictObject({
  collection: collectionField,
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('how many pairs at most'),
});

const label = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    label: z.enum(labelNames),
    createdAt: time,
  })
  .meta({ id: 'Label' });

const labelPage = z
  .object({ labels: z.array(label), nextCursor: z.string().nullable() })
  .meta({ id: 'LabelPage' });

/** A pair whose label would be informative. */
const borderPair = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    match: z.boolean().describe('whether the two match by the settings of the collection'),
    addsNothing,
  })
  .meta({ id: 'BorderPair' });

const borderPairs = z
  .object({
    pairs: z
      .array(borderPair)
      .readonly()
      .describe('those nearest to the middle of what is uncertain first; none: nothing to ask'),
  })
  .meta({ id: 'BorderPairs' });

const recommended = z
  .object({
    setting: z.enum(['minSimilarity', 'maxDistance']).describe('which setting is recommended'),
    threshold: z.number().describe('what the collection has now'),
    recommended: z
      .object({
        threshold: z.number(),
        interval: z
          .object({ low: z.number(), high: z.number() })
          .describe('where the threshold lies with a probability of 95 %'),
        answersNeeded: z
          .int()
          .describe('about how many more labels the interval takes to be 0.1 wide; 0: none'),
      })
      .nullable()
      .describe('null: fewer than five labels, or none of pairs that are different, or alike'),
    labels: z
      .object({ same: z.int(), version: z.int(), different: z.int() })
      .describe('that were used'),
    ignored: z
      .int()
      .describe('labels of pairs with a short text or without a sketch: other thresholds count'),
  })
  .meta({ id: 'ThresholdRecommendation' });

/** Cursors with two ids. */
const cursors = listCursors('l1', z.tuple([z.string(), z.string()]));

export function labelRoutes(app: App, { detector, keys }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/labels',
    config: {
      scope: 'write',
      collection: 'body',
      example: { body: { a: sample.first, b: sample.second, label: 'same' } },
    },
    schema: {
      operationId: 'labelPair',
      tags: ['labels'],
      summary: 'Say whether two stored documents are the same, versions of one, or different',
      description: 'Labels are what a recommended threshold is computed from.',
      body: labelRequest,
      response: {
        204: z.null().describe('It is kept, in the place of what was said before'),
        ...problems('body', 'document_not_found', 'collection_not_found', 'disk_full'),
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
        200: labelPage.describe('One page; `nextCursor` is null on the last'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection, cursor, limit } = request.query;
      const after = cursors.read(cursor);
      const { labels, more } = await detector.listLabels(
        collection,
        { after: after && { a: after[0], b: after[1] }, limit },
        clientOf(request),
      );
      const last = labels.at(-1);
      return {
        labels: labels.map(labelReply),
        nextCursor: cursors.write(more && last ? [last.a, last.b] : null),
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/labels',
    config: {
      scope: 'write',
      collection: 'query',
      example: { parameters: { a: sample.first, b: sample.second } },
    },
    schema: {
      operationId: 'deleteLabel',
      tags: ['labels'],
      summary: 'Take back what was said of two documents, in whichever order',
      description: 'The recommendation no longer counts it.',
      querystring: pairRequest,
      response: {
        204: z.null().describe('It is forgotten'),
        ...problems('noBody', 'label_not_found', 'collection_not_found', 'disk_full'),
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
    url: '/labels/next',
    config: {
      scope: 'read',
      collection: 'query',
    },
    schema: {
      operationId: 'border',
      tags: ['labels'],
      summary: 'Pairs of stored documents whose label would tell most about the threshold',
      description: 'Label these, and ask again: some 30 answers make a good recommendation.',
      querystring: borderQuery,
      response: {
        200: borderPairs.describe('The pairs; a new sample each time'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { collection, limit } = request.query;
      const errand = longErrand(keys, request, reply);
      const pairs = await detector.border(collection, limit, errand);
      return { pairs: pairs.map((pair) => ({ ...pair, similarity: shareReply(pair.similarity) })) };
    },
  });

  app.route({
    method: 'GET',
    url: '/labels/recommendation',
    config: {
      scope: 'read',
      collection: 'query',
    },
    schema: {
      operationId: 'recommendation',
      tags: ['labels'],
      summary: 'The threshold that fits the labels best, and how certain it is',
      description:
        'A logistic curve through the labels; the threshold lies where it crosses one half.',
      querystring: collectionQuery,
      response: {
        200: recommended.describe('The threshold, with an interval'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const errand = longErrand(keys, request, reply);
      return detector.recommendation(request.query.collection, errand);
    },
  });
}

function labelReply({ createdAt, ...label }: Label) {
  return { ...label, createdAt: timeReply(createdAt) };
}
