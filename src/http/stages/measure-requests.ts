import type { Metrics } from '../metrics.js';
import type { App } from '../route.js';

/**
 * Counts every answer, those to unknown paths under the route `none`. Those of probes, of the console's
 * own files, and of streams, which take as long as they like, say nothing of how fast requests are answered.
 */
export function measureRequests(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { scope, streams } = request.routeOptions.config;
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.requestDone(method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (scope !== 'public' && !streams) {
      metrics.recentRequests.requestDone(Date.now(), reply.statusCode, reply.elapsedTime);
    }
    done();
  });
}
