import type { Socket } from 'node:net';
import Fastify, { LogController, type RawServerDefault } from 'fastify';
import type { BodyLimits } from '../api/page-media-types.js';
import { everyFeature, type StoreFeature } from '../store/contract/features.js';
import { type ConsoleOptions, registerFront } from './console.js';
import { type EdgeOptions, registerEdge } from './edge.js';
import { followUnreadReplies, type UnreadReplies } from './limits/unread-replies.js';
import { createWrittenBytes } from './limits/written-bytes.js';
import { logging } from './log.js';
import { type DescriptionOptions, registerOpenapi } from './openapi.js';
import type { App, RouteContext, SchemaTypes } from './route.js';
import { type About, aboutRoutes } from './routes/about.js';
import { addRoutes } from './routes/add-document.js';
import { backupRoutes } from './routes/backup.js';
import { type BulkLimits, bulkRoutes } from './routes/bulk.js';
import { checkRoutes } from './routes/check.js';
import { clusterMemberRoutes, clusterRoutes } from './routes/clusters.js';
import { collectionRoutes } from './routes/collections.js';
import { compareRoutes } from './routes/compare.js';
import { decisionRoutes, refusedPageRoutes } from './routes/decisions.js';
import { documentSetRoutes } from './routes/document-sets.js';
import { documentRoutes } from './routes/documents.js';
import { type EventLimits, eventRoutes } from './routes/events.js';
import { extractRoutes } from './routes/extract.js';
import { fingerprintRoutes } from './routes/fingerprint.js';
import { jobRoutes } from './routes/jobs.js';
import { labelRoutes } from './routes/labels.js';
import { overlapRoutes } from './routes/overlap.js';
import { queryRoutes } from './routes/query.js';
import { separationRoutes } from './routes/separations.js';
import { serviceRoutes } from './routes/service.js';
import { siteRoutes } from './routes/sites.js';
import { verdictRoutes } from './routes/verdicts.js';
import { sendProblem } from './send-problem.js';
import {
  type ConnectionLimits,
  createHttpServer,
  refuseClient,
  refuseExpectation,
} from './server.js';
import { bodyCompiler, takePages } from './stages/body.js';
import { withoutCollection } from './stages/collection-path.js';

export interface AppOptions
  extends ConnectionLimits,
    EdgeOptions,
    BodyLimits,
    RouteContext,
    BulkLimits,
    EventLimits,
    ConsoleOptions,
    DescriptionOptions {
  /** Quota of the bytes that a key sends in writing requests per day; 0: none. */
  readonly writtenBytesPerKey: number;
  /** Facts for GET /service and GET /settings. */
  readonly about: About;
  /** Proxies whose X-Forwarded-For is trusted; undefined if there are none. */
  readonly trustProxy: string[] | undefined;
}

/** Creates the HTTP application without listening, so that tests can inject requests. */
export async function createApp(options: AppOptions): Promise<App> {
  const streaming = new WeakSet<Socket>();
  const unreadReplies = followUnreadReplies(streaming);
  const app = createFastify(options, streaming, unreadReplies);
  await registerEdge(app, options, unreadReplies);
  const { version, readDescription, detector } = options;
  const hasAllRoutes = detector.features.size === everyFeature.size;
  await registerOpenapi(app, {
    version,
    readDescription: hasAllRoutes ? readDescription : undefined,
  });
  await registerRoutes(app, { ...options, streaming });
  return app;
}

/** Maximum length of a percent-encoded id of 2,048 characters. */
const idParamLengthMax = 2048 * 9;

/** Creates Fastify on the service's own HTTP server, without stages, routes or parsers. */
function createFastify(
  options: AppOptions,
  streaming: WeakSet<Socket>,
  unreadReplies: UnreadReplies,
): App {
  const app: App = Fastify<RawServerDefault>({
    serverFactory: (handle) => createHttpServer(options, unreadReplies, handle),
    trustProxy: options.trustProxy ?? false,
    routerOptions: { maxParamLength: idParamLengthMax },
    rewriteUrl: withoutCollection,
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
  app.decorate('writtenBytes', createWrittenBytes(options.writtenBytesPerKey));
  app.setValidatorCompiler(bodyCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(sendProblem);
  app.removeAllContentTypeParsers();
  app.server.on('checkExpectation', (request, response) => {
    if (unreadReplies.track(request, response)) refuseExpectation(request, response);
  });
  app.addHook('onClose', async () => unreadReplies.end());
  return app;
}

/** Routes that accept a page as well as JSON. */
const pageRoutes = [
  checkRoutes,
  queryRoutes,
  overlapRoutes,
  fingerprintRoutes,
  extractRoutes,
  addRoutes,
];

/** All other routes. The OpenAPI document lists both groups in this order. */
const otherRoutes = [
  compareRoutes,
  documentRoutes,
  documentSetRoutes,
  bulkRoutes,
  needing('clusters', clusterRoutes),
  needing('clusters', clusterMemberRoutes),
  needing('clusters', separationRoutes),
  needing('labels', labelRoutes),
  needing('decisionLog', decisionRoutes),
  needing('decisionLog', refusedPageRoutes),
  needing('decisionLog', verdictRoutes),
  needing('siteLines', siteRoutes),
  collectionRoutes,
  needing('jobs', jobRoutes),
  needing('backups', backupRoutes),
  serviceRoutes,
  aboutRoutes,
  registerFront,
  eventRoutes,
];

/** Restricts routes to stores with a feature. On other stores, their paths are unknown. */
function needing(
  feature: StoreFeature,
  register: (app: App, context: AppOptions) => void,
): typeof register {
  return (app, context) => {
    if (context.detector.features.has(feature)) register(app, context);
  };
}

async function registerRoutes(
  app: App,
  context: AppOptions & { readonly streaming: WeakSet<Socket> },
): Promise<void> {
  await app.register(async (scope) => {
    const taking: App = scope.withTypeProvider<SchemaTypes>();
    takePages(taking);
    for (const register of pageRoutes) register(taking, context);
  });
  for (const register of otherRoutes) await register(app, context);
}
