import { type RecallCurve, recallCurve } from '../fingerprint/recall.js';
import type { Collection } from '../store/contract/collections.js';

/** Maximum number of cached curves. Few services have that many different recipes and defaults. */
const keptMax = 256;

/**
 * Caches the recall curves of collections. Computing a curve takes some milliseconds, and collections with the same
 * recipe and defaults share a curve.
 */
export function createKnownRecall(): (collection: Collection) => RecallCurve {
  const known = new Map<string, RecallCurve>();
  return function findRecall({ recipe, maxDistance, minSimilarity }) {
    const { version, method, bands } = recipe;
    const kind = JSON.stringify([version, method, bands, maxDistance, minSimilarity]);
    const found = known.get(kind) ?? recallCurve(recipe, { maxDistance, minSimilarity });
    if (known.size >= keptMax) known.clear();
    known.set(kind, found);
    return found;
  };
}
