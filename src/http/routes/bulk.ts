import type { Socket } from 'node:net';
import { z } from 'zod';
import { type DocumentRequest, documentRequest, toDocument } from '../../api/content.js';
import { parseJsonBytes } from '../../api/json.js';
import { problemSchema } from '../../api/problem.js';
import type { Line } from '../../api/split-lines.js';
import { parsed } from '../../api/validation.js';
import type { OrderedChecks } from '../../detector/check.js';
import { matchesDefault } from '../../detector/collections.js';
import { NeardupError } from '../../errors.js';
import { openBody } from '../bulk/body.js';
import { type LineOutcome, type PlannedLine, startBulk } from '../bulk/run.js';
import { createBulkSharing } from '../limits/bulk-sharing.js';
import { getClient } from '../limits/client.js';
import { type App, problems, type RouteContext, sample } from '../route.js';
import { createProblem } from '../send-problem.js';
import { followKey, getClaimant, requireCollection } from '../stages/access.js';
import { countWritten, formCompiler } from '../stages/body.js';
import { collectionInPath, putCollection } from '../stages/collection-path.js';
import { added, addedReply } from './add-document.js';
import { checked, checkedReply, checkRequest } from './check.js';

/** Body of the example request. */
const sampleLines = [sample.first, sample.second]
  .map((id) => `${JSON.stringify({ id, text: sample.text })}\n`)
  .join('');

const whole = z.int().min(0);

const lineNumber = z.int().min(1);

/** A line of the response to POST /documents/bulk. */
const bulkLine = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('added'),
        line: lineNumber,
        ok: z.literal(true),
        ...added.shape,
      })
      .meta({ id: 'BulkAdded' }),
    z
      .object({
        kind: z.literal('checked'),
        line: lineNumber,
        ok: z.literal(true),
        ...checked.shape,
      })
      .meta({ id: 'BulkChecked' }),
    z
      .object({
        kind: z.literal('failed'),
        line: lineNumber,
        ok: z.literal(false),
        error: problemSchema,
      })
      .meta({ id: 'BulkFailed' }),
    z
      .object({
        kind: z.literal('summary'),
        summary: z.object({
          total: whole,
          ok: whole,
          failed: whole,
          created: whole,
          replaced: whole,
          new: whole,
          similar: whole,
          duplicate: whole,
          changed: whole,
          unchanged: whole,
          tookMs: z.number(),
        }),
        error: problemSchema
          .optional()
          .describe(
            'Reason why the lines after the first `total` were not read. Omitted if all lines were read.',
          ),
      })
      .meta({ id: 'BulkSummary' }),
  ])
  .meta({
    id: 'BulkLine',
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(
        ['Added', 'Checked', 'Failed', 'Summary'].map((kind) => [
          kind.toLowerCase(),
          `#/components/schemas/Bulk${kind}`,
        ]),
      ),
    },
  })
  .describe('A result or, on the last line, the summary.');

/** Limits of POST /documents/bulk. */
export interface BulkLimits {
  /** Size limit of a line. */
  readonly bodyBytesMax: number;
  /** Time limit for a client to send a line, or to read waiting results. */
  readonly requestTimeoutMs: number;
  readonly bulkRequestsMax: number;
  /** Size limit of the inflated body. */
  readonly bulkBytesMax: number;
  readonly bulkUnreadBytesMax: number;
}

export interface BulkRoutesOptions extends BulkLimits {
  /** Connections with a stream, which may take longer than other requests. */
  readonly streaming: WeakSet<Socket>;
}

const bulkModes = ['add', 'check'] as const;

export const ndjson = 'application/x-ndjson';
const mediaTypes = [ndjson, 'application/ndjson', 'application/jsonl'];

