import { z } from 'zod';
import { decisionCounts, optionalCollectionQuery, time } from '../../api/fields.js';
import type { RecentActivity } from '../../detector/recent-decisions.js';
import { type App, problems, type RouteContext } from '../route.js';

const milliseconds = z
  .number()
  .nullable()
  .describe('Latency of the requests of the last minute, to within 5%. Null if there were none.');

const presentRates = z
  .object({
    checksPerSecond: z
      .number()
      .describe(
        'Checks per second, averaged over the last ten seconds: of one collection if it is named, otherwise of all.',
      ),
    requestsPerSecond: z
      .number()
      .describe('Requests per second to the whole service, averaged over the last ten seconds.'),
    p50Ms: milliseconds,
    p99Ms: milliseconds,
    errorsPerMinute: z
      .int()
      .describe(
        'Number of requests in the last minute that failed because of an error in the service.',
      ),
    throttledPerMinute: z
      .int()
      .describe('Number of requests in the last minute that were throttled with 429 or 503.'),
  })
  .meta({ id: 'PresentRates' });

const recentActivity = z
  .object({
    minutes: z
      .array(
        z
          .object({ at: time.describe('Start of the minute.'), ...decisionCounts })
          .meta({ id: 'MinuteOfDecisions' }),
      )
      .readonly()
      .describe('Minutes of the last hour in which there were decisions, oldest first.'),
    now: presentRates,
    hosts: z
      .array(
        z
          .object({
            host: z
              .string()
              .nullable()
              .describe('Host of the ids. Null for ids that are not URLs.'),
            ...decisionCounts,
          })
          .meta({ id: 'HostDecisions' }),
      )
      .readonly()
      .describe('Hosts with the most decisions in the last hour first, at most 50.'),
  })
  .meta({ id: 'RecentActivity' });

export function recentRoutes(app: App, { detector, metrics }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/stats/recent',
    config: { scope: 'read', collection: 'query' },
    schema: {
      operationId: 'recent',
      tags: ['service'],
      summary: 'Get recent decisions by minute and by host, and current rates and latencies',
      description:
        'For one collection, or for all. The figures are kept in memory and are lost on a restart.',
      querystring: optionalCollectionQuery,
      response: {
        200: recentActivity.describe('The figures'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const activity = await detector.recent(request.query.collection);
      return recentReply(activity, metrics.recentRequests.recent(Date.now()));
    },
  });
}

/** @param rates rates of requests to the whole service */
function recentReply(
  { minutes, hosts, checksPerSecond }: RecentActivity,
  rates: Omit<z.infer<typeof presentRates>, 'checksPerSecond'>,
): z.infer<typeof recentActivity> {
  return {
    minutes: minutes.map(({ at, ...counts }) => ({ at: new Date(at).toISOString(), ...counts })),
    now: { checksPerSecond, ...rates },
    hosts,
  };
}
