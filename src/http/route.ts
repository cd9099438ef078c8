import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { z } from 'zod';
import type { BodyOf, RequestLimits } from '../api/content.js';
import type { KeyRing } from '../api/keys.js';
import { problemMediaType, problemSchema, statusByCode } from '../api/problem.js';
import type { Detector } from '../detector/detector.js';
import { type ErrorCode, errorMeanings, NeardupError } from '../errors.js';
import type { TaskContext } from '../quota/task-context.js';
import { getClient } from './limits/client.js';
import type { Metrics } from './metrics.js';
import { followKey } from './stages/access.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Example request. Most examples must succeed when sent after those of other operations
     * (test/http/openapi.test.ts).
     */
    example?: Example;
  }
}

export interface Example {
  readonly body?: unknown;
  /** Parameters of the path and of the query, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Sentence in the descriptions of query parameters that a JSON body has as fields. */
export const onlyWithPage = 'Allowed only if the body is a page.';

/** Values shared by the examples. */
export const sample = {
  first: 'https://example.com/tea',
  second: 'https://example.org/tea',
  text: 'The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high.',
  collection: 'articles',
};

/** Derives the types of requests and replies from zod schemas, including the two schemas of a body. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : BodyOf<this['schema']>;
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** The application, with request types taken from the zod schemas of each route. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

/** Options that most route files need. */
export interface RouteContext extends RequestLimits {
  readonly detector: Detector;
  readonly metrics: Metrics;
  readonly version: string;
  readonly keys: KeyRing | undefined;
}

const onEveryOperation: readonly ErrorCode[] = [
  'invalid_header',
  'not_acceptable',
  'unsupported_encoding',
  'validation_failed',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal',
  'shutting_down',
];
const onEveryKeyedOperation: readonly ErrorCode[] = [
  'unauthorized',
  'insufficient_scope',
  'foreign_request',
  'overloaded',
  'not_ready',
];
const onEveryBody: readonly ErrorCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
];

/** Problems of operations that sign a text, features or a page for a collection. */
const onEveryContent: readonly ErrorCode[] = [
  'collection_not_found',
  'text_empty',
  'extraction_failed',
  'recipe_mismatch',
];

/** Problems of operations that take an Idempotency-Key. */
export const idempotencyProblems: readonly ErrorCode[] = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'idempotency_outcome_lost',
  'store_unsupported',
];

/** Returns the problems of an operation by status, for its `response` schema. */
export function problems(
  kind: 'content' | 'body' | 'noBody' | 'public',
  ...own: ErrorCode[]
): Record<number, object> {
  const codes = [...onEveryOperation, ...own];
  if (kind === 'content') codes.push(...onEveryContent);
  if (kind !== 'public') codes.push(...onEveryKeyedOperation);
  if (kind === 'body' || kind === 'content') codes.push(...onEveryBody);
  const responses: Record<number, object> = {};
  for (const status of new Set(codes.map((code) => statusByCode[code]))) {
    const list = [...new Set(codes)].filter((code) => statusByCode[code] === status);
    responses[status] = {
      description: list.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join('\n\n'),
      content: { [problemMediaType]: { schema: problemSchema } },
    };
  }
  return responses;
}

/** Signal of each connection that has had one. */
const disconnectSignals = new WeakMap<Socket, AbortSignal>();

/**
 * Returns a signal that aborts if the client leaves, so that no further work begins. The requests of a connection share
 * it, because creating a signal costs as much as parsing a short body.
 */
export function disconnectSignal({ request: { socket } }: FastifyReply): AbortSignal {
  const known = disconnectSignals.get(socket);
  if (known !== undefined) return known;
  const left = new AbortController();
  setMaxListeners(0, left.signal); // a listener for each request that waits
  disconnectSignals.set(socket, left.signal);
  if (socket.destroyed) left.abort(clientDisconnected());
  else socket.once('close', () => left.abort(clientDisconnected()));
  return left.signal;
}

/**
 * Returns the context of long work: the client, and a signal that aborts if the client leaves or if its key loses the
 * required rights.
 */
export function longWorkContext(
  keys: KeyRing | undefined,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Required<TaskContext> {
  const over = new AbortController();
  const unfollow = followKey(keys, request, (error) => over.abort(error));
  onClose(raw, () => {
    unfollow();
    if (!raw.writableEnded) over.abort(clientDisconnected());
  });
  return { client: getClient(request), signal: over.signal };
}

/** Calls `act` when a reply closes, at once if it has closed already: a client may leave before its request is handled. */
function onClose(raw: FastifyReply['raw'], act: () => void): void {
  if (raw.closed) act();
  else raw.once('close', act);
}

const clientDisconnected = () =>
  new NeardupError('request_timeout', 'The client closed the connection');
