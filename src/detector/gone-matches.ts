import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { DecisionFeed } from './decision-feed.js';

/**
 * Returns a function that marks some decisions whose match is gone, and reports them to the listeners.
 * The function returns true if there may be more.
 */
export function createGoneMatches(
  store: Pick<EmbeddedStore, 'features' | 'withBackpressure'>,
  feed: Pick<DecisionFeed, 'tell'>,
  clock: () => number,
): () => Promise<boolean> {
  return async () => {
    if (!store.features.has('decisionLog')) return false;
    const at = clock();
    const { matches, more } = await store.withBackpressure.markGone({ now: at });
    for (const match of matches) feed.tell(() => ({ kind: 'gone', at, ...match }));
    return more;
  };
}
