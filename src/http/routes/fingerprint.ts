import { signableOf } from '../content.js';
import { signatureReply } from '../replies.js';
import { replies } from '../reply-schemas.js';
import { type App, problems, type RouteContext } from '../route.js';

export function fingerprintRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/fingerprint',
    config: { scope: 'read', collection: 'body' },
    schema: {
      operationId: 'fingerprint',
      tags: ['decide'],
      summary: 'Compute the fingerprint that a document would get; nothing is stored',
      body: schemas.fingerprint,
      response: {
        200: replies.fingerprinted.describe('The fingerprint and the recipe that made it'),
        ...problems('body', 'collection_not_found', 'text_empty', 'recipe_mismatch'),
      },
    },
    handler: async ({ body }) => {
      const { signature, collection } = await detector.fingerprint(
        signableOf(body),
        body.collection,
      );
      return { ...signatureReply(signature), recipe: collection.recipeId };
    },
  });
}
