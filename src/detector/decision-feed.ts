import type { CheckOutcome } from '../store/contract/documents.js';

/** A decision as listeners receive it. */
export interface DecisionEvent {
  readonly at: number;
  readonly collection: string;
  /** Title of the page; null if unknown. */
  readonly title: string | null;
  readonly outcome: CheckOutcome;
}

type Listener = (event: DecisionEvent) => void;

/** Sends decisions to the current listeners. Decisions are not kept for listeners that subscribe later. */
export function createDecisionFeed() {
  const listeners = new Set<Listener>();
  return {
    /** @param listener must be cheap and must not throw @returns a function that ends the subscription */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param event creates the event; called only if there is a listener */
    tell(event: () => DecisionEvent): void {
      if (listeners.size === 0) return;
      const decision = event();
      for (const listener of listeners) listener(decision);
    },
  };
}
