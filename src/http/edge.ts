import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { z } from 'zod';
import type { KeyRing } from '../api/keys.js';
import { findSimilar } from '../api/suggestion.js';
import { NeardupError } from '../errors.js';
import { limitRequests } from './limits/concurrency-limit.js';
import { limitRate, type RateLimits, registerRateLimits } from './limits/rate.js';
import { limitReplyBytes, type TextLimits } from './limits/reply-budget.js';
import { takeTurns } from './limits/turns.js';
import type { UnreadReplies } from './limits/unread-replies.js';
import { type LogOptions, logRequests } from './log.js';
import type { Metrics } from './metrics.js';
import type { App } from './route.js';
import { checkForeign, checkKey, checkNamedCollection } from './stages/access.js';
import { fillBody, takeJson } from './stages/body.js';
import { allowCollectionPaths, nameCollection } from './stages/collection-path.js';
import { admitIdempotencyKey, registerIdempotency } from './stages/idempotency.js';
import { dataHeaders, registerCors, registerSecurityHeaders } from './stages/protection.js';

export interface EdgeOptions extends LogOptions, TextLimits, RateLimits {
  readonly metrics: Metrics;
  /** API keys, required by all operations except public ones. If undefined, no keys are needed. */
  readonly keys: KeyRing | undefined;
  /** Additional names allowed in `Host`, in lower case. Used only if no keys are configured. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Origins whose pages may call the API from browsers. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Maximum number of concurrent requests. */
  readonly requestsMax: number;
}

/**
 * The stages that a request passes through, in order. Any stage before the reply may refuse it with a problem. The stages
 * in limits/ bound what a client holds (docs/overload.md), the others are in stages/.
 *
 *   connection  server.ts             limits time for headers and bodies; refuses invalid HTTP, bodies in
 *                                     tiny chunks, and clients that keep sending after their reply
 *               unanswered-requests   cuts off connections whose pipelined requests take too much memory
 *               unread-replies        drops connections whose clients do not read their replies
 *   headers     log, metrics          logs and counts every response from here on
 *               turns                 shares the event loop between clients; probes, and requests without a
 *                                     valid key, have separate queues
 *               protection            adds headers for browsers
 *               closing               refuses new work while the service stops
 *               access                if no keys are configured: refuses requests from pages of other sites
 *               rate limit            per address
 *               access                checks the key and its scope
 *               rate limit            per key
 *               concurrency-limit     takes a slot
 *               headers               checks encoding, Accept, Idempotency-Key
 *   body        body                  reads JSON or a page; long JSON queues for another turn (see turns);
 *                                     slow bodies lose their slot
 *               collection-path       sets the collection that the path names
 *               Fastify               validates the request against the schema of the route
 *   work        access                checks the collection that the request names
 *               reply-budget          reserves room for the reply
 *               routes/               calls the detector
 *   reply       concurrency-limit and reply-budget release the slot and the room
 */
export async function registerEdge(
  app: App,
  options: EdgeOptions,
  unreadReplies: UnreadReplies,
): Promise<void> {
  const { keys, allowedHosts: hosts = [], corsOrigins: origins = [] } = options;
  measureRequests(app, options.metrics);
  logRequests(app, options);
  const turns = takeTurns(app, keys);
  await registerSecurityHeaders(app);
  const checkClosing = createClosingCheck(app);
  if (keys !== undefined) onHeaders(app, addDataHeaders, checkClosing);
  else onHeaders(app, addDataHeaders, checkClosing, checkForeign({ hosts, origins }));
  await registerCors(app, origins);
  await registerRateLimits(app, options);
  limitRate(app, 'address', options.rateLimitPerAddress);
  if (keys !== undefined) onHeaders(app, checkKey);
  limitRate(app, 'API key', options.rateLimitPerKey);
  const slots = limitRequests(app, options.requestsMax);
  const budget = limitReplyBytes(app, slots, options);
  unreadReplies.isNeeded = budget.isNeeded;
  onHeaders(app, slots.admit, checkHeaders, createRouteCheck(app));
  registerIdempotency(app);
  takeJson(app, turns);
  refuseUnknownQueryParameters(app);
  allowCollectionPaths(app);

  app.addHook('preValidation', passing([slots.bodyArrived, fillBody, nameCollection]));
  if (keys !== undefined) app.addHook('preHandler', passing([checkNamedCollection]));
  app.addHook('preHandler', (request, reply, done) => {
    const bytes = request.routeOptions.config.replyBytes?.(request) ?? 0;
    if (bytes === 0 || request.slot === null) done();
    else budget.reserve(request, reply, bytes, done);
  });
  // Writing a megabyte of JSON takes several milliseconds, so replies that may be large wait for a turn.
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    if (request.reservation === null) done(null, payload);
    else turns.run(request.reservation.client, () => done(null, payload));
  });
  // This hook also runs after errors, and if the client has left.
  app.addHook('onSend', (request, _reply, payload, done) => {
    slots.leave(request);
    if (request.reservation !== null) budget.replied(request.reservation, payload);
    done(null, payload);
  });
}

/**
 * Lets a request pass or, by throwing, refuses it. Returns false if the check has answered the request itself. Must not
 * be `async`, which would cost each request a promise and a wait in the microtask queue.
 */
type Check = (request: FastifyRequest, reply: FastifyReply) => unknown;

