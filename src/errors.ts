/**
 * The closed list of error codes with their meaning. Everything that fails on purpose, anywhere in
 * neardup, fails with one of these; anything else that is thrown is a bug and reaches the client as
 * `internal`. Codes are stable: clients branch on them.
 *
 * Nothing here knows HTTP: `api/problem.ts` holds the one table from code to status.
 */
export const errorMeanings = {
  invalid_json: 'The body is not JSON in valid UTF-8',
  invalid_cursor: 'The cursor was not made by this service for this list',
  invalid_header: 'A request header does not have the form that it must have',
  unauthorized: 'The request carries no valid API key',
  insufficient_scope: 'The API key does not allow this operation',
  foreign_request: 'Without keys, a page of another site or another name of the service is refused',
  document_not_found: 'The collection holds no document with this id',
  collection_not_found: 'No collection has this name',
  cluster_not_found: 'No cluster has this id',
  separation_not_found: 'The two documents are not declared separate',
  label_not_found: 'The two documents have no label',
  job_not_found: 'No job has this id',
  route_not_found: 'No endpoint has this path',
  method_not_allowed: 'The endpoint does not know this method',
  not_acceptable: 'The endpoint cannot answer in any media type that the client accepts',
  request_timeout: 'The request did not arrive completely within the time limit',
  collection_exists: 'A collection of this name exists already',
  job_running: 'A job that is under way in the collection excludes this one',
  recipe_immutable: 'The recipe of a collection never changes; reindex it to move to another one',
  text_not_kept: 'The operation needs texts that the collection did not keep',
  idempotency_in_progress: 'A request with the same idempotency key is still under way',
  idempotency_outcome_lost:
    'The request was carried out before, but its reply cannot be given again',
  precondition_failed: 'The document is not at the revision that If-Match names',
  payload_too_large: 'The body is larger than the limit',
  uri_too_long: 'The URL is longer than the limit',
  unsupported_media_type: 'The endpoint does not take a body of this media type',
  unsupported_encoding: 'The body is in a content encoding that the service does not take',
  validation_failed: 'The request is well-formed, but a value in it is not allowed',
  text_empty: 'The text holds no word that could be compared',
  distance_unsupported: 'The distance is beyond what the index answers exactly',
  too_many_candidates: 'The document has more candidates than one request may examine',
  extraction_failed: 'No text could be taken from the document',
  recipe_mismatch: 'The fingerprint or the collection was made by another recipe than this one',
  idempotency_key_reused: 'The idempotency key was used before with another body',
  rate_limited: 'Too many requests in a short time',
  headers_too_large: 'The request headers are larger than the limit',
  internal: 'An unexpected error in the service',
  store_unsupported: 'The configured store does not offer this operation',
  overloaded: 'Too many requests wait already; try again later',
  not_ready: 'The service cannot answer yet, or cannot reach its store',
  shutting_down: 'The service is stopping and takes no new work',
  disk_full: 'The disk is full: nothing was written',
} as const;

export type ErrorCode = keyof typeof errorMeanings;

/** One fault of one value: `pointer` is an RFC 6901 JSON pointer into the request. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export interface NeardupErrorOptions {
  /** Every faulty value, if the code is `validation_failed`. */
  readonly errors?: readonly FieldError[];
  /** After how long a retry makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * A failure with a stable code. `message` is a whole sentence for a person: what was attempted, the
 * offending value in quotes, the current state and the required one.
 */
export class NeardupError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: NeardupErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'NeardupError';
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
