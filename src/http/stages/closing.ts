import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';
import { refuseBy } from './refuse-by.js';

/** Refuses what comes while the service stops, and closes its connection. */
export function refuseWhileClosing(app: App): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    app.server.keepAliveTimeout = 1; // a connection whose last answer is out must not linger
  });
  app.addHook(
    'onRequest',
    refuseBy((_request, reply) => {
      if (!closing) return;
      reply.header('connection', 'close');
      throw new NeardupError('shutting_down', 'The service is stopping; send the request again');
    }),
  );
}
