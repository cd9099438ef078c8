import { useState } from 'preact/hooks';
import type { RequestFailed } from './api/request.js';
import { asFailure } from './use-request.js';

export interface Action {
  readonly busy: boolean;
  readonly failure: RequestFailed | undefined;
  /** Does something that may fail; a second time only after the first. */
  run(action: () => Promise<void>): void;
}

/** Something that a person does: a change, not a question. */
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
