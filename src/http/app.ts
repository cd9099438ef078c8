import type { Socket } from 'node:net';
import Fastify, { LogController, type RawServerDefault } from 'fastify';
import type { RequestLimits } from '../api/content.js';
import type { BodyLimits } from '../api/page-media-types.js';
import type { Detector } from '../detector/detector.js';
import { registerFront } from './console.js';
import { type EdgeOptions, registerEdge } from './edge.js';
import { logging } from './log.js';
import { registerOpenapi } from './openapi.js';
import type { App, RouteContext, SchemaTypes } from './route.js';
import { type About, aboutRoutes } from './routes/about.js';
import { addRoutes } from './routes/add-document.js';
import { backupRoutes } from './routes/backup.js';
import { type BulkLimits, bulkRoutes } from './routes/bulk.js';
import { checkRoutes } from './routes/check.js';
import { clusterMemberRoutes, clusterRoutes } from './routes/clusters.js';
import { collectionRoutes } from './routes/collections.js';
import { compareRoutes } from './routes/compare.js';
import { documentSetRoutes } from './routes/document-sets.js';
import { documentRoutes } from './routes/documents.js';
import { type EventLimits, eventRoutes } from './routes/events.js';
import { extractRoutes } from './routes/extract.js';
import { fingerprintRoutes } from './routes/fingerprint.js';
import { jobRoutes } from './routes/jobs.js';
import { labelRoutes } from './routes/labels.js';
import { overlapRoutes } from './routes/overlap.js';
import { queryRoutes } from './routes/query.js';
import { recentRoutes } from './routes/recent.js';
import { separationRoutes } from './routes/separations.js';
import { serviceRoutes } from './routes/service.js';
import { sendProblem } from './send-problem.js';
import {
  type ConnectionLimits,
  createHttpServer,
  refuseClient,
  refuseExpectation,
} from './server.js';
import { bodyCompiler, takePages } from './stages/body.js';
import { followUnreadReplies, type UnreadReplies } from './stages/unread-replies.js';

export interface AppOptions
  extends ConnectionLimits,
    EdgeOptions,
    RequestLimits,
    BodyLimits,
    BulkLimits,
    EventLimits {
  readonly detector: Detector;
  readonly version: string;
  /** Facts for GET /service and GET /settings. */
  readonly about: About;
  /** Proxies whose X-Forwarded-For is believed; undefined: none. */
  readonly trustProxy: string[] | undefined;
  /** Directory of the built console; undefined: it is not served. */
  readonly consoleDirectory?: string;
}

/** The HTTP application, apart from listening, so that tests can inject requests. */
export async function createApp(options: AppOptions): Promise<App> {
  /** Connections in the middle of a stream, which has time limits of its own. */
  const streaming = new WeakSet<Socket>();
  const unreadReplies = followUnreadReplies(streaming);
  const app = createFastify(options, streaming, unreadReplies);
  await registerEdge(app, options, unreadReplies);
  await registerOpenapi(app, options.version);
  await registerRoutes(app, options, streaming);
  return app;
}

/** Percent-encoded, an id of 2,048 characters is at most this long. */
const idParamLengthMax = 2048 * 9;

/** Fastify over our own server, with no stages, routes or parsers yet. */
function createFastify(
  options: AppOptions,
  streaming: WeakSet<Socket>,
  unreadReplies: UnreadReplies,
): App {
  const app: App = Fastify<RawServerDefault>({
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
  app.decorate('bodyLimits', options);
  app.setValidatorCompiler(bodyCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(sendProblem);
  app.removeAllContentTypeParsers();
  app.server.on('checkExpectation', (request, response) => {
    if (unreadReplies.mind(request, response)) refuseExpectation(request, response);
  });
  app.addHook('onClose', async () => unreadReplies.end());
  return app;
}

async function registerRoutes(
  app: App,
  options: AppOptions,
  streaming: WeakSet<Socket>,
): Promise<void> {
  const context: RouteContext = {
    detector: options.detector,
    metrics: options.metrics,
    limits: options,
    version: options.version,
    keys: options.keys,
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
  documentSetRoutes(app, context);
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
