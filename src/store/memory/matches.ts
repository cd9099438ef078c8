import { bandKeys } from '../../fingerprint/minhash.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { Signature } from '../../fingerprint/signature.js';
import { contradictionsOf } from '../../matching/contradictions.js';
import type { Match, MatchRule } from '../../matching/match.js';
import { compareMatches } from '../../matching/match-order.js';
import { closeness, isMatch, matchContainment } from '../../matching/match-rule.js';
import type { StoredDocument } from '../contract/documents.js';

export interface FoundAmongAll {
  /** All matches, best first. */
  readonly matches: readonly Match[];
  /** The number of distinct contents that are candidates. */
  readonly candidates: number;
}

/**
 * Compares a signature with every document.
 * @param excluded ids of documents that are left out of the matches
 */
export function compareWithAll(
  documents: Iterable<StoredDocument>,
  probe: Signature,
  recipe: Recipe,
  rule: MatchRule,
  excluded: ReadonlySet<string | null>,
): FoundAmongAll {
  const matches: Match[] = [];
  const candidates = new Set<string>();
  for (const { id, signature, metadata, storedAt } of documents) {
    const { distance, similarity } = closeness(signature, probe);
    const isNear = recipe.method !== 'minhash' && distance <= rule.maxDistance;
    if (!isNear && !shareBand(signature.sketch, probe.sketch, recipe)) continue;
    candidates.add(signature.exactHash);
    const exact = probe.featureCount !== null && signature.exactHash === probe.exactHash;
    const shortText = signature.shortText || probe.shortText;
    if (excluded.has(id) || !isMatch({ distance, similarity, exact, shortText }, rule)) continue;
    const contradicts = exact ? [] : contradictionsOf(signature.traits, probe.traits);
    const containment = matchContainment({ exact, similarity }, probe.shingles, signature.shingles);
    const told = { distance, similarity, exact, contradicts, containment };
    matches.push({ id, ...told, fingerprint: signature.fingerprint, metadata, storedAt });
  }
  return { matches: matches.sort(compareMatches), candidates: candidates.size };
}

function shareBand(a: Uint8Array | null, b: Uint8Array | null, { bands }: Recipe): boolean {
  if (a === null || b === null || bands === null) return false;
  const keys = new Set(bandKeys(a, bands));
  return bandKeys(b, bands).some((key) => keys.has(key));
}
