import { z } from 'zod';
import { eventReply } from '../../api/replies.js';
import { eventsQuery } from '../../api/schemas.js';
import { NeardupError } from '../../errors.js';
import { createShares } from '../../shares/shares.js';
import { type EventStream, openEventStream } from '../events/event-stream.js';
import { type App, problems, type RouteContext } from '../route.js';
import { clientOf, followKey } from '../stages/access.js';

/** Limits of GET /events. */
export interface EventLimits {
  readonly eventsConnectionsMax: number;
  readonly eventsUnreadBytesMax: number;
}

const mediaType = 'text/event-stream';
const stillHereMs = 15_000;
/** For how long a dropped reader may read the rest of its events. */
const lastWordsMs = 1000;

export function eventRoutes(app: App, { detector, keys }: RouteContext, limits: EventLimits): void {
  const open = new Set<EventStream>();
  const shares = createShares(limits.eventsConnectionsMax);
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end('shutting_down');
  });

  app.route({
    method: 'GET',
    url: '/events',
    exposeHeadRoute: false,
    config: { scope: 'read', collection: 'query', streams: true, mediaType },
    schema: {
      operationId: 'events',
      tags: ['service'],
      summary: 'Decisions as they are made, of one collection or of all, as server-sent events',
      description: 'No event is kept for later. A reader that is too slow is dropped, and told so.',
      querystring: eventsQuery,
      response: {
        200: {
          description:
            'Events `decision`, and as the last one `end` with the reason: `too_slow`, `shutting_down` or `unauthorized`',
          content: { [mediaType]: { schema: z.string() } },
        },
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { query, socket } = request;
      const { collection } = query;
      const wanted = query.decision?.split(',');
      if (collection !== undefined) await detector.getCollection(collection);
      const client = clientOf(request);
      if (!shares.take(client)) {
        throw new NeardupError(
          'overloaded',
          `Too many event streams to this client (${open.size} open in all); close one first`,
          { retryAfterSeconds: 10 },
        );
      }
      const stream = openEventStream({
        unreadBytesMax: limits.eventsUnreadBytesMax,
        stillHereMs,
        onEnd: () => {
          stop();
          unfollow();
          open.delete(stream);
          shares.release(client);
          setTimeout(() => socket.destroy(), lastWordsMs).unref();
        },
      });
      const stop = detector.listen((event) => {
        if (collection !== undefined && event.collection !== collection) return;
        if (wanted?.includes(event.outcome.decision) === false) return;
        stream.send('decision', eventReply(event));
      });
      const unfollow = followKey(keys, request, () => stream.end('unauthorized'));
      open.add(stream);
      // The connection serves only this stream: a client that does not read must not keep it.
      reply.headers({
        connection: 'close',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      return reply.type(mediaType).send(stream.bytes as never);
    },
  });
}
