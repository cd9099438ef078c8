import { z } from 'zod';
import { collectionField, moment } from '../../api/fields.js';
import { verdictCounts, verdictsReply } from '../../api/verdicts.js';
import { type App, longWorkContext, problems, type RouteContext } from '../route.js';

const verdictsQuery = z.strictObject({
  collection: collectionField,
  since: moment.optional().describe('Only count verdicts on decisions at this time or later.'),
});

export function verdictRoutes(app: App, { detector, keys }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/decisions/verdicts',
    config: { scope: 'read', collection: 'query', example: {} },
    schema: {
      operationId: 'countVerdicts',
      tags: ['decisions'],
      summary: 'Count the refusals that people judged, and the share that was right',
      description:
        'If the least certain refusals were judged first, the share among all refusals is probably higher.',
      querystring: verdictsQuery,
      response: {
        200: verdictCounts.describe('The counts'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { collection, since } = request.query;
      const context = longWorkContext(keys, request, reply);
      return verdictsReply(await detector.countVerdicts(collection, since, context));
    },
  });
}
