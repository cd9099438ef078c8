import type { PartsLayout, TextParts } from '../../src/fingerprint/parts.js';
import type { Containment } from '../../src/matching/containment.js';

/** Returns the sample of a text: its hashes below 2^32 / `oneIn`, and its `least` smallest ones. */
export function sample({ hashes, total }: TextParts, { oneIn, least }: PartsLayout): TextParts {
  const limit = Math.floor(2 ** 32 / oneIn);
  return { hashes: hashes.filter((hash, rank) => hash < limit || rank < least), total };
}

/** Number of hits that a candidate needs. Pages of at most four shingles are hardly more than a phrase. */
export const hitsNeeded = ({ total }: TextParts): number => (total <= 4 ? 1 : 2);

/**
 * Estimates the containment of a page and a stored text in each other from their samples.
 * @returns null if there are too few hits for an estimate
 */
export function containmentByParts(
  page: TextParts,
  match: TextParts,
  layout: PartsLayout,
): Containment | null {
  const { hits, shared, low, high } = sharedShingles(page, match, layout);
  if (hits < hitsNeeded(page)) return null;
  const error = (total: number) =>
    Math.max(shared / total - low / total, high / total - shared / total);
  return {
    ofThis: shared / page.total,
    ofMatch: shared / match.total,
    error: { ofThis: error(page.total), ofMatch: error(match.total) },
  };
}

/**
 * Returns the fields of a match by parts; null if neither containment reaches `least`.
 * @param isNothing true if the page adds nothing to the text, of which the containment is counted
 */
export function partMatch(containment: Containment | null, least: number, isNothing: boolean) {
  if (containment === null) return null;
  const { ofThis, ofMatch } = containment;
  const share = Math.max(ofThis, ofMatch);
  if (share < least) return null;
  const decides = isNothing && ofThis >= least;
  return { part: { share: Math.round(share * 1024) / 1024, decides }, containment };
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
