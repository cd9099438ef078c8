import { probeOf } from '../../api/content.js';
import { matchReply, shareReply } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { toHex } from '../../fingerprint/blocks.js';
import { type App, problems, type RouteContext, whenGone } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfMatches } from '../stages/reply-budget.js';

export function queryRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/query',
    config: { scope: 'read', collection: 'body', replyBytes: bytesOfMatches },
    schema: {
      operationId: 'query',
      tags: ['decide'],
      summary: 'Find the near-duplicates of a content or of a stored document',
      description:
        'Finds stored documents that are nearly the same as what is sent, best first. Stores nothing.',
      body: schemas.query,
      response: {
        200: replies.queried.describe('The matches, best first'),
        ...problems('content', 'document_not_found', 'distance_unsupported'),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const start = performance.now();
      const probe = probeOf(body);
      const takesLong = body.explain || probe.kind === 'page';
      const limits = { ...body, wantsPage: body.include !== undefined };
      const outcome = await detector.query(probe, body.collection, limits, {
        timings,
        client: clientOf(request),
        signal: takesLong ? whenGone(reply) : undefined,
      });
      return {
        fingerprint: toHex(outcome.fingerprint),
        matches: outcome.matches.map(matchReply),
        candidates: outcome.candidates,
        truncated: outcome.truncated,
        commonShare: shareReply(outcome.commonShare),
        page: outcome.page,
        tookMs: Math.round((performance.now() - start) * 1000) / 1000,
      };
    },
  });
}
