import type { Metrics } from '../metrics.js';
import type { App } from '../route.js';

/** Counts every answer, those to unknown paths under the route `none`. */
export function measureRequests(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.requestDone(method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}
