import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemMediaType } from '../../api/problem.js';
import { NeardupError } from '../../errors.js';
import { limits } from '../../quota/limits.js';
import { createShares } from '../../quota/shares.js';
import type { Client } from '../../quota/task-context.js';
import type { App } from '../route.js';
import { problemTemplate } from '../send-problem.js';
import { dataHeaders } from '../stages/protection.js';
import { getClient } from './client.js';

/**
 * Limits the number of concurrent requests per client. Runs after the key check: public requests, and
 * requests that lack a required key, take no slot.
 *
 *   headers ──► body ──► work ──► reply
 *        └─ a slot ──────────┘      unread-replies.ts bounds unread bytes
 *             └ lent: others may take it while the body is slow
 *
 * A slot stands for work, so neither slow bodies nor unread replies may fill the slots. If a body has not arrived
 * after `lentAfterMs`, its request keeps its slot only until another request needs a slot. A request that has lost
 * its slot takes a new one once its body has arrived. If a client leaves, work that has begun keeps its slot.
 */
export interface RequestSlots {
  /**
   * Takes a slot for a request before its body is read. A refusal must cost almost nothing, or an overloaded service
   * would spend its time refusing. So no error is thrown, and Fastify sends nothing: the response is built once, except
   * for the request id, and is written with its headers in one write. If the unread request body is short, Node
   * discards it, so the connection stays open for the next request.
   * @returns false if the client has no slot left; the request has then been answered
   */
  admit(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Notes that the body has arrived. @throws `overloaded` if the slot was lent and the client has no slot left */
  bodyArrived(request: FastifyRequest): void;
  /** Releases the slot of a request after its work, or while the request only waits for room for its reply. */
  leave(request: FastifyRequest): void;
  /** Takes a slot for a request that has released its slot. @throws `overloaded` if the client has no slot left */
  enter(request: FastifyRequest): void;
}

/** Slot of a concurrent request. */
export interface RequestSlot {
  readonly client: Client;
  readonly request: FastifyRequest;
  /** Time at which the request was admitted, on the clock of `performance`; 0 if the request has no body. */
  readonly since: number;
  /** Number of bytes that the connection had received at the time `since`; 0 if the request has no body. */
  readonly bytesBefore: number;
  held: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Slot of this request; null if it has none. */
    slot: RequestSlot | null;
  }
}

const lentAfterMs = 5;
const securityHeaders = Object.entries(dataHeaders).flat();

export function limitRequests(app: App, requestsMax: number): RequestSlots {
  const slots = createShares(requestsMax);
  /** Requests whose bodies have not arrived completely, in the order of their admission. */
  const receiving = new Set<RequestSlot>();
  const refusal = () =>
    new NeardupError(
      'overloaded',
      `Too many concurrent requests from this client (limit of the service: ${requestsMax}); wait for a reply before sending more`,
      { retryAfterSeconds: 1 },
    );
  const problemOfRequest = problemTemplate(refusal());

  function take(client: Client): boolean {
    return slots.take(client) || (takeBack() && slots.take(client));
  }

  function takeBack(): boolean {
    const before = performance.now() - lentAfterMs;
    let found = false;
    for (const slot of receiving) {
      if (slot.since > before) break;
      if (!slot.held) continue;
      release(slot);
      found = true;
    }
    return found;
  }

  function release(slot: RequestSlot): void {
    if (!slot.held) return;
    slot.held = false;
    slots.release(slot.client);
  }

  function enter({ slot }: FastifyRequest): void {
    if (slot === null || slot.held) return;
    if (!take(slot.client)) throw refusal();
    slot.held = true;
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

  function admit(request: FastifyRequest, reply: FastifyReply): boolean {
    if (request.routeOptions.config.scope === 'public') return true;
    const client = getClient(request);
    if (!take(client)) {
      refuse(request, reply);
      return false;
    }
    const { headers } = request;
    const brings = headers['content-length'] ?? headers['transfer-encoding'];
    if (brings === undefined) {
      request.slot = { client, request, since: 0, bytesBefore: 0, held: true };
    } else {
      const since = performance.now();
      const bytesBefore = bytesReceived(request);
      request.slot = { client, request, since, bytesBefore, held: true };
      receiving.add(request.slot);
    }
    return true;
  }

  app.decorateRequest('slot', null);
  followSlowBodies(app, receiving);
  return {
    admit,
    bodyArrived(request) {
      if (request.slot !== null) receiving.delete(request.slot);
      enter(request);
    },
    leave({ slot }) {
      if (slot === null) return;
      receiving.delete(slot);
      release(slot);
    },
    enter,
  };
}

/*
 * Limits the number of concurrent slow bodies and their buffered bytes. A body is slow if it has not arrived completely
 * within `slowAfterMs`. If a key or an address exceeds its share of either limit, its slowest bodies are answered with
 * 408, and their connections are closed.
 */

const slowAfterMs = 250;
const lookEveryMs = 250;

interface SlowBody {
  readonly slot: RequestSlot;
  readonly bytes: number;
  readonly bytesPerMs: number;
}

/** @param receiving requests whose bodies have not arrived completely, in the order of their admission */
function followSlowBodies(app: App, receiving: ReadonlySet<RequestSlot>): void {
  const timer = setInterval(() => {
    for (const slot of beyondShares(slowOnes(receiving))) cut(slot);
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function slowOnes(receiving: ReadonlySet<RequestSlot>): SlowBody[] {
  const now = performance.now();
  const slow: SlowBody[] = [];
  for (const slot of receiving) {
    const age = now - slot.since;
    if (age < slowAfterMs) break;
    // Bytes of the body that arrived together with the headers, at most 64 KiB, do not count.
    const bytes = bytesReceived(slot.request) - slot.bytesBefore;
    slow.push({ slot, bytes, bytesPerMs: bytes / age });
  }
  return slow;
}

/** Returns the number of bytes that the connection has received; 0 for an injected request, which has no connection. */
function bytesReceived({ socket }: FastifyRequest): number {
  return (socket.bytesRead as number | undefined) ?? 0;
}

/**
 * Returns the requests whose bodies exceed the share of their owner. These bodies are the slowest ones, because faster
 * bodies are counted first.
 */
export function beyondShares(bodies: readonly SlowBody[]): RequestSlot[] {
  const numbers = createShares(limits.slowBodies);
  const bytes = createShares(limits.slowBytes);
  return [...bodies]
    .sort((a, b) => b.bytesPerMs - a.bytesPerMs)
    .filter(
      ({ slot: { client }, bytes: held }) => !(numbers.take(client) && bytes.take(client, held)),
    )
    .map(({ slot }) => slot);
}

/** Fails the stream from which the body is read, so that the error is answered like any other. */
function cut({ request: { raw } }: RequestSlot): void {
  const error = new NeardupError(
    'request_timeout',
    'The body arrived too slowly while other requests with the same key or address were waiting to send theirs',
  );
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}
