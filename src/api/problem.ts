import { z } from 'zod';
import {
  type EarlierDecision,
  type ErrorCode,
  errorMeanings,
  type FieldError,
  type NeardupError,
} from '../errors.js';
import { time, timeReply } from './fields.js';
import { cut } from './validation.js';

/** HTTP status of each error code. This is the only table that maps them. */
export const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid_json: 400,
  invalid_cursor: 400,
  invalid_header: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  foreign_request: 403,
  document_not_found: 404,
  collection_not_found: 404,
  cluster_not_found: 404,
  separation_not_found: 404,
  label_not_found: 404,
  decision_not_found: 404,
  job_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  collection_exists: 409,
  job_running: 409,
  recipe_immutable: 409,
  page_not_kept: 409,
  text_not_kept: 409,
  idempotency_in_progress: 409,
  idempotency_outcome_lost: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  validation_failed: 422,
  text_empty: 422,
  distance_unsupported: 422,
  too_many_replaced: 422,
  extraction_failed: 422,
  recipe_mismatch: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  store_unsupported: 501,
  overloaded: 503,
  not_ready: 503,
  shutting_down: 503,
  disk_full: 507,
};

/** A problem (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly errors?: readonly FieldError[];
  readonly decision?: Omit<EarlierDecision, 'at'> & { readonly at: string };
}

/** Maximum length of `detail`. It is limited because messages quote the request. */
const detailLengthMax = 4096;

export const problemMediaType = 'application/problem+json';

export function toProblem(error: NeardupError, instance: string): Problem {
  return {
    type: `urn:neardup:error:${error.code}`,
    title: errorMeanings[error.code],
    status: statusByCode[error.code],
    detail: cut(error.message, detailLengthMax),
    instance,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
    ...(error.decision && {
      decision: { ...error.decision, at: timeReply(error.decision.at) },
    }),
  };
}

/** Schema of a problem. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z
      .string()
      .meta({ 'x-extensible-enum': Object.keys(errorMeanings) })
      .describe(
        'Kind of problem. Later versions may add codes; treat an unknown code as its HTTP status says.',
      ),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }).meta({ id: 'FieldError' }))
      .readonly()
      .optional(),
    decision: z
      .object({
        number: z
          .int()
          .describe('Number of the decision in GET /decisions.')
          .meta({ format: 'int64' }),
        decision: z.string(),
        match: z
          .string()
          .nullable()
          .describe(
            'Id of the document that it matched or that replaced it. Null if there is none.',
          ),
        at: time,
      })
      .meta({ id: 'EarlierDecision' })
      .optional()
      .describe('Last decision about this id, if one is recorded. Only with `document_not_found`.'),
  })
  .meta({ id: 'Problem' });
