import type { Socket } from 'node:net';
import Fastify, { LogController, type RawServerDefault } from 'fastify';
import type { BodyLimits } from '../api/page-media-types.js';
import { type LogOptions, logging } from './log.js';
import type { App, SchemaTypes } from './route.js';
import { sendProblem } from './send-problem.js';
import {
  type ConnectionLimits,
  createHttpServer,
  refuseClient,
  refuseExpectation,
} from './server.js';
import { bodyCompiler } from './stages/page-body.js';
import { followUnreadReplies, type UnreadReplies } from './stages/unread-replies.js';

export interface FastifyOptions extends ConnectionLimits, LogOptions, BodyLimits {
  /** Proxies whose X-Forwarded-For is believed; undefined: none. */
  readonly trustProxy: string[] | undefined;
}

/** Percent-encoded, an id of 2,048 characters is at most this long. */
const idParamLengthMax = 2048 * 9;

/**
 * Fastify over our own server, with no stages, routes or parsers yet.
 * @param streaming connections in the middle of a stream, which has time limits of its own
 */
export function createFastify(
  options: FastifyOptions,
  streaming: WeakSet<Socket>,
): { readonly app: App; readonly unreadReplies: UnreadReplies } {
  const unreadReplies = followUnreadReplies(streaming);
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
  return { app, unreadReplies };
}
