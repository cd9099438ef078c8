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
import { getClient } from '../limits/client.js';
import { bytesOfPage } from '../limits/reply-budget.js';
import { type App, longWorkContext, problems, type RouteContext, sample } from '../route.js';

const labelRequest = z.strictObject({
  a: documentId,
  b: documentId,
  label: z
    .enum(labelNames)
    .describe(
      'How the two are related: the same document, versions of one page, or different documents.',
    ),
  separate: withDefault(
    z
      .boolean()
      .describe(
        'Also declare the two separate, so that no later check takes them for duplicates. Requires the label `different`.',
      ),
    false,
  ),
  collection: collectionField,
});

const borderQuery = z.strictObject({
  collection: collectionField,
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('Maximum number of pairs.'),
});

const label = z
  .object({
    a: z.string().describe('Id that comes first in the order of the UTF-8 bytes.'),
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
    a: z.string().describe('Id that comes first in the order of the UTF-8 bytes.'),
    b: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    match: z.boolean().describe('Whether the two match by the settings of the collection.'),
    addsNothing: addsNothing.describe(
      'Whether the two match and one of them has each line of the other.',
    ),
  })
  .meta({ id: 'BorderPair' });

const borderPairs = z
  .object({
    pairs: z
      .array(borderPair)
      .readonly()
      .describe('Pairs, the most uncertain first. Empty if there is nothing to label.'),
  })
  .meta({ id: 'BorderPairs' });

const recommended = z
  .object({
    setting: z
      .enum(['minSimilarity', 'maxDistance'])
      .describe('Setting that the recommendation applies to.'),
    threshold: z.number().describe('Current value of this setting.'),
    recommended: z
      .object({
        threshold: z.number(),
        interval: z
          .object({ low: z.number(), high: z.number() })
          .describe('95% interval of the threshold.'),
        answersNeeded: z
          .int()
          .describe(
            'Estimated number of further labels needed to narrow the interval to 0.1. It is 0 if the interval is narrow enough.',
          ),
      })
      .nullable()
      .describe(
        'Recommended threshold. Null if there are fewer than five labels, or if either all of them are `different` or none is.',
      ),
    labels: z
      .object({ same: z.int(), version: z.int(), different: z.int() })
      .describe('Number of labels that were used.'),
    ignored: z
      .int()
      .describe(
        'Number of labels that were ignored: pairs with a short text or without a sketch have other thresholds.',
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
      description: 'Thresholds are recommended on the basis of labels.',
      body: labelRequest,
      response: {
        204: z.null().describe('The label is stored. It replaces an earlier label of the pair'),
        ...problems('body', 'document_not_found', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request, reply) => {
      const { collection, ...pair } = request.body;
      await detector.label(pair, collection, getClient(request));
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
      summary: 'List labelled pairs of documents',
      description: 'Pairs are returned page by page, in the order of their ids.',
      querystring: pageQuery,
      response: {
        200: labelPage.describe('One page. `nextCursor` is null on the last page'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection, cursor, limit } = request.query;
      const after = cursors.read(cursor);
      const { labels, more } = await detector.listLabels(
        collection,
        { after: after && { a: after[0], b: after[1] }, limit },
        getClient(request),
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
      summary: 'Delete the label of two documents',
      description:
        'The recommended threshold no longer depends on the label. The two ids may be given in either order.',
      querystring: pairRequest,
      response: {
        204: z.null().describe('The label is deleted'),
        ...problems('noBody', 'label_not_found', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request, reply) => {
      const { a, b, collection } = request.query;
      await detector.unlabel(a, b, collection, getClient(request));
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
      summary: 'Suggest the pairs of stored documents that are most worth labelling next',
      description:
        'Label the pairs, then request more. About 30 labels give a good recommendation.',
      querystring: borderQuery,
      response: {
        200: borderPairs.describe('The pairs, from a new sample for each request'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { collection, limit } = request.query;
      const context = longWorkContext(keys, request, reply);
      const pairs = await detector.uncertainPairs(collection, limit, context);
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
      summary: 'Recommend the threshold that fits the labels best',
      description:
        'Fits a logistic curve to the labels. The recommended threshold is the similarity at which a pair is as likely to be a duplicate as not.',
      querystring: collectionQuery,
      response: {
        200: recommended.describe('The threshold, with its 95% interval'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const context = longWorkContext(keys, request, reply);
      return detector.recommendation(request.query.collection, context);
    },
  });
}

function labelReply({ createdAt, ...label }: Label) {
  return { ...label, createdAt: timeReply(createdAt) };
}
