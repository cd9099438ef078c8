import { NeardupError } from '../errors.js';
import { refuseBy } from './refuse-by.js';
import type { App } from './route.js';

/**
 * Refuses requests while too many are under way, before their bodies are read: a refusal must cost
 * next to nothing, or a service that is asked too much spends its time refusing. What is public, such
 * as the health of the service, is always answered.
 */
export function limitRequests(app: App, requestsMax: number): void {
  let underWay = 0;
  app.addHook(
    'onRequest',
    refuseBy((request, reply) => {
      if (request.routeOptions.config.scope === 'public') return;
      if (underWay >= requestsMax) {
        throw new NeardupError(
          'overloaded',
          `Cannot take more work: ${requestsMax} requests are under way`,
          { retryAfterSeconds: 1 },
        );
      }
      underWay += 1;
      // The end of the connection counts, too: hooks for answers are not called for those that nobody gets.
      reply.raw.once('close', () => {
        underWay -= 1;
      });
    }),
  );
}
