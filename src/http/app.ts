import type { Socket } from 'node:net';
import Fastify, { LogController, type RawServerDefault } from 'fastify';
import { z } from 'zod';
import type { KeyRing } from '../api/keys.js';
import type { BodyLimits } from '../api/page-media-types.js';
import { type RequestLimits, requestSchemas } from '../api/schemas.js';
import type { Detector } from '../detector/detector.js';
import { NeardupError } from '../errors.js';
import { registerFront } from './console.js';
import { type LogOptions, logging, logRequests } from './log.js';
import type { Metrics } from './metrics.js';
import { registerOpenapi } from './openapi.js';
import type { App, RouteContext, SchemaTypes } from './route.js';
import { refuseUnknownRoute } from './route-not-found.js';
import { backupRoutes } from './routes/backup.js';
import { type BulkLimits, bulkRoutes } from './routes/bulk.js';
import { checkRoutes } from './routes/check.js';
import { clusterRoutes, separationRoutes } from './routes/clusters.js';
import { collectionRoutes } from './routes/collections.js';
import { compareRoutes } from './routes/compare.js';
import { addRoutes, documentRoutes } from './routes/documents.js';
import { type EventLimits, eventRoutes } from './routes/events.js';
import { extractRoutes } from './routes/extract.js';
import { fingerprintRoutes } from './routes/fingerprint.js';
import { jobRoutes } from './routes/jobs.js';
import { queryRoutes } from './routes/query.js';
import { serviceRoutes } from './routes/service.js';
import { sendProblem } from './send-problem.js';
import {
  type ConnectionLimits,
  createHttpServer,
  refuseClient,
  refuseExpectation,
} from './server.js';
import { requireKeys } from './stages/access.js';
import { limitRequests } from './stages/concurrency-limit.js';
import { refuseForeignRequests } from './stages/foreign-requests.js';
import { admitIdempotencyKey, createIdempotency } from './stages/idempotency.js';
import { jsonParser } from './stages/json.js';
import { measureRequests } from './stages/measure-requests.js';
import { createPace } from './stages/pace.js';
import { bodyCompiler, takePages } from './stages/page-body.js';
import { registerCors, registerSecurityHeaders } from './stages/protection.js';
import { type RateLimits, registerRateLimits } from './stages/rate-limits.js';
import { refuseBy } from './stages/refuse-by.js';
import { limitReplyBytes } from './stages/reply-budget.js';
import { followUnreadReplies } from './stages/unread-replies.js';

export interface AppOptions
  extends RequestLimits,
    BodyLimits,
    ConnectionLimits,
    RateLimits,
    BulkLimits,
    EventLimits,
    LogOptions {
  readonly detector: Detector;
  readonly metrics: Metrics;
  readonly version: string;
  /** Keys of which every operation needs one unless it is public; undefined: none needed. */
  readonly keys: KeyRing | undefined;
  /** Proxies whose X-Forwarded-For is believed; undefined: none. */
  readonly trustProxy: string[] | undefined;
  /** Names of this service, in lower case, by which a request without a key may call it. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Origins whose pages may call the API from browsers. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Most requests under way at the same moment. */
  readonly requestsMax: number;
  /** Where the built console is; undefined: it is not served. */
  readonly consoleDirectory?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads its body as it comes, gzipped or not, or writes its answer for as long as it likes. */
    streams?: boolean;
  }
}

/** Percent-encoded, an id of 2,048 characters is at most this long. */
const idParamLengthMax = 2048 * 9;

