import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesDefault } from '../../detector/collections.js';
import { NeardupError } from '../../errors.js';
import type { Page } from '../../extract/extract.js';
import { isLightPage } from '../../extract/light-page.js';
import { createFairQueue } from '../../quota/fair-queue.js';
import { limits } from '../../quota/limits.js';
import { createShares } from '../../quota/shares.js';
import type { Client } from '../../quota/task-context.js';
import { siteLinesMax } from '../../store/contract/sites.js';
import type { App } from '../route.js';
import type { RequestSlot, RequestSlots } from './concurrency-limit.js';

/**
 * Limits the memory of concurrent large replies. A reply counts from the start of its work until its client
 * has read it. The maximum size of the reply is reserved before the work begins, and corrected once the actual
 * size is known:
 *
 *   wait for room ──► work ────────► send ─────────► read, or cut off (unread-replies.ts)
 *                    └─ maximum ──┘└─ actual size ─┘
 *
 * A waiting request holds no slot, so requests with small replies overtake it. Only one request per
 * connection may wait: a second one would be waiting for an earlier reply on its own connection.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Approximate size of the reply in bytes; absent or 0 if it is too small to count. */
    replyBytes?: (request: FastifyRequest) => number;
  }
  interface FastifyRequest {
    /** Part of the budget that is reserved for the reply; null if nothing is reserved. */
    reservation: ReplyReservation | null;
  }
  interface FastifyInstance {
    /** Bytes reserved for a reply with a text. */
    textReplyBytes: number;
  }
}

interface ReplyReservation {
  readonly client: Client;
  /** Number of bytes that are reserved, or that the request waits for. */
  bytes: number;
  state: 'waits' | 'works' | 'replies' | 'none';
  /** True once the reply has been read completely, or cannot be read any more. */
  isOver: boolean;
  readonly begin: (refused?: Error) => void;
}

/** Size of a document in a reply: metadata, an id and a title of Chinese characters, and other fields. */
const itemBytes = 30 * 1024;
/** Size of a reply with a list. Stores end a page of documents or matches at about this size. */
export const largeReplyBytes = 1.25 * 1024 * 1024;
/** Approximate number of bytes per UTF-16 unit: a Chinese character takes three, and JSON escapes some characters. */
const bytesPerUnit = 2;

/** Size of the passages that an explanation adds to a match: at most 100 passages of 500 characters. */
const passagesBytes = 100 * 500 * bytesPerUnit;

/* Sizes of replies, for the `replyBytes` of routes. */

export function bytesOfMatches({ body, server }: FastifyRequest): number {
  const { limit = matchesDefault, explain } = body as {
    readonly limit?: number;
    readonly explain?: boolean;
  };
  const passages = explain ? Math.min(limit * passagesBytes, server.textReplyBytes) : 0;
  return bytesOfItems(limit) + passages;
}

export function bytesOfPage({ query }: FastifyRequest): number {
  return bytesOfItems((query as { readonly limit: number }).limit);
}

/** Returns the size of a list of the lines of a site: each has an id and up to 500 characters of text. */
export const bytesOfSiteLines = (): number => largeReplyBytes + siteLinesMax * 500 * bytesPerUnit;

export function bytesOfIds({ body }: FastifyRequest): number {
  return bytesOfItems((body as { readonly ids: readonly string[] }).ids.length);
}

/**
 * Returns the size of a reply that may contain a long text: if the request has `include=text` or `explain`, or a page
 * that is not light. Other replies count as 0, so that they need not wait for large replies to other requests: a few
 * matches are small, and the text and title of a light page take at most 200 KB as JSON. A page that is short but slow
 * to read is not light, so its request must wait. Without this wait, such requests would fill the queue of pages and be
 * refused again and again.
 */
export function bytesOfText({ query, body, server }: FastifyRequest): number {
  const { include } = query as { readonly include?: string };
  const { explain, html, page } = (body ?? {}) as {
    readonly explain?: boolean;
    readonly html?: string;
    readonly page?: Page;
  };
  const read = html === undefined ? page : htmlPage(html);
  const isHeavyPage = read !== undefined && !isLightPage(read);
  return include?.includes('text') || explain || isHeavyPage ? server.textReplyBytes : 0;
}