function onHeaders(app: App, ...checks: Check[]): void {
  app.addHook('onRequest', passing(checks));
}

function passing(checks: readonly Check[]) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    try {
      for (const check of checks) if (check(request, reply) === false) return;
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

/** Counts every response; unknown paths count as route `none`. */
function measureRequests(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.requestDone(method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * Adds a fixed set of headers to responses with data. Helmet would build these headers again for each request, which
 * takes 4 µs.
 */
function addDataHeaders({ routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (routeOptions.config.helmet === undefined) reply.headers(dataHeaders);
}

/** Refuses requests that arrive while the service stops, and closes their connections. */
function createClosingCheck(app: App): Check {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    app.server.keepAliveTimeout = 1; // closes the connection soon after its last response
  });
  return (_request, reply) => {
    if (!closing) return;
    reply.header('connection', 'close');
    throw new NeardupError('shutting_down', 'The service is stopping; send the request again');
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types of successful responses; JSON by default. */
    mediaType?: string | readonly string[];
    /** True if the body is read as a stream, which may be gzipped, or if the response may take any length of time. */
    streams?: boolean;
  }
}

/** Checks the headers of a request before its body is read. */
function checkHeaders(request: FastifyRequest): void {
  if (request.is404) return;
  const { headers, routeOptions } = request;
  const { streams, mediaType = 'application/json' } = routeOptions.config;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && !(streams && encoding === 'gzip')) {
    throw new NeardupError(
      'unsupported_encoding',
      `Cannot read a body in Content-Encoding "${encoding}": send it uncompressed${streams ? ', or as gzip' : ''}`,
    );
  }
  if (headers['idempotency-key'] !== undefined) admitIdempotencyKey(request);
  const { accept } = headers;
  const offered = [mediaType].flat();
  if (accept && routeOptions.schema && !offered.some((each) => accepts(accept, each))) {
    throw new NeardupError(
      'not_acceptable',
      `Cannot answer as "${accept}": ${acceptAdvice(offered, routeOptions.schema.consumes)}`,
    );
  }
}

/** Says which media types to accept, and to send if the body has one of its own, as in bulk requests. */
function acceptAdvice(offered: readonly string[], [sent]: readonly string[] = []): string {
  if (sent === undefined) return `accept ${offered.join(' or ')}`;
  return `send and accept ${sent} (curl: -H 'Content-Type: ${sent}' --data-binary @FILE)`;
}

function accepts(accept: string, mediaType: string): boolean {
  if (accept === '' || /\*\/\*|application\/problem\+json/i.test(accept)) return true;
  const [kind] = mediaType.split('/');
  return [mediaType, `${kind}/*`].some((type) => accept.toLowerCase().includes(type));
}

/** Answers requests to unknown paths. For a known path with the wrong method, lists the allowed methods. */
function createRouteCheck(app: App): Check {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return; // The route that answers CORS preflight requests.
    const methods = methodsByPath.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPath.set(url, methods);
  });
  app.setNotFoundHandler(refuse);
  // Runs before the body is read, because Fastify would refuse a body whose media type has no parser.
  return (request, reply) => {
    if (request.is404) refuse(request, reply);
  };

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const [path, shown] = [request.url, request.originalUrl].map((url) => url.split('?')[0]!);
    const allowed = listMethods(path!, methodsByPath);
    if (allowed.length === 0) {
      const advice = isSplitId(path!) ? encodeAdvice : (suggestRoute(request, path!) ?? listAdvice);
      throw new NeardupError('route_not_found', `No endpoint "${shown}"; ${advice}`);
    }
    reply.header('allow', allowed.join(', '));
    const methods = new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed);
    throw new NeardupError(
      'method_not_allowed',
      `Cannot ${request.method} "${shown}"; ${suggestRoute(request, path!) ?? `it takes ${methods}`}`,
    );
  }

  /** Suggests a route with the method of a request and a path like its own, or like the end of it. */
  function suggestRoute({ method }: FastifyRequest, path: string): string | null {
    const known = [...methodsByPath].flatMap(([url, methods]) =>
      methods.has(method) && !/[:*]/.test(url) ? [url] : [],
    );
    const end = path.slice(path.lastIndexOf('/'));
    const suggested = known.find((url) => url.endsWith(end)) ?? findSimilar(path, known);
    return suggested === null ? null : `did you mean ${method} ${suggested}?`;
  }
}

/** Returns true for a path with an id that is a URL and whose slashes are not encoded, so that they split the path. */
const isSplitId = (path: string) => /^\/documents\/.+\//.test(path);
const encodeAdvice =
  'encode the id (its "/" as "%2F"), or send it as it is to POST /documents/lookup or /documents/delete';
const listAdvice = 'GET /docs lists them all';

/** Refuses all query parameters on a route that declares none. */
function refuseUnknownQueryParameters(app: App): void {
  const none = z.strictObject({});
  app.addHook('onRoute', ({ schema }) => {
    if (schema !== undefined && !schema.hide) schema.querystring ??= none;
  });
}

function listMethods(path: string, methodsByPath: ReadonlyMap<string, Set<string>>): string[] {
  const allowed = new Set<string>();
  for (const [url, methods] of methodsByPath) {
    const pattern = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part));
    if (new RegExp(`^${pattern.join('/').replaceAll('*', '.*')}$`).test(path)) {
      for (const method of methods) allowed.add(method);
    }
  }
  return [...allowed].sort();
}
