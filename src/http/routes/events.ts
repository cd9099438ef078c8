import { Readable } from 'node:stream';
import { z } from 'zod';
import { claimReply } from '../../api/documents.js';
import { optionalCollectionQuery, timeReply } from '../../api/fields.js';
import { containmentReply, shareReply } from '../../api/matches.js';
import type { DecisionEvent, GoneEvent } from '../../detector/decision-feed.js';
import { noFacts } from '../../matching/match.js';
import { decisions } from '../../store/contract/documents.js';
import { getClient } from '../limits/client.js';
import { limitEventReaders } from '../limits/event-readers.js';
import { type App, problems, type RouteContext } from '../route.js';
import { followKey } from '../stages/access.js';

/** Limits of GET /events. */
export interface EventLimits {
  readonly eventsConnectionsMax: number;
  readonly eventsUnreadBytesMax: number;
}

const decision = `(${decisions.join('|')})`;
const eventsQuery = optionalCollectionQuery.extend({
  decision: z
    .string()
    .regex(
      new RegExp(`^${decision}(,${decision})*$`),
      `must be one or more of ${decisions.join(', ')}, separated by commas`,
    )
    .optional()
    .describe('Only send these decisions, separated by commas, such as `duplicate,similar`.'),
});

const mediaType = 'text/event-stream';
const stillHereMs = 15_000;
/** Time that a dropped reader has to read its remaining events. */
const lastWordsMs = 1000;

export function eventRoutes(
  app: App,
  { detector, keys, ...limits }: RouteContext & EventLimits,
): void {
  const open = new Set<EventStream>();
  const readers = limitEventReaders(limits.eventsConnectionsMax);
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end('shutting_down');
  });

  app.route({
    method: 'GET',
    url: '/events',
    exposeHeadRoute: false,
    config: {
      scope: 'read',
      collection: 'query',
      streams: true,
      mediaType,
      example: { parameters: { decision: 'duplicate,similar' } },
    },
    schema: {
      operationId: 'events',
      tags: ['service'],
      summary: 'Stream decisions of one collection or of all as server-sent events',
      description:
        'Past events are not replayed. A client that reads too slowly is disconnected after a last event that says so.',
      querystring: eventsQuery,
      response: {
        200: {
          description:
            'A stream of `decision` events and, unless `decision` is given, `gone` events: pages were refused because of a document that has been deleted or changed since. The last event is `end`, with the reason `too_slow`, `shutting_down` or `unauthorized`',
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
      const client = getClient(request);
      readers.admit(client);
      const stream = openEventStream({
        unreadBytesMax: limits.eventsUnreadBytesMax,
        stillHereMs,
        onEnd: () => {
          stop();
          unfollow();
          open.delete(stream);
          readers.leave(client);
          setTimeout(() => socket.destroy(), lastWordsMs).unref();
        },
      });
      const stop = detector.listen((event) => {
        if (collection !== undefined && event.collection !== collection) return;
        if (event.kind === 'gone') {
          if (wanted === undefined) stream.send('gone', goneReply(event));
        } else if (wanted?.includes(event.outcome.decision) !== false) {
          stream.send('decision', eventReply(event));
        }
      });
      const unfollow = followKey(keys, request, () => stream.end('unauthorized'));
      open.add(stream);
      // Closes the connection after the stream, because a client that does not read must not keep the connection open.
      reply.headers({
        connection: 'close',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      return reply.type(mediaType).send(stream.bytes as never);
    },
  });
}

function eventReply({ at, collection, title, outcome }: DecisionEvent) {
  const { id, decision, stored, reason, duplicateOf, similarTo, replaced, best, claim } = outcome;
  const { containment, ...measured } = best ?? noMatch;
  const similarity = shareReply(measured.similarity);
  const contained = containmentReply(containment);
  const match = { duplicateOf, similarTo, replaced, ...measured, similarity, ...contained };
  const event = { at: timeReply(at), collection, id, title, decision, stored, reason, ...match };
  return claim ? { ...event, claim: claimReply(claim) } : event;
}

const goneReply = ({ at, collection, id, pages }: GoneEvent) => ({
  ...{ at: timeReply(at), collection, match: id, pages },
});

const { level: _, ...noMeasures } = noFacts;
const noMatch = { ...noMeasures, exact: null, containment: null };

/**
 * Server-sent events for one reader, written in one piece per turn of the event loop.
 * Unread bytes are limited; a reader that exceeds the limit gets a last event and is dropped.
 *
 *   event: decision          a decision
 *   event: gone              a match that is gone
 *   : still here             at intervals, to keep the connection alive
 *   event: end               the last event, with the reason
 *
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html)
 */
export interface EventStream {
  readonly bytes: Readable;
  send(event: string, data: object): void;
  end(reason: EndReason): void;
}

/** Reason why a stream ends. `unauthorized` means that the key of the reader is no longer valid for the stream. */
export type EndReason = 'too_slow' | 'shutting_down' | 'unauthorized';

export interface EventStreamOptions {
  /** Limit of unread bytes. */
  readonly unreadBytesMax: number;
  readonly stillHereMs: number;
  /** Called once, however the stream ends. */
  readonly onEnd: () => void;
}

export function openEventStream(options: EventStreamOptions): EventStream {
  const { unreadBytesMax, stillHereMs, onEnd } = options;
  let ready: string[] = [];
  let readyLength = 0;
  let ended = false;
  const bytes = new Readable({
    highWaterMark: unreadBytesMax,
    read: () => {},
    destroy(error, done) {
      settle();
      done(error);
    },
  });
  const timer = setInterval(() => write(': still here\n\n'), stillHereMs).unref();
  bytes.push(': this is what happens from now on\n\n');

  function settle(): void {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    onEnd();
  }

  function write(text: string): void {
    if (ended) return;
    const length = Buffer.byteLength(text);
    if (bytes.readableLength + readyLength + length > unreadBytesMax) {
      end('too_slow');
      return;
    }
    if (ready.length === 0) setImmediate(flush);
    ready.push(text);
    readyLength += length;
  }

  function flush(): void {
    const text = ready.join('');
    ready = [];
    readyLength = 0;
    if (text !== '' && !bytes.destroyed && !bytes.readableEnded) bytes.push(text);
  }

  function end(reason: EndReason): void {
    if (ended) return;
    settle();
    ready.push(lines('end', { reason }));
    flush();
    if (!bytes.destroyed) bytes.push(null);
  }

  return { bytes, send: (event, data) => write(lines(event, data)), end };
}

const lines = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
