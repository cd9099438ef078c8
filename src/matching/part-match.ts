import { containmentByHits, partHits, reaches } from '../fingerprint/part-hits.js';
import type { PartsLayout, TextParts } from '../fingerprint/parts.js';
import type { Containment } from './containment.js';
import { type BestMatch, type Difference, shareSteps } from './match.js';
import { isNothingNew } from './match-rule.js';

/**
 * Matches by parts, of a page and a stored text of which one contains the other, in two steps. All texts that the index
 * of parts finds are matches if the containment estimated from their samples (fingerprint/parts.ts) is sufficient. For
 * the nearest of them (nearest.ts), containment is then counted from the evidence, which has all shingles, at the same
 * time as what the page adds to them. Only these can make the page a duplicate.
 */

/** Fields that a match by parts has in addition to others. */
export type PartFields = Required<Pick<BestMatch, 'part' | 'containment'>>;

/**
 * Compares a page with a stored text by a sample of their shingles. Returns null if neither text is estimated to contain
 * `minContainment` of the other.
 */
export function estimatedPart(
  page: TextParts,
  match: TextParts,
  layout: PartsLayout,
  minContainment: number,
): PartFields | null {
  const hits = partHits(page, match, layout);
  if (!reaches(hits, minContainment)) return null;
  const { ofThis, ofMatch } = containmentByHits(hits);
  const containment = {
    ofThis: ofThis.value,
    ofMatch: ofMatch.value,
    error: { ofThis: estimateError(ofThis), ofMatch: estimateError(ofMatch) },
  };
  return { part: { share: largerShare(containment), decides: false }, containment };
}

/**
 * Returns a match with counted containment; null if neither text contains `minContainment` of the other. The match makes
 * the page a duplicate only by the page's own containment, because a page that is refused by mistake is lost.
 */
export function countedPart(
  containment: Containment,
  minContainment: number,
  differs: Difference,
): PartFields | null {
  const { ofThis, ofMatch } = containment;
  if (Math.max(ofThis, ofMatch) < minContainment) return null;
  const decides = isNothingNew(differs) && ofThis >= minContainment;
  return { part: { share: largerShare(containment), decides }, containment };
}

function largerShare({ ofThis, ofMatch }: Containment): number {
  return Math.round(Math.max(ofThis, ofMatch) * shareSteps) / shareSteps;
}

/** Distance from the estimate to the farther end of its interval. */
function estimateError({
  value,
  low,
  high,
}: ReturnType<typeof containmentByHits>['ofThis']): number {
  return Math.max(value - low, high - value);
}
