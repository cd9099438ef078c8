import { z } from 'zod';
import {
  collectionName,
  decisionCounts,
  optionalCollectionQuery,
  time,
  timeReply,
} from '../../api/fields.js';
import type { Detector } from '../../detector/detector.js';
import { NeardupError } from '../../errors.js';
import type { DecisionPoint } from '../../store/contract/statistics.js';
import { historyHoursMax } from '../../store/rules/decision-counts.js';
import { type App, problems, type RouteContext } from '../route.js';
import { clientOf } from '../stages/access.js';

const historyQuery = z.strictObject({
  collection: collectionName.optional(),
  hours: z.coerce.number().int().min(1).max(historyHoursMax).default(24),
});

const statistics = z
  .object({
    documents: z.int().describe('number of documents; expired ones count until they are swept'),
    contents: z
      .int()
      .describe(
        'number of distinct contents; those of deleted documents count until they are swept',
      ),
    fingerprints: z
      .int()
      .describe(
        'number of distinct fingerprints; those of deleted documents count until they are swept',
      ),
    claims: z.int().describe('number of claimed documents that are not confirmed yet'),
    bytes: z.int().nullable().describe('size of the database files; null for one collection'),
    decisions: z.object(decisionCounts).describe('decisions of all checks except dry runs'),
    distances: z
      .array(z.int())
      .length(65)
      .describe(
        'number of documents with a match, for each distance of the best match from 0 to 64',
      ),
    similarities: z
      .array(z.int())
      .length(20)
      .describe(
        'number of documents with a match, by the similarity of the best match in bins of 0.05',
      ),
  })
  .meta({ id: 'Stats' });

const decisionHistory = z
  .object({
    stepSeconds: z.literal(3600),
    points: z
      .array(z.object({ at: time.describe('start of the hour'), ...decisionCounts }))
      .describe('oldest first; hours without a decision are left out'),
  })
  .meta({ id: 'DecisionHistory' });

const health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' });

const readiness = z
  .object({
    status: z.literal('ready'),
    checks: z.object({ store: z.literal('ok'), signing: z.literal('ok') }),
  })
  .meta({ id: 'Readiness' });

/** Routes about the service itself. */
export function serviceRoutes(app: App, { detector, metrics, version }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/stats',
    config: { scope: 'read', collection: 'query' },
    schema: {
      operationId: 'stats',
      tags: ['service'],
      summary: 'Get counts of documents and decisions',
      description: 'Of one collection, or of all.',
      querystring: optionalCollectionQuery,
      response: {
        200: statistics.describe('The counts'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection } = request.query;
      const { walBytes: _, ...stats } = await detector.stats(collection, clientOf(request));
      return stats;
    },
  });

  if (detector.engine === 'sqlite') historyRoute(app, detector);

  app.route({
    method: 'GET',
    url: '/metrics',
    config: { scope: 'read', mediaType: 'text/plain' },
    schema: {
      operationId: 'metrics',
      tags: ['service'],
      summary: 'Get metrics for Prometheus',
      description: 'In the text format of Prometheus.',
      response: {
        200: {
          description: 'Metrics in the text format of Prometheus',
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
    config: { scope: 'public', isProbe: true },
    schema: {
      operationId: 'health',
      tags: ['service'],
      summary: 'Check that the process is alive',
      description: 'For liveness probes. Needs no key.',
      response: {
        200: health.describe('The process is alive'),
        ...problems('public', 'not_ready'),
      },
    },
    handler: async () => {
      if (!detector.isLost()) return { status: 'ok' as const, version };
      throw new NeardupError('not_ready', 'The store has failed: the process is about to end');
    },
  });

  app.route({
    method: 'GET',
    url: '/readyz',
    config: { scope: 'public', isProbe: true },
    schema: {
      operationId: 'ready',
      tags: ['service'],
      summary: 'Check that requests can be answered',
      description: 'For readiness probes: the store and the signing threads respond. Needs no key.',
      response: {
        200: readiness.describe('Requests can be answered'),
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

function historyReply(points: readonly DecisionPoint[]) {
  return {
    stepSeconds: 3600 as const,
    points: points.map(({ at, ...counts }) => ({ at: timeReply(at), ...counts })),
  };
}

function historyRoute(app: App, detector: Detector): void {
  app.route({
    method: 'GET',
    url: '/stats/history',
    config: { scope: 'read', collection: 'query', example: { parameters: { hours: 24 } } },
    schema: {
      operationId: 'history',
      tags: ['service'],
      summary: 'Get decisions per hour, of one collection or of all, for up to 90 days',
      description: 'Hours without a decision are left out.',
      querystring: historyQuery,
      response: {
        200: decisionHistory.describe('The counts'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { hours, collection } = request.query;
      return historyReply(await detector.history(hours, collection, clientOf(request)));
    },
  });
}
