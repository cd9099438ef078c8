import { NeardupProblem, NeardupUnreachable } from './problem.js';

/**
 * Sending a request again.
 *
 * A refusal for now (429, 503, and 409 while a request of the same Idempotency-Key is
 * under way) is given before anything was done, so any request may be sent again after it. If no
 * answer came, or a proxy gave up (502, 504), it is unknown whether the request was done. Then a
 * request is sent again only if doing it twice is safe.
 *
 * The wait doubles with every failure, and a random part of it is left out, so that clients that
 * were refused at the same time do not come back at the same time (Brooker: Exponential Backoff And
 * Jitter, AWS Architecture Blog, 2015; "equal jitter"). The wait is never shorter than Retry-After
 * says.
 */
export interface Persistence {
  /** Limit of one try, answer included. */
  readonly timeoutMs: number;
  /** Most times that a request is sent again. */
  readonly retries: number;
  /** Largest first wait. */
  readonly retryMs: number;
  /** Largest wait; a request that is told to wait longer is given up. */
  readonly retryMsMax: number;
  /** Largest sum of the waits of one request. */
  readonly retryMsTotal: number;
  /** True to send a request again that got no answer, if doing it twice is safe. */
  readonly retryUnanswered: boolean;
  /** Called with the error of each try that failed. */
  readonly onFailedTry: (error: NeardupProblem | NeardupUnreachable) => void;
}

export interface Task<T> {
  /** @throws NeardupProblem if there is an answer; any other error means that no answer came */
  readonly attempt: (signal: AbortSignal) => Promise<T>;
  /** True if doing it twice is safe. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

export async function persist<T>(task: Task<T>, persistence: Persistence): Promise<T> {
  const repeatable = task.repeatable && persistence.retryUnanswered;
  let waitedMs = 0;
  for (let failures = 1; ; failures++) {
    try {
      return await within(persistence.timeoutMs, task);
    } catch (cause) {
      task.signal?.throwIfAborted();
      const error = cause instanceof NeardupProblem ? cause : unreachable(cause, failures);
      persistence.onFailedTry(error);
      if (failures > persistence.retries || !mayRepeat(error, repeatable)) throw error;
      const asked = error instanceof NeardupProblem ? error.retryAfterMs : undefined;
      const wait = waitMs(persistence, failures, asked, Math.random());
      if (wait === undefined || waitedMs + wait > persistence.retryMsTotal) throw error;
      waitedMs += wait;
      await pause(wait, task.signal);
    }
  }
}

/**
 * @param failures how many failures there were, from 1
 * @param random 0 to 1
 * @returns milliseconds; undefined if the service asks for more than the largest wait
 */
export function waitMs(
  { retryMs, retryMsMax }: Pick<Persistence, 'retryMs' | 'retryMsMax'>,
  failures: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > retryMsMax) return undefined;
  const largest = Math.min(retryMsMax, retryMs * 2 ** (failures - 1));
  return Math.min(retryMsMax, (retryAfterMs ?? 0) + (largest * (1 + random)) / 2);
}

/** Tests if the refusal was given before anything was done, and only for now. */
export function isNotNow({ status, code }: NeardupProblem): boolean {
  return status === 429 || status === 503 || code === 'idempotency_in_progress';
}

export function mayRepeat(
  error: NeardupProblem | NeardupUnreachable,
  repeatable: boolean,
): boolean {
  if (error instanceof NeardupUnreachable) return repeatable;
  if (isNotNow(error)) return true;
  return repeatable && (error.status === 502 || error.status === 504);
}

function unreachable(cause: unknown, failures: number): NeardupUnreachable {
  const reason = cause instanceof Error ? deepest(cause).message : String(cause);
  const tries = failures === 1 ? '' : ` (try ${failures})`;
  return new NeardupUnreachable(`No answer${tries}: ${reason}`, reason, cause);
}

/** The innermost cause: Node itself says only "fetch failed". */
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
 * A controller that aborts with any of these signals; once it is aborted, it no longer listens to them. Not made by
 * AbortSignal.any, which Firefox has since 124 only.
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
