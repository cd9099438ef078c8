import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemMediaType } from '../../api/problem.js';
import { NeardupError } from '../../errors.js';
import type { Client } from '../../shares/client.js';
import { createShares } from '../../shares/shares.js';
import type { App } from '../route.js';
import { problemTemplate } from '../send-problem.js';
import { clientOf } from './client-of.js';
import type { Place } from './place.js';
import { dataHeaders } from './protection.js';
import { refuseBy } from './refuse-by.js';
import { bytesReceived, followSlowBodies } from './slow-bodies.js';

/**
 * Limits how many requests of a client are under way. Register it after the check of keys: a
 * request without a required key takes no place, and a public one neither.
 *
 *   headers ──► body ──► work ──► reply
 *        └─ a place ─────────┘      unread-replies.ts bounds what is not read
 *             └ lent: others may take it while the body is slow
 *
 * A place counts work, so neither slow bodies nor unread replies fill the places. A body that has
 * not arrived after `lentAfterMs` keeps its place only until another request wants it, and asks for
 * a new one when it has arrived. If a client leaves, its work continues and counts to its end.
 */
export interface Places {
  /** Gives the place of a request back while it only waits. */
  leave(request: FastifyRequest): void;
  /** @throws `overloaded` if there is none left for its client */
  enter(request: FastifyRequest): void;
}

const lentAfterMs = 5;
const securityHeaders = Object.entries(dataHeaders).flat();

/**
 * Refuses requests beyond the share of their client before their bodies are read. A refusal must
 * cost almost nothing, or an overloaded service spends its time refusing.
 *
 * So no error is thrown and Fastify sends nothing. The answer is made once, except for the id of
 * the request, and goes out with its headers in one write. Node skips a short body, so that the
 * connection is kept for the next request.
 */
export function limitRequests(app: App, requestsMax: number): Places {
  const places = createShares(requestsMax);
  /** Requests whose body is still to come, in the order in which they came. */
  const receiving = new Set<Place>();
  const refusal = () =>
    new NeardupError(
      'overloaded',
      `Too many concurrent requests from this client (limit of the service: ${requestsMax}); wait for a reply before sending more`,
      { retryAfterSeconds: 1 },
    );
  const problemOfRequest = problemTemplate(refusal());

  function take(client: Client): boolean {
    return places.take(client) || (takeBack() && places.take(client));
  }

  function takeBack(): boolean {
    const before = performance.now() - lentAfterMs;
    let found = false;
    for (const place of receiving) {
      if (place.since > before) break;
      if (!place.held) continue;
      release(place);
      found = true;
    }
    return found;
  }

  function release(place: Place): void {
    if (!place.held) return;
    place.held = false;
    places.release(place.client);
  }

  function enter({ place }: FastifyRequest): void {
    if (place === null || place.held) return;
    if (!take(place.client)) throw refusal();
    place.held = true;
  }

  function refuse({ id }: FastifyRequest, reply: FastifyReply): void {
    const problem = problemOfRequest(id);
    reply.hijack();
    reply.raw.writeHead(503, [
      ...['content-type', problemMediaType],
      ...['content-length', String(problem.length)],
      ...['retry-after', '1'],
      ...['x-request-id', id],
      ...securityHeaders,
    ]);
    reply.raw.end(problem, 'latin1');
  }

  app.decorateRequest('place', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.scope === 'public') {
      done();
      return;
    }
    const client = clientOf(request);
    if (!take(client)) {
      refuse(request, reply);
      return;
    }
    const { headers } = request;
    const brings = headers['content-length'] ?? headers['transfer-encoding'];
    if (brings === undefined) {
      request.place = { client, request, since: 0, bytesBefore: 0, held: true };
    } else {
      const since = performance.now();
      const bytesBefore = bytesReceived(request);
      request.place = { client, request, since, bytesBefore, held: true };
      receiving.add(request.place);
    }
    done();
  });
  app.addHook(
    'preValidation',
    refuseBy((request) => {
      if (request.place === null) return;
      receiving.delete(request.place);
      enter(request);
    }),
  );
  // Also after errors, and for clients that have left.
  app.addHook('onSend', ({ place }, _reply, payload, done) => {
    if (place !== null) {
      receiving.delete(place);
      release(place);
    }
    done(null, payload);
  });
  followSlowBodies(app, receiving);
  return { leave: ({ place }) => place !== null && release(place), enter };
}
