import type { components } from './openapi.js';

type Problem = components['schemas']['Problem'];

/** Code of an error response; `unexpected_answer` if the response is not from neardup. */
export type ProblemCode = Problem['code'] | 'unexpected_answer';

/** An error response from the service, in the format of RFC 9457: https://www.rfc-editor.org/rfc/rfc9457. */
export class NeardupProblem extends Error {
  override readonly name = 'NeardupProblem';
  readonly code: ProblemCode;
  /** HTTP status of the response or, if the error is reported within a bulk response, the status in that report. */
  readonly status: number;
  /** Invalid fields by JSON pointer, each with the reason. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** Id of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Wait before a retry, from the Retry-After header; undefined if the header is absent or invalid. */
  readonly retryAfterMs: number | undefined;

  constructor(
    problem: Pick<Problem, 'status' | 'detail' | 'errors' | 'instance'> & { code: ProblemCode },
    retryAfterMs?: number,
  ) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.requestId = /^urn:neardup:request:(.+)$/.exec(problem.instance)?.[1];
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Thrown if no complete response arrives: the connection fails or breaks off, or the time limit passes. `cause` has the
 * details.
 */
export class NeardupUnreachable extends Error {
  override readonly name = 'NeardupUnreachable';
  constructor(
    message: string,
    /** Message of the underlying error, such as `connect ECONNREFUSED 127.0.0.1:8080`. */
    readonly reason: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Maximum number of characters quoted from a response that is not from neardup. */
const shownMax = 100;

/**
 * Reads an error response as a `NeardupProblem`. A response that is not from neardup, for example from a proxy, gets
 * the code `unexpected_answer`.
 */
export async function readProblem(response: Response): Promise<NeardupProblem> {
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), Date.now());
  const type = response.headers.get('content-type') ?? 'no Content-Type';
  const body = await response.text();
  if (type.startsWith('application/problem+json')) {
    return new NeardupProblem(JSON.parse(body) as Problem, retryAfterMs);
  }
  return new NeardupProblem(
    {
      code: 'unexpected_answer',
      status: response.status,
      detail: `${response.url} answered ${response.status}, not as neardup does: ${type}, "${body.slice(0, shownMax)}"`,
      instance: '',
    },
    retryAfterMs,
  );
}

/**
 * Parses Retry-After: seconds, or a date (RFC 9110, section 10.2.3).
 * @param now milliseconds since 1970
 * @returns milliseconds to wait; undefined if the header is absent or invalid
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
