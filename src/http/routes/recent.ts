import { recentActivity, recentReply } from '../../api/recent-reply.js';
import { optionalCollectionQuery } from '../../api/schemas.js';
import { type App, problems, type RouteContext } from '../route.js';

export function recentRoutes(app: App, { detector, metrics }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/stats/recent',
    config: { scope: 'read', collection: 'query' },
    schema: {
      operationId: 'recent',
      tags: ['service'],
      summary: 'What this process decides and answers now: by the minute, by host, and how fast',
      description: 'Of one collection, or of all. Kept in memory: a restart begins anew.',
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