/** Registers the route in a separate scope, because no other route reads its body as a stream. */
export async function bulkRoutes(
  parent: App,
  { detector, keys, ...options }: RouteContext & BulkRoutesOptions,
): Promise<void> {
  const document = documentRequest(options);
  const check = checkRequest(options);
  await parent.register(async (scope: App) => {
    const sharing = createBulkSharing(options.bulkRequestsMax);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaTypes, (_request, body, done) => done(null, body));
    scope.addHook('preClose', async () => {
      sharing.stop(new NeardupError('shutting_down', 'The service is stopping'));
    });

    scope.route({
      method: 'POST',
      url: '/documents/bulk',
      config: {
        scope: 'write',
        collection: 'lines',
        streams: true,
        mediaType: ndjson,
        example: { parameters: { mode: 'check' }, body: sampleLines },
      },
      // The stream is not validated as a whole. Each line is validated when it arrives.
      validatorCompiler: (route) =>
        route.httpPart === 'body' ? () => true : formCompiler(route as never),
      schema: {
        operationId: 'bulk',
        tags: ['documents'],
        summary: 'Add or check a stream of documents, one per line',
        description:
          'Request and response are NDJSON. Each line of the request is a body of POST /documents or, with `mode=check`, of POST /check. Each line is answered as soon as it is stored, so read while you send. An invalid line does not affect the others. The last line of the response is a summary; a response without it is incomplete.',
        consumes: [ndjson],
        querystring: z.strictObject({
          mode: z
            .enum(bulkModes)
            .default('add')
            .describe(
              'With `add`, each line is a body of POST /documents. With `check`, each line is a body of POST /check.',
            ),
        }),
        body: z
          .union([document.json, check.json])
          .describe(
            'Documents as NDJSON, one per line. A line may be as large as the body of any other request.',
          ),
        response: {
          200: {
            description:
              'Results as NDJSON, one per line in the order of the documents, each sent after its document is stored, and then a summary',
            content: { [ndjson]: { schema: bulkLine } },
          },
          ...problems('body'),
        },
      },
      handler: async (request, reply) => {
        const { mode } = request.query;
        if (request.headers['content-type'] === undefined) {
          throw new NeardupError(
            'unsupported_media_type',
            `Send the body as "Content-Type: ${ndjson}"`,
          );
        }
        const client = getClient(request);
        const admitted = await sharing.admit(client);
        if (request.socket.destroyed) {
          admitted.leave();
          throw new NeardupError('request_timeout', 'The client closed the connection');
        }
        const order = detector.inOrder({
          client,
          claimantOf: (name) => getClaimant(request, name),
        });
        const planner: LinePlanner = {
          mode,
          document,
          check,
          order,
          lineBytesMax: options.bodyBytesMax,
          inPath: collectionInPath(request),
          permit: (collection) => requireCollection(request, collection),
        };
        const bulk = startBulk({
          body: openBody(
            request.raw,
            request.headers['content-encoding'] === 'gzip',
            options.bulkBytesMax,
            (bytes) => countWritten(request, bytes),
          ),
          lineBytesMax: options.bodyBytesMax,
          unreadBytesMax: options.bulkUnreadBytesMax,
          idleMs: options.requestTimeoutMs,
          plan: (line) => {
            const planned = planLine(planner, line);
            if (planned !== null && planned.bytes > 0) admitted.advance(line.bytes?.length ?? 0);
            return planned;
          },
          abandon: order.stop,
          problemOf: (error) => createProblem(error, request),
        });
        admitted.bulk = bulk;
        const unfollow = followKey(keys, request, bulk.stop);
        options.streaming.add(request.socket);
        bulk.results.once('close', () => {
          unfollow();
          admitted.leave();
          options.streaming.delete(request.socket);
        });
        try {
          await bulk.begun;
        } catch (error) {
          bulk.results.destroy();
          throw error;
        }
        // The schema describes one line, although the body is a stream of lines.
        return reply.type(ndjson).send(bulk.results as never);
      },
    });
  });
}

interface LinePlanner {
  readonly mode: (typeof bulkModes)[number];
  readonly document: DocumentRequest;
  readonly check: ReturnType<typeof checkRequest>;
  readonly order: OrderedChecks;
  readonly lineBytesMax: number;
  /** Collection that the path names, to which all lines then belong; undefined if the path names none. */
  readonly inPath: string | undefined;
  /** @throws NeardupError `insufficient_scope` if the client may not access the collection */
  readonly permit: (collection: string) => void;
}

/** Approximate memory taken by each match in a result (an id and a little metadata), in bytes. */
const matchBytes = 2048;

/**
 * Plans the work for a line, which has the form of a body of POST /documents or POST /check. Returns null for a blank
 * line. A fault in the line is not thrown here: the planned work fails with it, so that faults are reported in the
 * order of the lines.
 */
function planLine(
  { mode, document, check, order, lineBytesMax, inPath, permit }: LinePlanner,
  { number, bytes }: Line,
): PlannedLine | null {
  if (bytes === null) {
    const message = `Line ${number} is longer than ${lineBytesMax} bytes`;
    return failing(new NeardupError('payload_too_large', message));
  }
  if (isBlank(bytes)) return null;
  try {
    const subject = `Line ${number}`;
    const value = parseJsonBytes(subject, withoutByteOrderMark(number, bytes));
    if (inPath !== undefined) putCollection(value, inPath);
    if (mode === 'add') {
      const body = parsed(document.json, value, subject);
      permit(body.collection);
      return {
        bytes: bytes.length,
        run: async () => addedLine(await order.add(toDocument(body)), body),
      };
    }
    const body = parsed(check.json, value, subject);
    permit(body.collection);
    return {
      bytes: bytes.length + (body.limit ?? matchesDefault) * matchBytes,
      run: async () => checkedLine(await order.check(toDocument(body), body), body),
    };
  } catch (error) {
    return failing(error);
  }
}

interface InCollection {
  readonly collection: string;
}

function addedLine(
  done: Awaited<ReturnType<OrderedChecks['add']>>,
  { collection }: InCollection,
): LineOutcome {
  const counts = ['ok', done.outcome.status];
  return { kind: 'added', counts, fields: addedReply(done, collection) };
}

function checkedLine(
  done: Awaited<ReturnType<OrderedChecks['check']>>,
  body: Parameters<typeof checkedReply>[1],
): LineOutcome {
  const { decision, created, stored } = done.outcome;
  const written = created ? ['created'] : stored ? ['replaced'] : [];
  return {
    kind: 'checked',
    counts: ['ok', decision, ...written],
    fields: checkedReply(done, body),
  };
}

function failing(error: unknown): PlannedLine {
  return { bytes: 0, run: () => Promise.reject(error) };
}

const whiteSpace = new Set(Buffer.from(' \t\r'));

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => whiteSpace.has(byte));
}

function withoutByteOrderMark(number: number, bytes: Buffer): Buffer {
  const marked = number === 1 && bytes.subarray(0, 3).equals(byteOrderMark);
  return marked ? bytes.subarray(3) : bytes;
}

const byteOrderMark = Buffer.from('\ufeff');
