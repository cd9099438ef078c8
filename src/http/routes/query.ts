import { toHex } from '../../fingerprint/blocks.js';
import { clientOf } from '../client-of.js';
import { probeOf } from '../content.js';
import { matchReply } from '../replies.js';
import { replies } from '../reply-schemas.js';
import { type App, problems, type RouteContext } from '../route.js';

export function queryRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/query',
    config: { scope: 'read', collection: 'body' },
    schema: {
      operationId: 'query',
      tags: ['decide'],
      summary: 'Find the near-duplicates of a content or of a stored document',
      body: schemas.query,
      response: {
        200: replies.queried.describe('The matches, best first'),
        ...problems('content', 'document_not_found', 'distance_unsupported'),
      },
    },
    handler: async (request) => {
      const { body, timings } = request;
      const start = performance.now();
      const outcome = await detector.query(probeOf(body), body.collection, body, {
        timings,
        client: clientOf(request),
      });
      return {
        fingerprint: toHex(outcome.fingerprint),
        matches: outcome.matches.map(matchReply),
        candidates: outcome.candidates,
        truncated: outcome.truncated,
        tookMs: Math.round((performance.now() - start) * 1000) / 1000,
      };
    },
  });
}
