import { clientOf } from '../client-of.js';
import { pageOf } from '../content.js';
import { bytesOfText } from '../reply-budget.js';
import { replies } from '../reply-schemas.js';
import { type App, problems, type RouteContext } from '../route.js';
import { whenGone } from '../when-gone.js';

export function extractRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/extract',
    config: { scope: 'read', collection: 'handler', replyBytes: bytesOfText }, // it touches none
    schema: {
      operationId: 'extract',
      tags: ['decide'],
      summary: 'Take the text from a page, and tell how; nothing is stored',
      body: schemas.extract,
      response: {
        200: replies.extracted.describe('The text that a check of this page would compare'),
        ...problems('body', 'extraction_failed'),
      },
    },
    handler: async (request, reply) => {
      const errand = { client: clientOf(request), signal: whenGone(reply) };
      const { title, text, charset, charsetSource, extractor } = await detector.extract(
        pageOf(request.body),
        errand,
      );
      return { title, text, charset, charsetSource, extractor };
    },
  });
}
