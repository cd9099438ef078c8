import { z } from 'zod';
import {
  collectionName,
  decisionCounts,
  documentCounts,
  optionalCollectionQuery,
  time,
  timeReply,
} from '../../api/fields.js';
import type { Detector } from '../../detector/detector.js';
import { NeardupError } from '../../errors.js';
import { type DecisionPoint, historyDaysMax, hostOrders } from '../../store/contract/statistics.js';
import { historyHoursMax } from '../../store/rules/decision-counts.js';
import { getClient } from '../limits/client.js';
import { type App, problems, type RouteContext } from '../route.js';

const historyQuery = z.strictObject({
  collection: collectionName.optional(),
  hours: z.coerce.number().int().min(1).max(historyHoursMax).default(24),
});

const hostsQuery = z.strictObject({
  collection: collectionName.optional(),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(historyDaysMax)
    .default(1)
    .describe('Number of days (UTC), including today.'),
  order: z
    .enum(hostOrders)
    .default('decisions')
    .describe(
      'With `decisions`, the hosts with the most decisions come first. With `refused`, those with the most pages refused as duplicates.',
    ),
});

const hostDecisions = z
  .object({
    hosts: z
      .array(
        z
          .object({
            host: z
              .string()
              .nullable()
              .describe('Host of the ids, without `www.`. Null for ids that are not URLs.'),
            ...decisionCounts,
          })
          .meta({ id: 'HostDecisions' }),
      )
      .readonly()
      .describe('Hosts in the requested order, at most 50.'),
  })
  .meta({ id: 'DecisionsByHost' });

const statistics = z
  .object({
    ...documentCounts,
    fingerprints: z
      .int()
      .describe(
        'Number of distinct fingerprints. Those of deleted documents are counted until they are removed in the background.',
      ),
    claims: z.int().describe('Number of claimed documents that are not confirmed yet.'),
    bytes: z.int().nullable().describe('Size of the database files. Null for a single collection.'),
    decisions: z.object(decisionCounts).describe('Number of checks by decision, without dry runs.'),
    distances: z
      .array(z.int())
      .length(65)
      .describe(
        'Number of documents with a match, by the distance of their best match, from 0 to 64.',
      ),
    similarities: z
      .array(z.int())
      .length(20)
      .describe(
        'Number of documents with a match, by the similarity of their best match, in bins of 0.05.',
      ),
  })
  .meta({ id: 'Stats' });

const decisionHistory = z
  .object({
    stepSeconds: z.literal(3600),
    points: z
      .array(z.object({ at: time.describe('Start of the hour.'), ...decisionCounts }))
      .describe('Hours in which there were decisions, oldest first.'),
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
      summary: 'Get the numbers of documents and decisions',
      description: 'For one collection, or for all.',
      querystring: optionalCollectionQuery,
      response: {
        200: statistics.describe('The counts'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection } = request.query;
      const { walBytes: _, ...stats } = await detector.stats(collection, getClient(request));
      return stats;
    },
  });

  if (detector.features.has('history')) {
    historyRoute(app, detector);
    hostsRoute(app, detector);
  }

  app.route({
    method: 'GET',
    url: '/metrics',
    config: { scope: 'read', mediaType: 'text/plain' },
    schema: {
      operationId: 'metrics',
      tags: ['service'],
      summary: 'Get metrics for Prometheus',
      description: 'Returns the metrics of the service in the text format of Prometheus.',
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
      description: 'For liveness probes. No key is needed.',
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
      description:
        'For readiness probes. Checks that the store and the signing threads respond. No key is needed.',
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
      summary: 'Get the number of decisions per hour for up to 90 days',
      description: 'For one collection, or for all. Hours without decisions are omitted.',
      querystring: historyQuery,
      response: {
        200: decisionHistory.describe('The counts'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { hours, collection } = request.query;
      return historyReply(await detector.history(hours, collection, getClient(request)));
    },
  });
}

function hostsRoute(app: App, detector: Detector): void {
  app.route({
    method: 'GET',
    url: '/stats/hosts',
    config: { scope: 'read', collection: 'query', example: { parameters: { days: 1 } } },
    schema: {
      operationId: 'hosts',
      tags: ['service'],
      summary: 'Get the number of decisions by host for up to 90 days',
      description: 'For one collection, or for all.',
      querystring: hostsQuery,
      response: {
        200: hostDecisions.describe('The counts'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { collection, ...period } = request.query;
      return { hosts: await detector.listHostDecisions(period, collection, getClient(request)) };
    },
  });
}
