import type { PartsLayout, TextParts } from '../../src/fingerprint/parts.js';
import type { Containment } from '../../src/matching/containment.js';
import type { MatchRule, PartMatch } from '../../src/matching/match.js';

/** Returns the sample of a text: its hashes below 2^32 / `oneIn`, and its `least` smallest ones. */
export function sample({ hashes, total }: TextParts, { oneIn, least }: PartsLayout): TextParts {
  const limit = Math.floor(2 ** 32 / oneIn);
  return { hashes: hashes.filter((hash, rank) => hash < limit || rank < least), total };
}

/** Number of hits that a candidate needs. Pages of at most four shingles are hardly more than a phrase. */
export const hitsNeeded = ({ total }: TextParts): number => (total <= 4 ? 1 : 2);

/**
 * Computes the containment of a page and a stored text in each other, exactly or as an estimate.
 * @returns null if there are too few hits to estimate it
 */
export function containmentByParts(
  page: TextParts,
  match: TextParts,
  exactHash: string,
  layout: PartsLayout,
  { exactParts = [] }: Pick<MatchRule, 'exactParts'>,
): { readonly containment: Containment; readonly hasHits: boolean } {
  const known = exactParts.find((each) => each.exactHash === exactHash.toLowerCase());
  if (known !== undefined) {
    const { ofThis, ofMatch } = known;
    return { containment: { ofThis, ofMatch, error: { ofThis: 0, ofMatch: 0 } }, hasHits: true };
  }
  const { hits, shared, low, high } = sharedShingles(page, match, layout);
  const error = (total: number) =>
    Math.max(shared / total - low / total, high / total - shared / total);
  const containment = {
    ofThis: shared / page.total,
    ofMatch: shared / match.total,
    error: { ofThis: error(page.total), ofMatch: error(match.total) },
  };
  return { containment, hasHits: hits >= hitsNeeded(page) };
}

/** Returns a text as a match by its parts; null if neither containment reaches `minContainment`. */
export function partMatch(
  { containment, hasHits }: ReturnType<typeof containmentByParts>,
  least: number,
  isContradicted: boolean,
): PartMatch | null {
  const { ofThis, ofMatch, error } = containment;
  const share = Math.max(ofThis, ofMatch);
  if (!hasHits || share < least) return null;
  return {
    share: Math.round(share * 1024) / 1024,
    decides: !isContradicted && ofThis - error.ofThis >= least,
  };
}

/**
 * Estimates the number x of common shingles of two texts, and its 95 % interval. Below a limit p all hashes are known:
 * h in both, a in the match alone, b in the page alone. The likelihood of x is C(x, h) C(T - x, a) C(Q - x, b) (1 -
 * p)^(Q - x) (fingerprint/part-hits.ts), written here as the ratio of each x to the previous one.
 */
function sharedShingles(page: TextParts, match: TextParts, layout: PartsLayout) {
  const limit = Math.min(knownBelow(page, layout), knownBelow(match, layout));
  const ofPage = page.hashes.filter((hash) => hash < limit);
  const ofMatch = match.hashes.filter((hash) => hash < limit);
  const inMatch = new Set(ofMatch);
  const hits = ofPage.filter((hash) => inMatch.has(hash)).length;
  const [a, b] = [ofMatch.length - hits, ofPage.length - hits];
  const [t, q] = [match.total, page.total];
  const most = Math.min(q - b, t - a);
  const more = (x: number) => x * (q - x + 1 - b) * (t - x + 1 - a) * 2 ** 32;
  const less = (x: number) => (x - hits) * (q - x + 1) * (t - x + 1) * (2 ** 32 - limit);
  let shared = hits;
  while (shared < most && more(shared + 1) >= less(shared + 1)) shared += 1;
  const weights = new Map([[shared, 1]]);
  for (let x = shared + 1; x <= most; x++) {
    weights.set(x, (weights.get(x - 1)! * more(x)) / less(x));
  }
  for (let x = shared - 1; x >= hits; x--) {
    weights.set(x, (weights.get(x + 1)! * less(x + 1)) / more(x + 1));
  }
  const tail = 0.025 * [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  let [low, high] = [hits, most];
  for (let cut = weights.get(low)!; low < shared && cut <= tail; cut += weights.get(low)!) low++;
  for (let cut = weights.get(high)!; high > shared && cut <= tail; cut += weights.get(high)!)
    high--;
  return { hits, shared, low, high };
}

/** Returns the limit below which all hashes of a text are known. */
function knownBelow(parts: TextParts, layout: PartsLayout): number {
  if (parts.hashes.length === parts.total) return 2 ** 32;
  const limit = Math.floor(2 ** 32 / layout.oneIn);
  const last = sample(parts, layout).hashes.at(-1)!;
  return Math.max(limit, last + 1);
}
