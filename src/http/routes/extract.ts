import { pageOf } from '../../api/content.js';
import { replies } from '../../api/reply-schemas.js';
import { type App, problems, type RouteContext, whenGone } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfText } from '../stages/reply-budget.js';

export function extractRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/extract',
    config: { scope: 'read', collection: 'handler', replyBytes: bytesOfText }, // it touches none
    schema: {
      operationId: 'extract',
      tags: ['decide'],
      summary: 'Take the text from a page, and tell how; nothing is stored',
      description:
        'Gives the main text of a page as the other operations would read it, and the facts that the page states about itself.',
      body: schemas.extract,
      response: {
        200: replies.extracted.describe('The text that a check of this page would compare'),
        ...problems('body', 'extraction_failed'),
      },
    },
    handler: async (request, reply) => {
      const errand = { client: clientOf(request), signal: whenGone(reply) };
      const { url, ...body } = request.body;
      const { page, ...extracted } = await detector.extract(pageOf({ ...body, id: url }), errand);
      return { ...page, ...extracted };
    },
  });
}
