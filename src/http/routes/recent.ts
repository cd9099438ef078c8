import { z } from 'zod';
import { decisionCounts, optionalCollectionQuery, time } from '../../api/fields.js';
import type { RecentActivity } from '../../detector/recent-decisions.js';
import { type App, problems, type RouteContext } from '../route.js';

const mean = 'mean over the last ten seconds';
const milliseconds = z
  .number()
  .nullable()
  .describe('of the requests of the last minute, accurate to 5 %; null: there were none');

const presentRates = z
  .object({
    checksPerSecond: z.number().describe(`${mean}, of the collection if one is named`),
    requestsPerSecond: z.number().describe(`${mean}, of the whole service`),
    p50Ms: milliseconds,
    p99Ms: milliseconds,
    errorsPerMinute: z
      .int()
      .describe('requests of the last minute that failed because of an error of the service'),
    throttledPerMinute: z
      .int()
      .describe('requests of the last minute that were throttled, with 429 or 503'),
  })
  .meta({ id: 'PresentRates' });

const recentActivity = z
  .object({
    minutes: z
      .array(
        z
          .object({ at: time.describe('start of the minute'), ...decisionCounts })
          .meta({ id: 'MinuteOfDecisions' }),
      )
      .readonly()
      .describe('the last 60, oldest first; minutes without a decision are left out'),
    now: presentRates,
    hosts: z
      .array(
        z
          .object({
            host: z.string().nullable().describe('null for ids that are not URLs'),
            ...decisionCounts,
          })
          .meta({ id: 'HostDecisions' }),
      )
      .readonly()
      .describe('at most 50 hosts, those with the most decisions in the last hour first'),
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
      summary: 'Get current activity: decisions by minute and by host, rates and latencies',
      description:
        'Of one collection or of all, since the process started: the figures are kept in memory.',
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
