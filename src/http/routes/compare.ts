import { probeOf } from '../../api/content.js';
import { comparisonReply } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { type App, problems, type RouteContext, whenGone } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfText } from '../stages/reply-budget.js';

export function compareRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/compare',
    config: { scope: 'read', collection: 'body', replyBytes: bytesOfText },
    schema: {
      operationId: 'compare',
      tags: ['decide'],
      summary: 'Compare two contents or stored documents by every measure',
      description:
        'Measures two documents against each other by every measure: distance, similarity, containment. Each side is stored (`id`) or sent.',
      body: schemas.compare,
      response: {
        200: replies.compared.describe('How alike the two are'),
        ...problems('content', 'document_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { a, b, collection, explain } = request.body;
      const errand = { client: clientOf(request), signal: whenGone(reply) };
      const compared = await detector.compare(probeOf(a), probeOf(b), collection, explain, errand);
      return comparisonReply(compared, explain);
    },
  });
}
