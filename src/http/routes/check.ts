import { documentOf } from '../content.js';
import { checkedReply, locationHeaders } from '../replies.js';
import { replies } from '../reply-schemas.js';
import { type App, problems, type RouteContext } from '../route.js';

export function checkRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/check',
    config: { scope: 'write', collection: 'body' },
    schema: {
      operationId: 'check',
      tags: ['decide'],
      summary: 'Decide whether a document is here already, and store it if not, in one atomic step',
      body: schemas.check,
      response: {
        200: replies.checked.describe('Decided; no document was created'),
        201: replies.checked.describe('Decided, and a document was created'),
        ...problems('content', 'distance_unsupported', 'disk_full'),
      },
    },
    handler: async ({ body, timings }, reply) => {
      const outcome = await detector.check(documentOf(body), body, timings);
      if (outcome.created) {
        reply.code(201).headers(locationHeaders(outcome.id as string, body.collection));
      }
      return checkedReply(outcome, body.collection);
    },
  });
}
