import { useEffect, useState } from 'preact/hooks';
import { isOutage, RequestFailed } from './api/failure.js';
import { useConnection } from './use-connection.js';

/** A request to the API and its outcome. */
export interface Asked<Answer> {
  /** The last answer, also during the next request, and while the service is away. */
  readonly answer: Answer | undefined;
  /** Why the last attempt failed. */
  readonly failure: RequestFailed | undefined;
  readonly busy: boolean;
  again(): void;
}

/**
 * Sends a request at once and again whenever one of `inputs` changes; an earlier request is then
 * aborted. What was asked is asked again when the service comes back.
 * @param ask undefined: there is nothing to request yet
 */
export function useRequest<Answer>(
  ask: ((signal: AbortSignal) => Promise<Answer>) | undefined,
  inputs: readonly unknown[],
): Asked<Answer> {
  const [attempt, setAttempt] = useState(0);
  const { returns } = useConnection();
  const [asked, setAsked] = useState<Omit<Asked<Answer>, 'again'>>({
    answer: undefined,
    failure: undefined,
    busy: ask !== undefined,
  });
  useEffect(() => {
    if (ask === undefined) {
      setAsked({ answer: undefined, failure: undefined, busy: false });
      return;
    }
    const abort = new AbortController();
    setAsked((before) => ({ ...before, busy: true }));
    ask(abort.signal).then(
      (answer) => {
        if (!abort.signal.aborted) setAsked({ answer, failure: undefined, busy: false });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return; // the result is no longer needed
        const failure = asFailure(error);
        setAsked(({ answer }) => ({
          answer: isOutage(failure) ? answer : undefined,
          failure,
          busy: false,
        }));
      },
    );
    return () => abort.abort();
  }, [...inputs, attempt, returns]);
  return { ...asked, again: () => setAttempt((count) => count + 1) };
}

/**
 * A failure of the API unchanged; any other error is a defect of the console, and is shown as one.
 */
export function asFailure(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error;
  console.error(error);
  return new RequestFailed(0, 'console', String(error));
}
