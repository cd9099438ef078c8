import { probeOf } from '../content.js';
import { comparisonReply } from '../replies.js';
import { replies } from '../reply-schemas.js';
import { type App, problems, type RouteContext } from '../route.js';

export function compareRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/compare',
    config: { scope: 'read', collection: 'body' },
    schema: {
      operationId: 'compare',
      tags: ['decide'],
      summary: 'Compare two contents or stored documents by every measure',
      body: schemas.compare,
      response: {
        200: replies.compared.describe('How alike the two are'),
        ...problems('content', 'document_not_found'),
      },
    },
    handler: async ({ body: { a, b, collection, explain } }) => {
      const compared = await detector.compare(probeOf(a), probeOf(b), collection, explain);
      return comparisonReply(compared, explain);
    },
  });
}
