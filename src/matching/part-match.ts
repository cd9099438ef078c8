import {
  containmentByHits,
  type EstimatedShare,
  partHits,
  reaches,
} from '../fingerprint/part-hits.js';
import { countShared, type PartsLayout, type TextParts } from '../fingerprint/parts.js';
import { type Containment, whole } from './containment.js';
import {
  type Difference,
  type ExactPart,
  type MatchRule,
  type PartMatch,
  shareSteps,
} from './match.js';
import { isNothingNew } from './match-rule.js';

/**
 * A stored text, for comparison by parts: sampled shingles that show whether one text contains another
 * (fingerprint/parts.ts).
 */
export interface StoredPart {
  /** Exact hash, as hexadecimal digits in upper or lower case. */
  readonly exactHash: string;
  readonly parts: TextParts;
}

/**
 * Returns the containment of each of two texts in the other: the exact containment if the rule has it (`exactParts`),
 * otherwise an estimate from samples.
 */
export function partContainment(
  page: TextParts,
  match: StoredPart,
  layout: PartsLayout,
  rule: MatchRule,
): Containment {
  const exact = toExactPart(match, rule);
  if (exact !== undefined) {
    return { ofThis: exact.ofThis, ofMatch: exact.ofMatch, error: whole.error };
  }
  const { ofThis, ofMatch } = containmentByHits(partHits(page, match.parts, layout));
  return {
    ofThis: ofThis.value,
    ofMatch: ofMatch.value,
    error: { ofThis: estimateError(ofThis), ofMatch: estimateError(ofMatch) },
  };
}

/**
 * Compares a page with a stored text by parts. Returns null if they do not match. A match makes the page a duplicate
 * (`decides`) only if the page adds nothing and its containment is at least `minContainment`, even after subtracting
 * the error of an estimate. The condition is strict, because a page that is refused by mistake is lost.
 * @param rule must have `minContainment`
 */
export function toPartMatch(
  page: TextParts,
  match: StoredPart,
  layout: PartsLayout,
  rule: MatchRule,
  differs: Difference,
): PartMatch | null {
  const least = rule.minContainment!;
  const isExact = toExactPart(match, rule) !== undefined;
  if (!isExact && !reaches(partHits(page, match.parts, layout), least)) return null;
  const { ofThis, ofMatch, error } = partContainment(page, match, layout, rule);
  const share = Math.max(ofThis, ofMatch);
  if (share < least) return null;
  return {
    share: Math.round(share * shareSteps) / shareSteps,
    decides: isNothingNew(differs) && ofThis - error.ofThis >= least,
  };
}

/** Works like `toPartMatch`, but with exact containment, for two texts whose part hashes are all known. */
export function wholePartMatch(
  page: TextParts,
  match: TextParts,
  layout: PartsLayout,
  rule: MatchRule,
  differs: Difference,
): PartMatch | null {
  const counted = { total: match.total, shared: countShared(page, match) };
  const exactParts = [exactPart('', page, counted)];
  const stored = { exactHash: '', parts: match };
  return toPartMatch(page, stored, layout, { ...rule, exactParts }, differs);
}

/** Computes the exact containment of two texts in each other from the numbers of their distinct and shared parts. */
export function exactPart(
  exactHash: string,
  page: Pick<TextParts, 'total'>,
  { total, shared }: { readonly total: number; readonly shared: number },
): ExactPart {
  return { exactHash, ofThis: shared / page.total, ofMatch: shared / total };
}

function toExactPart({ exactHash }: StoredPart, { exactParts }: MatchRule): ExactPart | undefined {
  if (exactParts === undefined) return undefined;
  const hash = exactHash.toLowerCase();
  return exactParts.find((each) => each.exactHash === hash);
}

/** Distance from the estimate to the farther end of its interval. */
function estimateError({ value, low, high }: EstimatedShare): number {
  return Math.max(value - low, high - value);
}
