import { z } from 'zod';
import { historyReply } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { historyQuery, optionalCollectionQuery } from '../../api/schemas.js';
import { NeardupError } from '../../errors.js';
import { type App, problems, type RouteContext } from '../route.js';
import { clientOf } from '../stages/access.js';

/** Routes about the service itself. */
export function serviceRoutes(app: App, { detector, metrics, version }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/stats',
    config: { scope: 'read', collection: 'query' },
    schema: {
      operationId: 'stats',
      tags: ['service'],
      summary: 'Counts of one collection, or of all, and what checks decided',
      description: 'Of one collection, or of all.',
      querystring: optionalCollectionQuery,
      response: {
        200: replies.stats.describe('The counts'),
        ...problems('noBody', 'validation_failed', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => {
      const { collection } = request.query;
      const { walBytes: _, ...stats } = await detector.stats(collection, clientOf(request));
      return stats;
    },
  });

  app.route({
    method: 'GET',
    url: '/stats/history',
    config: { scope: 'read', collection: 'query' },
    schema: {
      operationId: 'history',
      tags: ['service'],
      summary: 'Decisions by the hour, of one collection or of all, for the last 90 days at most',
      description: 'An hour without a decision has no point.',
      querystring: historyQuery,
      response: {
        200: replies.history.describe('The counts'),
        ...problems('noBody', 'collection_not_found', 'store_unsupported'),
      },
    },
    handler: async (request) => {
      const { hours, collection } = request.query;
      return historyReply(await detector.history(hours, collection, clientOf(request)));
    },
  });

  app.route({
    method: 'GET',
    url: '/metrics',
    config: { scope: 'read', mediaType: 'text/plain' },
    schema: {
      operationId: 'metrics',
      tags: ['service'],
      summary: 'What Prometheus collects',
      description: 'In the text format of Prometheus.',
      response: {
        200: {
          description: "Figures in Prometheus' text format",
          content: { 'text/plain': { schema: z.string() } },
        },
        ...problems('noBody'),
      },
    },
    handler: async (_request, reply) => {
      const figures = await metrics.expose(detector);
      return reply.type(metrics.contentType).send(figures);
    },
  });

  app.route({
    method: 'GET',
    url: '/healthz',
    config: { scope: 'public' },
    schema: {
      operationId: 'health',
      tags: ['service'],
      summary: 'Whether the process runs and can go on',
      description: 'For liveness probes. Needs no key.',
      response: { 200: replies.health.describe('It runs'), ...problems('public', 'not_ready') },
    },
    handler: async () => {
      if (!detector.isLost()) return { status: 'ok' as const, version };
      throw new NeardupError('not_ready', 'The store has failed: the process is about to end');
    },
  });

  app.route({
    method: 'GET',
    url: '/readyz',
    config: { scope: 'public' },
    schema: {
      operationId: 'ready',
      tags: ['service'],
      summary: 'Whether requests can be answered',
      description:
        'For readiness probes: the store answers, and the signing threads do. Needs no key.',
      response: {
        200: replies.ready.describe('They can'),
        ...problems('public', 'not_ready'),
      },
    },
    handler: async () => {
      const failed = Object.entries(await detector.readiness()).flatMap(([name, detail]) =>
        detail === null ? [] : [{ pointer: `/${name}`, detail }],
      );
      if (failed.length === 0) {
        return { status: 'ready' as const, checks: { store: 'ok', signing: 'ok' } as const };
      }
      const list = failed.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('; ');
      throw new NeardupError('not_ready', `Not ready: ${list}`, { errors: failed });
    },
  });
}
