import { NeardupProblem, NeardupUnreachable } from './problem.js';

/**
 * Retries of a request.
 *
 * The service refuses a request temporarily (429, 503, and 409 while a request with the same Idempotency-Key is in
 * progress) before it does any work, so any request may be retried after such a response. If there was no response, or
 * a proxy gave up (502, 504), the outcome is unknown, and a request is retried only if that is safe.
 *
 * The wait doubles with every failure and is shortened at random by up to half, so that clients refused at the same
 * time do not retry at the same time (Brooker: Exponential Backoff And Jitter, AWS Architecture Blog, 2015; "equal
 * jitter"). The wait is never shorter than Retry-After.
 */
export interface RetryPolicy {
  /** Time limit of one try, including the response. */
  readonly timeoutMs: number;
  /** Maximum number of retries. */
  readonly retries: number;
  /** Maximum wait before the first retry. */
  readonly retryMs: number;
  /** Maximum wait before a retry. A request fails if the service asks for a longer wait. */
  readonly retryMsMax: number;
  /** Maximum total wait of one request. */
  readonly retryMsTotal: number;
  /** True to retry a request that got no response, if that is safe. */
  readonly retryUnanswered: boolean;
  /** Called with the error from each failed attempt. */
  readonly onFailedTry: (error: NeardupProblem | NeardupUnreachable) => void;
}

export interface Task<T> {
  /**
   * Sends the request once. @throws NeardupProblem if the service answers with an error; any other error means that
   * there is no response
   */
  readonly attempt: (signal: AbortSignal) => Promise<T>;
  /** True if it is safe to execute the request twice. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

export async function retry<T>(task: Task<T>, policy: RetryPolicy): Promise<T> {
  const repeatable = task.repeatable && policy.retryUnanswered;
  let waitedMs = 0;
  for (let failures = 1; ; failures++) {
    try {
      return await within(policy.timeoutMs, task);
    } catch (cause) {
      task.signal?.throwIfAborted();
      const error = cause instanceof NeardupProblem ? cause : unreachable(cause, failures);
      policy.onFailedTry(error);
      if (failures > policy.retries || !mayRepeat(error, repeatable)) throw error;
      const asked = error instanceof NeardupProblem ? error.retryAfterMs : undefined;
      const wait = waitMs(policy, failures, asked, Math.random());
      if (wait === undefined || waitedMs + wait > policy.retryMsTotal) throw error;
      waitedMs += wait;
      await pause(wait, task.signal);
    }
  }
}

/**
 * Computes the wait before the next retry.
 * @param failures number of failures so far, from 1
 * @param random random number from 0 to 1
 * @returns milliseconds; undefined if the service asks for more than the maximum wait
 */
export function waitMs(
  { retryMs, retryMsMax }: Pick<RetryPolicy, 'retryMs' | 'retryMsMax'>,
  failures: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > retryMsMax) return undefined;
  const largest = Math.min(retryMsMax, retryMs * 2 ** (failures - 1));
  return Math.min(retryMsMax, (retryAfterMs ?? 0) + (largest * (1 + random)) / 2);
}

/** Returns true for a temporary refusal: the service has done no work for the request. */
export function isTemporary({ status, code }: NeardupProblem): boolean {
  return status === 429 || status === 503 || code === 'idempotency_in_progress';
}

export function mayRepeat(
  error: NeardupProblem | NeardupUnreachable,
  repeatable: boolean,
): boolean {
  if (error instanceof NeardupUnreachable) return repeatable;
  if (isTemporary(error)) return true;
  return repeatable && (error.status === 502 || error.status === 504);
}

function unreachable(cause: unknown, failures: number): NeardupUnreachable {
  const reason = cause instanceof Error ? deepest(cause).message : String(cause);
  const tries = failures === 1 ? '' : ` (try ${failures})`;
  return new NeardupUnreachable(`No answer${tries}: ${reason}`, reason, cause);
}

/** Returns the innermost cause of an error, because the error of Node's `fetch` itself only says "fetch failed". */
function deepest(error: Error): Error {
  return error.cause instanceof Error && error.cause.message ? deepest(error.cause) : error;
}

async function within<T>(ms: number, { attempt, signal }: Task<T>): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const expire = () =>
    controller.abort(new DOMException(`nothing whole came within ${ms} ms`, 'TimeoutError'));
  const timer = Number.isFinite(ms) ? setTimeout(expire, ms) : undefined;
  signal?.addEventListener('abort', abort);
  try {
    return await attempt(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Creates a controller that aborts with any of these signals and then stops listening to them. Replaces
 * AbortSignal.any, which Firefox lacks before version 124.
 */
export function abortWith(...signals: readonly (AbortSignal | undefined)[]): AbortController {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) controller.abort(signal.reason);
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { signal: controller.signal });
  }
  return controller;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', abort);
    function end() {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    function abort() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
