import type { Socket } from 'node:net';
import type { KeyRing } from '../../api/keys.js';
import { limits } from '../../quota/limits.js';
import { createLoopTurns, type LoopTurns } from '../../quota/loop-turns.js';
import type { App } from '../route.js';
import { presentedKey } from '../stages/access.js';
import { getClient } from './client.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the request shares its turns on the event loop only with other probes. */
    isProbe?: boolean;
  }
}

/**
 * Queues each request until its client's turn; until then, only its headers have been parsed. If the client leaves
 * before its turn, the request leaves the queue, and its memory is freed at once.
 *
 * Probes, and requests without a valid key where keys are needed, have separate queues with small shares of the event
 * loop, so that a flood of them cannot delay requests with a key. In these two queues, only one request per connection
 * may wait. A second one cuts the connection, because the headers of waiting requests, up to 32 KiB each, would fill the
 * heap.
 */
export function takeTurns(app: App, keys: KeyRing | undefined): LoopTurns {
  const turns = createLoopTurns();
  const ofProbes = createLoopTurns({ turnMs: 1, everyMs: 5 });
  const ofStrangers = createLoopTurns({ turnMs: 1, everyMs: 20 });
  const slowWaiting = new WeakSet<Socket>();
  app.decorateRequest('key', null);
  app.decorateRequest('presentedKey', null);
  app.addHook('onRequest', (request, { raw }, done) => {
    const { ip, socket, routeOptions } = request;
    const key = presentedKey(keys, request);
    request.presentedKey = key;
    const isStranger = keys !== undefined && key === null;
    const queue = routeOptions.config.isProbe ? ofProbes : isStranger ? ofStrangers : turns;
    const client = getClient({ key, ip, socket });
    if (queue !== turns) {
      if (slowWaiting.has(socket) || queue.waiting(client.owner) >= limits.waitingWithoutKey) {
        socket.resetAndDestroy();
        return;
      }
      slowWaiting.add(socket);
    }
    const leave = queue.run(client, () => {
      slowWaiting.delete(socket);
      if (!raw.destroyed) done();
    });
    if (leave !== undefined) raw.once('close', leave);
  });
  return turns;
}
