import { useEffect, useState } from 'preact/hooks';
import { useConnection } from './api/connection.js';
import { asFailure, isOutage, type RequestFailure } from './api/failure.js';
import { type Call, send } from './api/request.js';

/** A request to the API and its outcome. */
export interface Asked<Answer> {
  /** Last answer; kept during the next request and during an outage. */
  readonly answer: Answer | undefined;
  /** Reason for the failure of the last attempt. */
  readonly failure: RequestFailure | undefined;
  readonly busy: boolean;
  again(): void;
}

/**
 * Sends a request as soon as it is defined, and again whenever it or one of `inputs` changes.
 * @param call false or undefined while there is nothing to request
 */
export function useAnswer<Answer>(
  call: Call<Answer> | false | undefined,
  inputs: readonly unknown[] = [],
): Asked<Answer> {
  return useRequest(call ? (signal) => send(call, signal) : undefined, [
    JSON.stringify(call),
    ...inputs,
  ]);
}

/**
 * Sends a request immediately, and again whenever one of `inputs` changes or the service becomes available again. Each
 * request aborts the previous one.
 * @param ask undefined while there is nothing to request
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

export interface Action {
  readonly busy: boolean;
  readonly failure: RequestFailure | undefined;
  /** Runs an action that may fail. Does nothing while another action is running. */
  run(action: () => Promise<void>): void;
}

/** A user action with side effects. A failure by an outage is shown until the service is available again. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | undefined>(undefined);
  const { returns } = useConnection();
  useEffect(() => {
    setFailure((before) => (before && isOutage(before) ? undefined : before));
  }, [returns]);
  return {
    busy,
    failure,
    run(action) {
      if (busy) return;
      setBusy(true);
      setFailure(undefined);
      action()
        .catch((error: unknown) => setFailure(asFailure(error)))
        .finally(() => setBusy(false));
    },
  };
}

/** Returns a value once it has been stable for `delayMs`. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value), delayMs]);
  return settled;
}
