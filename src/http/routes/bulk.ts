import type { Socket } from 'node:net';
import { z } from 'zod';
import { bulkLine } from '../../api/reply-schemas.js';
import { NeardupError } from '../../errors.js';
import { openBody } from '../bulk/body.js';
import { bulkModes, type LinePlanner, planLine } from '../bulk/plan-line.js';
import { startBulk } from '../bulk/run.js';
import { createBulkSharing } from '../bulk/sharing.js';
import { type App, problems, type RouteContext } from '../route.js';
import { problemFor } from '../send-problem.js';
import { claimantOf, clientOf, followKey, requireCollection } from '../stages/access.js';
import { formCompiler } from '../stages/body.js';

/** Limits of POST /documents/bulk. */
export interface BulkLimits {
  /** Of a line. */
  readonly bodyBytesMax: number;
  /** How long a client may take for one line, or for reading any of the results that wait. */
  readonly requestTimeoutMs: number;
  readonly bulkRequestsMax: number;
  /** Of a whole body, inflated. */
  readonly bulkBytesMax: number;
  readonly bulkUnreadBytesMax: number;
}

export interface BulkRoutesOptions extends BulkLimits {
  /** Connections in the middle of a stream, which may last longer than a request may otherwise. */
  readonly streaming: WeakSet<Socket>;
}

const ndjson = 'application/x-ndjson';
const mediaTypes = [ndjson, 'application/ndjson', 'application/jsonl'];

/** In a scope of its own, because only here a body is a stream. */
export async function bulkRoutes(
  parent: App,
  { detector, schemas, keys }: RouteContext,
  limits: BulkRoutesOptions,
): Promise<void> {
  await parent.register(async (scope: App) => {
    const sharing = createBulkSharing(limits.bulkRequestsMax);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaTypes, (_request, body, done) => done(null, body));
    scope.addHook('preClose', async () => {
      sharing.stop(new NeardupError('shutting_down', 'The service is stopping'));
    });

    scope.route({
      method: 'POST',
      url: '/documents/bulk',
      config: { scope: 'write', collection: 'handler', streams: true, mediaType: ndjson },
      // A body that is a stream has no form yet; each line is checked as it comes.
      validatorCompiler: (route) =>
        route.httpPart === 'body' ? () => true : formCompiler(route as never),
      schema: {
        operationId: 'bulk',
        tags: ['documents'],
        summary: 'Add or check documents, one a line, in their order, as fast as they come',
        description:
          'NDJSON both ways: a line is the body of POST /documents, or of POST /check with `mode=check`. A line is answered when it is stored, so send and read at the same time. A faulty line fails alone. Without the last line, the summary, the answer is not whole.',
        consumes: [ndjson],
        querystring: z.strictObject({
          mode: z
            .enum(bulkModes)
            .default('add')
            .describe('whether a line is what POST /documents takes, or POST /check'),
        }),
        body: z
          .union([schemas.document.json, schemas.check.json])
          .describe('NDJSON: a document a line, at most as long as another request body'),
        response: {
          200: {
            description:
              'NDJSON: a result a line, in their order, each after its commit; then a summary',
            content: { [ndjson]: { schema: bulkLine } },
          },
          ...problems('body'),
        },
      },
      handler: async (request, reply) => {
        const { mode } = request.query;
        if (request.headers['content-type'] === undefined) {
          throw new NeardupError('unsupported_media_type', `Send the body as "${ndjson}"`);
        }
        const client = clientOf(request);
        const admitted = await sharing.admit(client);
        if (request.socket.destroyed) {
          admitted.leave();
          throw new NeardupError('request_timeout', 'The client closed the connection');
        }
        const order = detector.inOrder({ client, claimant: claimantOf(request) });
        const planner: LinePlanner = {
          mode,
          schemas,
          order,
          lineBytesMax: limits.bodyBytesMax,
          permit: (collection) => requireCollection(request, collection),
        };
        const bulk = startBulk({
          body: openBody(
            request.raw,
            request.headers['content-encoding'] === 'gzip',
            limits.bulkBytesMax,
          ),
          lineBytesMax: limits.bodyBytesMax,
          unreadBytesMax: limits.bulkUnreadBytesMax,
          idleMs: limits.requestTimeoutMs,
          plan: (line) => {
            const planned = planLine(planner, line);
            if (planned !== null && planned.bytes > 0) admitted.advance(line.bytes?.length ?? 0);
            return planned;
          },
          abandon: order.stop,
          problemOf: (error) => problemFor(error, request),
        });
        admitted.bulk = bulk;
        const unfollow = followKey(keys, request, bulk.stop);
        limits.streaming.add(request.socket);
        bulk.results.once('close', () => {
          unfollow();
          admitted.leave();
          limits.streaming.delete(request.socket);
        });
        try {
          await bulk.begun;
        } catch (error) {
          bulk.results.destroy();
          throw error;
        }
        // Not one line of the answer but all of them.
        return reply.type(ndjson).send(bulk.results as never);
      },
    });
  });
}
