import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Timings } from '../detector/observer.js';
import { printableJson } from '../printable.js';
import type { App } from './route.js';

/**
 * Log lines about requests. They contain the route pattern, the status, the name of the key and the duration of each
 * phase, but never a body, a query string, a document id or a key. Lines are JSON, so data from clients is escaped.
 */
export interface LogOptions {
  readonly logLevel: string;
  /** True to log every request. */
  readonly logRequests: boolean;
  /** Minimum duration, in milliseconds, of a request that is logged as slow; 0 to log no slow requests. */
  readonly slowRequestMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Duration of this request by phase; undefined if it is not measured. */
    timings: RequestTimings | undefined;
  }
}

interface RequestTimings extends Timings {
  /** Time at which the headers had arrived, on the clock of `performance`. */
  readonly startedAt: number;
  /** Time until the body had arrived and had been validated. */
  receivingMs: number;
}

/**
 * Returns Fastify options for the log and for request ids. A request keeps the id that its client or proxy sent in
 * `X-Request-Id`, if this id is well-formed; otherwise, it gets a new id.
 */
export function logging({ logLevel }: LogOptions): FastifyServerOptions {
  const prefix = randomBytes(6).toString('hex');
  let requests = 0;
  return {
    logger: { level: logLevel, hooks: { streamWrite: printableJson } },
    genReqId({ headers }) {
      const given = headers['x-request-id'];
      requests += 1;
      return typeof given === 'string' && saneId.test(given) ? given : `${prefix}-${requests}`;
    },
    childLoggerFactory(logger, bindings, options, rawRequest) {
      const traceId = readTraceId(rawRequest as IncomingMessage);
      return logger.child(traceId === undefined ? bindings : { ...bindings, traceId }, options);
    },
  };
}

const saneId = /^[\w.:-]{1,128}$/;

/** Returns the id of the trace that a request belongs to (W3C Trace Context, section 3.2). */
function readTraceId({ headers: { traceparent } }: IncomingMessage): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(traceparent) ?? [];
  return traceId;
}

/** Adds the request id to each response, and logs all requests or only slow ones. */
export function logRequests(app: App, { logRequests: all, slowRequestMs }: LogOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.decorateRequest('timings', undefined);
  if (slowRequestMs > 0) noteTimings(app);
  if (!all && slowRequestMs === 0) return;
  app.addHook('onResponse', (request, reply, done) => {
    const whole = request.timings !== undefined && !request.routeOptions.config.streams;
    const slow = whole && reply.elapsedTime >= slowRequestMs;
    if (slow) {
      const parts = timingParts(request.timings as RequestTimings, reply.elapsedTime);
      request.log.warn({ ...requestFacts(request, reply), ...parts }, 'slow request');
    } else if (all) {
      request.log.info(requestFacts(request, reply), 'request');
    }
    done();
  });
}

function noteTimings(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.timings = { startedAt: performance.now(), receivingMs: 0 };
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const timings = request.timings as RequestTimings;
    timings.receivingMs = performance.now() - timings.startedAt;
    done();
  });
}

function requestFacts(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: rounded(reply.elapsedTime),
    address: request.ip,
    ...(request.key !== null && { key: request.key.name }),
  };
}

/** Returns the duration of each phase of a request; the sum is the total. The longest phase is logged as the reason. */
function timingParts(timings: RequestTimings, totalMs: number) {
  const { receivingMs, readingMs = 0, signingMs = 0, commitMs = 0 } = timings;
  const { storeQueueMs = 0, storeGroupMs = 0 } = timings;
  const parts = {
    receiving: receivingMs,
    reading: readingMs,
    signing: signingMs,
    storeQueue: storeQueueMs,
    store: storeGroupMs - commitMs,
    commit: commitMs,
    rest: totalMs - receivingMs - readingMs - signingMs - storeQueueMs - storeGroupMs,
  };
  const [[reason]] = Object.entries(parts).sort(([, a], [, b]) => b - a) as [[string, number]];
  const partsMs = Object.fromEntries(
    Object.entries(parts).map(([name, ms]) => [name, rounded(ms)]),
  );
  return { reason, partsMs };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
