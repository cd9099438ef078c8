import type { CheckOutcome } from '../store/contract/documents.js';

/** A decision as it is told to whoever listens. */
export interface DecisionEvent {
  readonly at: number;
  readonly collection: string;
  readonly outcome: CheckOutcome;
}

type Listener = (event: DecisionEvent) => void;

/** Tells decisions to those who listen at the moment; nothing is kept for others. */
export function createDecisionFeed() {
  const listeners = new Set<Listener>();
  return {
    /** @param listener is cheap and never throws; @returns what ends it */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param event is made only if somebody listens */
    tell(event: () => DecisionEvent): void {
      if (listeners.size === 0) return;
      const told = event();
      for (const listener of listeners) listener(told);
    },
  };
}
