import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestIdentity } from '../../detector/compute.js';
import { NeardupError } from '../../errors.js';
import { getClient } from '../limits/client.js';
import type { App } from '../route.js';

/**
 * `Idempotency-Key`: a client that received no reply sends its request again with the same key, and gets the reply to
 * the first attempt, if there was one. The store commits the outcome of a request together with the writes of the
 * request. The reply is rebuilt from this outcome, so it is identical byte for byte.
 *
 *   first time   key, hash of the request ─► store: write + keep outcome ─► reply
 *   retry        key, hash of the request ─► store: kept outcome         ─► reply, Idempotency-Replayed
 *
 * A failed request has written nothing, and no outcome is kept, so a retry runs the operation again.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the operation accepts an Idempotency-Key. */
    idempotent?: boolean;
    /** Headers that make the operation depend on a revision. */
    conditions?: readonly ('If-Match' | 'If-None-Match')[];
  }
  interface FastifyInstance {
    idempotencyKeysInProgress: Set<string>;
  }
  interface FastifyRequest {
    /** SHA-256 of the request, in hex; empty without an Idempotency-Key. */
    contentHash: string;
  }
}

export const idempotencyKeyLengthMax = 255;
export const idempotencyKeyForm = /^[\x20-\x7e]+$/;

/**
 * Checks the Idempotency-Key of a request.
 * @throws `invalid_header`; `validation_failed` if the operation accepts no Idempotency-Key
 */
export function admitIdempotencyKey({ headers, method, routeOptions }: FastifyRequest): void {
  const key = headers['idempotency-key'] as string;
  if (!routeOptions.config.idempotent) {
    throw new NeardupError(
      'validation_failed',
      `Cannot ${method} ${routeOptions.url ?? ''} with an Idempotency-Key: only POST /check, /documents and /documents/delete accept one; repeating this request is safe without it`,
    );
  }
  if (key.length > idempotencyKeyLengthMax || !idempotencyKeyForm.test(key)) {
    throw new NeardupError(
      'invalid_header',
      `An Idempotency-Key must have 1 to ${idempotencyKeyLengthMax} visible ASCII characters`,
    );
  }
}

/** Stores a hash of the method, URL, content type and raw body of a request with an Idempotency-Key. */
export function noteContent(request: FastifyRequest, body: Buffer): void {
  const { headers, method, originalUrl } = request;
  request.contentHash = createHash('sha256')
    .update(`${method} ${originalUrl}\n${headers['content-type']}\n`)
    .update(body)
    .digest('hex');
}

/** Adds the set of keys in progress to an application. */
export function registerIdempotency(app: App): void {
  app.decorateRequest('contentHash', '');
  app.decorate('idempotencyKeysInProgress', new Set<string>());
}

/**
 * Runs an operation so that it takes effect at most once per idempotency key.
 * @throws `idempotency_in_progress`, and the errors of `act`
 */
export async function idempotently<
  Done extends { readonly outcome: { readonly replayed?: string } },
>(
  request: FastifyRequest,
  reply: FastifyReply,
  act: (identity: RequestIdentity | undefined) => Promise<Done>,
): Promise<Done> {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return act(undefined);
  const inProgress = request.server.idempotencyKeysInProgress;
  const key = identify(request.key?.digest ?? '', given as string);
  if (inProgress.has(key)) {
    throw new NeardupError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is in progress: wait for its reply, or retry later',
    );
  }
  inProgress.add(key);
  try {
    const { owner } = getClient(request);
    const done = await act({ key, request: request.contentHash, owner });
    if (done.outcome.replayed !== undefined) reply.header('idempotency-replayed', 'true');
    return done;
  } finally {
    inProgress.delete(key);
  }
}

/**
 * Combines an idempotency key with the API key of the client, so that clients with different API keys may choose the
 * same idempotency key.
 */
function identify(apiKeyDigest: Buffer | string, key: string): string {
  return createHash('sha256').update(apiKeyDigest).update('\n').update(key).digest('hex');
}