/** The HTTP application, apart from listening, so that tests can inject requests. */
export async function createApp(options: AppOptions): Promise<App> {
  const streaming = new WeakSet<Socket>();
  const unreadReplies = followUnreadReplies(streaming);
  const app: App = Fastify<RawServerDefault>({
    bodyLimit: options.bodyBytesMax,
    serverFactory: (handle) => createHttpServer(options, unreadReplies, handle),
    trustProxy: options.trustProxy ?? false,
    routerOptions: { maxParamLength: idParamLengthMax },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...logging(options),
    clientErrorHandler: (error, socket) => refuseClient(error, socket, streaming),
    frameworkErrors: sendProblem,
  }).withTypeProvider<SchemaTypes>();
  app.setValidatorCompiler(bodyCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(sendProblem);
  app.server.on('checkExpectation', (request, response) => {
    if (unreadReplies.mind(request, response)) refuseExpectation(request, response);
  });
  app.addHook('onClose', async () => unreadReplies.end());

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(createPace()));
  measureRequests(app, options.metrics);
  logRequests(app, options);
  await registerSecurityHeaders(app);
  refuseWhileClosing(app);
  if (options.keys === undefined) {
    const { allowedHosts: hosts = [], corsOrigins: origins = [] } = options;
    refuseForeignRequests(app, { hosts, origins });
  }
  await registerCors(app, options.corsOrigins ?? []);
  await registerRateLimits(app, options, () => requireKeys(app, options.keys));
  const places = limitRequests(app, options.requestsMax);
  admitRequests(app);
  unreadReplies.isNeeded = limitReplyBytes(app, places);
  refuseUnknownQueryParameters(app);
  refuseUnknownRoute(app);
  await registerOpenapi(app, options.version);

  const context: RouteContext = {
    detector: options.detector,
    metrics: options.metrics,
    schemas: requestSchemas(options),
    version: options.version,
    keys: options.keys,
    idempotently: createIdempotency(),
  };
  await app.register(async (scope) => {
    const taking: App = scope.withTypeProvider<SchemaTypes>();
    takePages(taking, options);
    for (const routes of [checkRoutes, queryRoutes, fingerprintRoutes, extractRoutes, addRoutes]) {
      routes(taking, context);
    }
  });
  compareRoutes(app, context);
  documentRoutes(app, context);
  await bulkRoutes(app, context, { ...options, streaming });
  clusterRoutes(app, context);
  separationRoutes(app, context);
  collectionRoutes(app, context);
  jobRoutes(app, context);
  backupRoutes(app, context);
  serviceRoutes(app, context);
  await registerFront(app, options.consoleDirectory);
  eventRoutes(app, context, options);
  return app;
}

function refuseWhileClosing(app: App): void {
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of answers that succeed; JSON unless a route says otherwise. */
    mediaType?: string;
  }
}

/** What the headers of every request must pass before its body is read. */
function admitRequests(app: App): void {
  app.decorateRequest('contentHash', '');
  app.addHook(
    'onRequest',
    refuseBy((request) => {
      const { headers, routeOptions } = request;
      const { streams } = routeOptions.config;
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity' && !(streams && encoding === 'gzip')) {
        throw new NeardupError(
          'unsupported_encoding',
          `Cannot read a body in Content-Encoding "${encoding}": send it plain${streams ? ', or gzipped' : ''}`,
        );
      }
      if (headers['idempotency-key'] !== undefined) admitIdempotencyKey(request);
      const { mediaType = 'application/json' } = routeOptions.config;
      if (
        headers.accept !== undefined &&
        routeOptions.schema &&
        !accepts(headers.accept, mediaType)
      ) {
        throw new NeardupError(
          'not_acceptable',
          `Cannot answer as "${headers.accept}": accept ${mediaType}`,
        );
      }
    }),
  );
}

function accepts(accept: string, mediaType: string): boolean {
  if (accept === '' || /\*\/\*|application\/problem\+json/i.test(accept)) return true;
  const [kind] = mediaType.split('/');
  return [mediaType, `${kind}/*`].some((type) => accept.toLowerCase().includes(type));
}

/** A route that takes no query parameters refuses all of them. */
function refuseUnknownQueryParameters(app: App): void {
  const none = z.strictObject({});
  app.addHook('onRoute', ({ schema }) => {
    if (schema !== undefined && !schema.hide) schema.querystring ??= none;
  });
}
