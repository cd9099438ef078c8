import { z } from 'zod';
import { type RequestLimits, readableFields, toReadable } from '../../api/content.js';
import { computedReply, extractorOfPage, featureCount, shortText } from '../../api/documents.js';
import {
  collectionField,
  collectionQuery,
  exactlyOne,
  fingerprintHex,
  notExactlyOne,
  recipeIdHex,
  refused,
} from '../../api/fields.js';
import { getClient } from '../limits/client.js';
import { type App, disconnectSignal, problems, type RouteContext, sample } from '../route.js';

function fingerprintRequest(limits: RequestLimits) {
  return {
    json: z
      .strictObject({ ...readableFields(limits), collection: collectionField })
      .superRefine(exactlyOne('text', 'html', 'features'))
      .meta(refused(notExactlyOne('text', 'html', 'features'))),
    query: collectionQuery,
  };
}

const fingerprinted = z
  .object({
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    extractor: extractorOfPage,
    recipe: recipeIdHex,
  })
  .meta({ id: 'Fingerprint' });

export function fingerprintRoutes(app: App, { detector, featuresMax }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/fingerprint',
    config: { scope: 'read', collection: 'body', example: { body: { text: sample.text } } },
    schema: {
      operationId: 'fingerprint',
      tags: ['decide'],
      summary: 'Compute the fingerprint of a document without storing it',
      description: 'Computes the 64-bit SimHash with the recipe of a collection.',
      body: fingerprintRequest({ featuresMax }),
      response: {
        200: fingerprinted.describe(
          'The fingerprint, and the id of the recipe that it was computed with',
        ),
        ...problems('content'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const context = { client: getClient(request), signal: disconnectSignal(reply) };
      const computed = await detector.fingerprint(toReadable(body), body.collection, context);
      return { ...computedReply(computed), recipe: computed.collection.recipeId };
    },
  });
}
