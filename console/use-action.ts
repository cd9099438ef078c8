import { useState } from 'preact/hooks';
import type { RequestFailed } from './api/failure.js';
import { asFailure } from './use-request.js';

export interface Action {
  readonly busy: boolean;
  readonly failure: RequestFailed | undefined;
  /** Runs an action that may fail; only one at a time. */
  run(action: () => Promise<void>): void;
}

/** An action of the user that changes something. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailed | undefined>(undefined);
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
