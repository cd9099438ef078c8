import type { CheckOutcome } from '../store/contract/documents.js';

/** A decision as listeners get it. */
export interface DecisionEvent {
  readonly at: number;
  readonly collection: string;
  readonly outcome: CheckOutcome;
}

type Listener = (event: DecisionEvent) => void;

/** Sends decisions to present listeners; nothing is kept for later ones. */
export function createDecisionFeed() {
  const listeners = new Set<Listener>();
  return {
    /** @param listener is cheap and never throws; @returns what ends it */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param event is made only if there is a listener */
    tell(event: () => DecisionEvent): void {
      if (listeners.size === 0) return;
      const told = event();
      for (const listener of listeners) listener(told);
    },
  };
}
