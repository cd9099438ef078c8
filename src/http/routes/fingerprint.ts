import { readableOf } from '../../api/content.js';
import { computedReply } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { type App, problems, type RouteContext, whenGone } from '../route.js';
import { clientOf } from '../stages/access.js';

export function fingerprintRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/fingerprint',
    config: { scope: 'read', collection: 'body' },
    schema: {
      operationId: 'fingerprint',
      tags: ['decide'],
      summary: 'Compute the fingerprint that a document would get; nothing is stored',
      description: 'Computes the 64-bit SimHash by the recipe of a collection. Stores nothing.',
      body: schemas.fingerprint,
      response: {
        200: replies.fingerprinted.describe('The fingerprint and the recipe that made it'),
        ...problems('content'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const errand = { client: clientOf(request), signal: whenGone(reply) };
      const computed = await detector.fingerprint(readableOf(body), body.collection, errand);
      return { ...computedReply(computed), recipe: computed.collection.recipeId };
    },
  });
}
