import { useState } from 'preact/hooks';
import { asFailure, type RequestFailure } from './api/failure.js';

export interface Action {
  readonly busy: boolean;
  readonly failure: RequestFailure | undefined;
  /** Runs an action that may fail; only one at a time. */
  run(action: () => Promise<void>): void;
}

/** An action of the user that changes something. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | undefined>(undefined);
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
