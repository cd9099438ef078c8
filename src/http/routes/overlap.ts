import { overlapProbeOf } from '../../api/content.js';
import { overlapReply } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { type App, problems, type RouteContext, whenGone } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfMatches } from '../stages/reply-budget.js';

export function overlapRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/overlap',
    config: { scope: 'read', collection: 'body', replyBytes: bytesOfMatches },
    schema: {
      operationId: 'overlap',
      tags: ['decide'],
      summary: 'Find which passages of a text stand in stored documents, and where',
      description:
        'Finds the stored documents that have passages in common with a text, and where these stand in both.',
      body: schemas.overlap,
      response: {
        200: replies.overlapped.describe('What stands elsewhere'),
        ...problems('content', 'document_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const start = performance.now();
      const { minContainment, minWords, limit, texts: withTexts } = body;
      const found = await detector.overlap(
        overlapProbeOf(body),
        body.collection,
        { minContainment, minWords, limit, withTexts },
        { client: clientOf(request), signal: whenGone(reply) },
      );
      const tookMs = Math.round((performance.now() - start) * 1000) / 1000;
      return { ...overlapReply(found), tookMs };
    },
  });
}
