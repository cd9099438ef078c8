import { z } from 'zod';
import { decisionCounts, optionalCollectionQuery, time } from '../../api/fields.js';
import type { RecentActivity } from '../../detector/recent-decisions.js';
import { type App, problems, type RouteContext } from '../route.js';

const mean = 'mean over the last ten seconds';
const milliseconds = z
  .number()
  .nullable()
  .describe('of the requests of the last minute, to within 5 %; null: there was none');

const presentRates = z
  .object({
    checksPerSecond: z.number().describe(`${mean}, of the collection if one is named`),
    requestsPerSecond: z.number().describe(`${mean}, of the whole service`),
    p50Ms: milliseconds,
    p99Ms: milliseconds,
    errorsPerMinute: z
      .int()
      .describe('requests of the last minute that failed by the fault of the service'),
    throttledPerMinute: z
      .int()
      .describe('requests of the last minute that were refused as too many: 429 or 503'),
  })
  .meta({ id: 'PresentRates' });

const recentActivity = z
  .object({
    minutes: z
      .array(
        z
          .object({ at: time.describe('when the minute began'), ...decisionCounts })
          .meta({ id: 'MinuteOfDecisions' }),
      )
      .readonly()
      .describe('the last 60, oldest first; minutes without a decision are left out'),
    now: presentRates,
    hosts: z
      .array(
        z
          .object({
            host: z.string().nullable().describe('null: ids that are no URLs'),
            ...decisionCounts,
          })
          .meta({ id: 'HostDecisions' }),
      )
      .readonly()
      .describe('the 50 with the most decisions of the last hour at most, most first'),
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
      summary: 'What this process decides and answers now: by the minute, by host, and how fast',
      description:
        'For one collection, or for all. Kept in memory: a restart sets the figures to zero.',
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

/** @param rates request rates of the whole service */
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
