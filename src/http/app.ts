import type { Socket } from 'node:net';
import type { KeyRing } from '../api/keys.js';
import type { BodyLimits } from '../api/page-media-types.js';
import { type RequestLimits, requestSchemas } from '../api/schemas.js';
import type { Detector } from '../detector/detector.js';
import { registerFront } from './console.js';
import { createFastify, type FastifyOptions } from './fastify.js';
import { logRequests } from './log.js';
import type { Metrics } from './metrics.js';
import { registerOpenapi } from './openapi.js';
import type { App, RouteContext, SchemaTypes } from './route.js';
import { type About, aboutRoutes } from './routes/about.js';
import { backupRoutes } from './routes/backup.js';
import { type BulkLimits, bulkRoutes } from './routes/bulk.js';
import { checkRoutes } from './routes/check.js';
import { clusterMemberRoutes, clusterRoutes, separationRoutes } from './routes/clusters.js';
import { collectionRoutes } from './routes/collections.js';
import { compareRoutes } from './routes/compare.js';
import { addRoutes, documentRoutes } from './routes/documents.js';
import { type EventLimits, eventRoutes } from './routes/events.js';
import { extractRoutes } from './routes/extract.js';
import { fingerprintRoutes } from './routes/fingerprint.js';
import { jobRoutes } from './routes/jobs.js';
import { labelRoutes } from './routes/labels.js';
import { overlapRoutes } from './routes/overlap.js';
import { queryRoutes } from './routes/query.js';
import { recentRoutes } from './routes/recent.js';
import { serviceRoutes } from './routes/service.js';
import { requireKeys } from './stages/access.js';
import { refuseWhileClosing } from './stages/closing.js';
import { limitRequests } from './stages/concurrency-limit.js';
import { refuseForeignRequests } from './stages/foreign-requests.js';
import { checkHeaders } from './stages/headers.js';
import { createIdempotency } from './stages/idempotency.js';
import { jsonParser } from './stages/json.js';
import { measureRequests } from './stages/measure-requests.js';
import { createPace } from './stages/pace.js';
import { takePages } from './stages/page-body.js';
import { registerCors, registerSecurityHeaders } from './stages/protection.js';
import { type RateLimits, registerRateLimits } from './stages/rate-limits.js';
import { limitReplyBytes, type TextLimits } from './stages/reply-budget.js';
import { refuseUnknownQueryParameters, refuseUnknownRoute } from './stages/unknown-routes.js';
import type { UnreadReplies } from './stages/unread-replies.js';

export interface AppOptions
  extends FastifyOptions,
    RequestLimits,
    BodyLimits,
    TextLimits,
    RateLimits,
    BulkLimits,
    EventLimits {
  readonly detector: Detector;
  readonly metrics: Metrics;
  readonly version: string;
  /** Keys of which every operation needs one unless it is public; undefined: none needed. */
  readonly keys: KeyRing | undefined;
  /** What GET /service and GET /settings tell of it. */
  readonly about: About;
  /** Names of this service, in lower case, by which a request without a key may call it. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Origins whose pages may call the API from browsers. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Most requests under way at the same moment. */
  readonly requestsMax: number;
  /** Where the built console is; undefined: it is not served. */
  readonly consoleDirectory?: string;
}

/**
 * The HTTP application, apart from listening, so that tests can inject requests. A request passes its
 * stages from the top to the bottom; each may refuse it with a problem.
 *
 *   connection  server.ts             time for headers and bodies; what is no HTTP
 *               unread-replies        cut, if it does not read what it asked for
 *               unread-bodies         closed, if a reply precedes the end of its body
 *               metered-request       fails, if its body arrives in tiny chunks
 *   headers     log, measure-requests   from here on every answer is logged and counted
 *               protection            headers for browsers
 *               closing               no new work while the service stops
 *               foreign-requests      without keys: no pages of others
 *               rate-limits           of the address
 *               access                the key and its scope
 *               rate-limits           of the key
 *               concurrency-limit     a place among those under way
 *               headers               encoding, Accept, Idempotency-Key
 *   body        json │ page-body      read in turn (pace); slow ones lose their place (slow-bodies)
 *               the schema of the route
 *   work        access                the collection that the body names
 *               reply-budget          room for the reply
 *               routes/               one call of the detector
 *   reply       concurrency-limit and reply-budget give back what they lent
 */
export async function createApp(options: AppOptions): Promise<App> {
  const streaming = new WeakSet<Socket>();
  const { app, unreadReplies } = createFastify(options, streaming);
  await registerStages(app, options, unreadReplies);
  await registerOpenapi(app, options.version);
  await registerRoutes(app, options, streaming);
  return app;
}

/** In the order in which a request passes them. */
async function registerStages(
  app: App,
  options: AppOptions,
  unreadReplies: UnreadReplies,
): Promise<void> {
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
  checkHeaders(app);
  app.addContentTypeParser('application/json', jsonParser(createPace()));
  unreadReplies.isNeeded = limitReplyBytes(app, places, options);
  refuseUnknownQueryParameters(app);
  refuseUnknownRoute(app);
}

async function registerRoutes(
  app: App,
  options: AppOptions,
  streaming: WeakSet<Socket>,
): Promise<void> {
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
    takePages(taking);
    for (const routes of [
      checkRoutes,
      queryRoutes,
      overlapRoutes,
      fingerprintRoutes,
      extractRoutes,
      addRoutes,
    ]) {
      routes(taking, context);
    }
  });
  compareRoutes(app, context);
  documentRoutes(app, context);
  await bulkRoutes(app, context, { ...options, streaming });
  clusterRoutes(app, context);
  clusterMemberRoutes(app, context);
  separationRoutes(app, context);
  labelRoutes(app, context);
  collectionRoutes(app, context);
  jobRoutes(app, context);
  backupRoutes(app, context);
  serviceRoutes(app, context);
  recentRoutes(app, context);
  aboutRoutes(app, context, options.about);
  await registerFront(app, options.consoleDirectory);
  eventRoutes(app, context, options);
}
