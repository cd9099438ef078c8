import type { GoneMatch } from '../store/contract/decision-log.js';
import type { CheckOutcome } from '../store/contract/documents.js';

/** A decision as listeners receive it. */
export interface DecisionEvent {
  readonly kind: 'decision';
  readonly at: number;
  readonly collection: string;
  /** Title of the page; null if unknown. */
  readonly title: string | null;
  readonly outcome: CheckOutcome;
}

/** Pages were refused because of a document that has gone since, and are stored nowhere. */
export interface GoneEvent extends GoneMatch {
  readonly kind: 'gone';
  readonly at: number;
}

export type FeedEvent = DecisionEvent | GoneEvent;
type Listener = (event: FeedEvent) => void;
export type DecisionFeed = ReturnType<typeof createDecisionFeed>;

/** Sends events to the current listeners. Events are not kept for listeners that subscribe later. */
export function createDecisionFeed() {
  const listeners = new Set<Listener>();
  return {
    /** @param listener must be cheap and must not throw @returns a function that ends the subscription */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param create creates the event; called only if there is a listener */
    tell(create: () => FeedEvent): void {
      if (listeners.size === 0) return;
      const event = create();
      for (const listener of listeners) listener(event);
    },
  };
}
