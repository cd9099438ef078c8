/**
 * The closed list of error codes with their meaning. Every expected failure in neardup has one of these codes; any
 * other exception is a bug, and reaches the client as `internal`. Codes are stable, because clients rely on them. This
 * file is independent of HTTP: only `api/problem.ts` maps codes to statuses.
 */
export const errorMeanings = {
  invalid_json: 'The body is not JSON in valid UTF-8',
  invalid_cursor: 'The cursor does not belong to this list',
  invalid_header: 'A request header is malformed',
  unauthorized: 'The request carries no valid API key',
  insufficient_scope: 'The API key does not allow this operation',
  foreign_request:
    'Without keys, a page of another site or another name of the service is rejected',
  document_not_found: 'The collection has no document with this id',
  collection_not_found: 'No collection has this name',
  cluster_not_found: 'No cluster has this id',
  separation_not_found: 'The two documents are not declared separate',
  label_not_found: 'The two documents have no label',
  decision_not_found: 'The log has no decision with this number',
  job_not_found: 'No job has this id',
  route_not_found: 'No endpoint has this path',
  method_not_allowed: 'The endpoint does not support this method',
  not_acceptable: 'The endpoint has no media type that the client accepts',
  request_timeout: 'The request did not arrive completely within the time limit',
  collection_exists: 'A collection with this name already exists',
  job_running: 'Another job is running in the collection',
  recipe_immutable:
    'The recipe of a collection cannot be changed; reindex the collection to use another one',
  page_not_kept: 'The content of the refused page is not kept',
  text_not_kept: 'The operation needs kept texts, which the collection does not have',
  idempotency_in_progress: 'A request with the same idempotency key is still in progress',
  idempotency_outcome_lost:
    'The request was already executed, but its reply is no longer available',
  precondition_failed: 'The document is not at the revision in If-Match',
  payload_too_large: 'The body is larger than the limit',
  uri_too_long: 'The URL is longer than the limit',
  unsupported_media_type: 'The endpoint does not accept a body of this media type',
  unsupported_encoding: 'The service does not accept the content encoding of the body',
  validation_failed: 'The request is well-formed, but a value in it is not allowed',
  text_empty: 'The text has no words to compare',
  distance_unsupported: 'The distance is greater than the index can answer exactly',
  too_many_replaced: 'The check would replace more documents than one request may',
  extraction_failed: 'No text could be extracted from the document',
  recipe_mismatch: 'The fingerprint or the collection has a different recipe',
  idempotency_key_reused: 'The idempotency key was already used for a different request',
  rate_limited: 'Too many requests in a short time',
  headers_too_large: 'The request headers are larger than the limit',
  internal: 'An unexpected error in the service',
  store_unsupported: 'The configured store does not offer this operation',
  overloaded: 'Too many requests are waiting; try again later',
  not_ready: 'The service cannot answer yet, or cannot reach its store',
  shutting_down: 'The service is stopping and accepts no new requests',
  disk_full: 'The disk is full: nothing was written',
} as const;

export type ErrorCode = keyof typeof errorMeanings;

/** An invalid value in a request: `pointer` is the RFC 6901 JSON pointer to the value, `detail` describes the fault. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** Last decision about the id of an absent document. */
export interface EarlierDecision {
  readonly number: number;
  readonly decision: string;
  readonly match: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface NeardupErrorOptions {
  /** All invalid values, if the code is `validation_failed`. */
  readonly errors?: readonly FieldError[];
  /** Delay after which a retry may succeed. */
  readonly retryAfterSeconds?: number;
  /** With `document_not_found`: the last decision about the page, if known. */
  readonly decision?: EarlierDecision;
  readonly cause?: unknown;
}

/**
 * A failure with a stable code. `message` is written for people, in whole sentences: it names the attempted action, the
 * offending value in quotes, the current state and the required state.
 */
export class NeardupError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly decision: EarlierDecision | undefined;

  constructor(code: ErrorCode, message: string, options: NeardupErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'NeardupError';
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.decision = options.decision;
  }
}

/** Thrown by `assert`. */
export class BrokenInvariant extends Error {}

/**
 * Throws if an invariant does not hold. Used where the next step would otherwise lose data. A violation is a bug or
 * damage of the file: the client gets `internal`, and the engine rolls the transaction back and is no longer ready.
 */
export function assert(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new BrokenInvariant(`Broken invariant: ${invariant}`);
}

/** Returns the reason why a file operation failed, in words. */
export function describeFileError({ code, message }: NodeJS.ErrnoException): string {
  return reasons.get(code ?? '') ?? message;
}

/** Reasons by Node error code. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or directory'],
  ['ENOTDIR', 'a part of its path is not a directory'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'its file system is read-only'],
  ['EISDIR', 'it is a directory'],
  ['EEXIST', 'it already exists'],
  ['ENOSPC', 'the disk is full'],
]);
