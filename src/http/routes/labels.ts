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
  label: z
    .enum(labelNames)
    .describe('relation of the two: `version` is another state of the same page'),
  separate: withDefault(
    z.boolean().describe('with `different`: also declare them separate, for all later checks'),
    false,
  ),
  collection: collectionField,
});

const borderQuery = z.strictObject({
  collection: collectionField,
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('maximum number of pairs'),
});

const label = z
  .object({
    a: z.string().describe('first of the two ids in the order of their UTF-8 bytes'),
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
    a: z.string().describe('first of the two ids in the order of their UTF-8 bytes'),
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
      .describe('most uncertain pairs first; empty if there is nothing to label'),
  })
  .meta({ id: 'BorderPairs' });

const recommended = z
  .object({
    setting: z
      .enum(['minSimilarity', 'maxDistance'])
      .describe('setting that the recommendation is for'),
    threshold: z.number().describe('current value in the collection'),
    recommended: z
      .object({
        threshold: z.number(),
        interval: z
          .object({ low: z.number(), high: z.number() })
          .describe('95 % interval of the threshold'),
        answersNeeded: z
          .int()
          .describe('approximate number of further labels until the interval is 0.1 wide'),
      })
      .nullable()
      .describe('null: there are fewer than five labels, or they are all of one kind'),
    labels: z
      .object({ same: z.int(), version: z.int(), different: z.int() })
      .describe('number of labels used'),
    ignored: z
      .int()
      .describe(
        'number of labels ignored: pairs with a short text or without a sketch have other thresholds',
      ),
  })
  .meta({ id: 'ThresholdRecommendation' });

/** Cursors that contain the two ids of a labelled pair. */
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
      summary: 'Label two stored documents as the same, as versions of one page, or as different',
      description: 'Recommended thresholds are computed from labels.',
      body: labelRequest,
      response: {
        204: z.null().describe('The label is stored, and replaces an earlier one'),
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
      summary: 'List labelled pairs of documents, by id',
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
      summary: 'Delete the label of two documents; the two ids may be in either order',
      description: 'The recommendation no longer counts it.',
      querystring: pairRequest,
      response: {
        204: z.null().describe('The separation is withdrawn'),
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
      summary: 'Suggest the pairs of stored documents most worth labelling next',
      description: 'Label them, then request more: about 30 labels make a good recommendation.',
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
      summary: 'Recommend the threshold that fits the labels best, and its uncertainty',
      description:
        'A logistic curve is fitted to the labels; the threshold is the point where it crosses one half.',
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