const htmlPage = (content: string): Page => ({ content, mediaType: 'text/html', charset: null });

export function bytesOfItems(count: number): number {
  return Math.min(count * itemBytes, largeReplyBytes);
}

/** Size of the longest texts in replies: in bytes as received, or in UTF-16 units if extracted from a page. */
export interface TextLimits {
  readonly bodyBytesMax: number;
  readonly extractedTextLengthMax: number;
}

export interface ReplyBudget {
  /** Calls `done` once there is room for a reply of this size, or with an error if the request is refused. */
  reserve(
    request: FastifyRequest,
    reply: FastifyReply,
    bytes: number,
    done: (error?: Error) => void,
  ): void;
  /** Corrects a reservation once the size of the reply is known. */
  replied(reservation: ReplyReservation, payload: unknown): void;
  /** Returns true while a reply waits for room in the budget. */
  isNeeded(): boolean;
}

export function limitReplyBytes(
  app: App,
  slots: RequestSlots,
  textLimits: TextLimits,
): ReplyBudget {
  const lengthMax = Math.max(textLimits.bodyBytesMax, textLimits.extractedTextLengthMax);
  // At most half of the budget, so that two clients can reserve room for a reply with a text at the same time.
  app.decorate('textReplyBytes', Math.min(limits.replyBytes / 2, bytesPerUnit * lengthMax));
  const budget = createShares(limits.replyBytes);
  const waitingShares = createShares(limits.waitingForRoom);
  const queue = createFairQueue<ReplyReservation>();
  const waitingConnections = new Set<string>();

  function wait(reservation: ReplyReservation): void {
    const { client } = reservation;
    if (waitingConnections.has(client.connection) || !waitingShares.take(client)) {
      reservation.state = 'none';
      reservation.begin(refusal());
      return;
    }
    waitingConnections.add(client.connection);
    queue.push(client, reservation);
  }

  function stopWaiting({ client }: ReplyReservation): void {
    waitingConnections.delete(client.connection);
    waitingShares.release(client);
  }

  /** Reserves free room for waiting requests, one client after another. */
  function serve(): void {
    for (;;) {
      const reservation = queue.shift(({ client, bytes }) => budget.hasRoom(client, bytes));
      if (reservation === undefined) return;
      budget.take(reservation.client, reservation.bytes);
      stopWaiting(reservation);
      reservation.state = 'works';
      setImmediate(reservation.begin);
    }
  }

  function shrink(reservation: ReplyReservation, bytes: number): void {
    const freed = reservation.bytes - bytes;
    if (freed <= 0) return;
    budget.release(reservation.client, freed);
    reservation.bytes = bytes;
    if (queue.length > 0) serve();
  }

  function over(reservation: ReplyReservation): void {
    reservation.isOver = true;
    if (reservation.state === 'waits' && queue.remove(reservation.client, reservation))
      stopWaiting(reservation);
    // Work that has begun continues, so its reservation is kept until the work ends.
    if (reservation.state === 'replies') shrink(reservation, 0);
  }

  app.decorateRequest('reservation', null);
  return {
    reserve(request, reply, bytes, done) {
      const reservation: ReplyReservation = {
        client: (request.slot as RequestSlot).client,
        bytes,
        state: 'waits',
        isOver: false,
        begin: (refused) => {
          try {
            if (refused !== undefined) throw refused;
            slots.enter(request);
          } catch (error) {
            done(error as Error);
            return;
          }
          done();
        },
      };
      request.reservation = reservation;
      reply.raw.once('close', () => over(reservation));
      if (budget.take(reservation.client, reservation.bytes)) {
        reservation.state = 'works';
        done();
      } else {
        slots.leave(request);
        wait(reservation);
      }
    },
    replied(reservation, payload) {
      if (reservation.state !== 'works') return;
      reservation.state = 'replies';
      shrink(reservation, reservation.isOver ? 0 : measureLength(payload));
    },
    isNeeded: () => queue.length > 0,
  };
}

function measureLength(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}

function refusal(): NeardupError {
  return new NeardupError(
    'overloaded',
    `Too many unread replies to this client (limit of the service: ${limits.replyBytes} bytes); read them, then send the request again`,
    { retryAfterSeconds: 1 },
  );
}
