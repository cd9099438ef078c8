import { bandKeys } from '../../src/fingerprint/minhash.js';
import { hitsNeeded } from '../../src/fingerprint/part-hits.js';
import { commonShareOf } from '../../src/fingerprint/parts.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import { contradictionsOf } from '../../src/matching/contradictions.js';
import type { Match, MatchRule } from '../../src/matching/match.js';
import { compareMatches } from '../../src/matching/match-order.js';
import { closeness, isMatch, matchContainment } from '../../src/matching/match-rule.js';
import { partContainment, partMatchOf } from '../../src/matching/part-match.js';
import type { StoredDocument } from '../../src/store/contract/documents.js';
import { type CollectionState, isCommon } from './collection-state.js';

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
  state: Pick<CollectionState, 'collection' | 'contents'>,
  documents: Iterable<StoredDocument>,
  probe: Signature,
  rule: MatchRule,
  excluded: ReadonlySet<string | null>,
): FoundAmongAll {
  const { recipe } = state.collection;
  const matches: Match[] = [];
  const candidates = new Set<string>();
  const telling = tellingHashes(state, probe, rule);
  for (const { id, signature, metadata, storedAt } of documents) {
    const { distance, similarity } = closeness(signature, probe);
    const isNear = recipe.method !== 'minhash' && distance <= rule.maxDistance;
    const isAlike = isNear || shareBand(signature.sketch, probe.sketch, recipe);
    const indexed = state.contents.get(signature.exactHash)?.indexed ?? new Set();
    const hits = telling.filter((hash) => indexed.has(hash)).length;
    const mayBePart = telling.length > 0 && hits >= hitsNeeded(probe.parts!);
    if (!isAlike && !mayBePart) continue;
    candidates.add(signature.exactHash);
    if (excluded.has(id)) continue;
    const exact = probe.featureCount !== null && signature.exactHash === probe.exactHash;
    const shortText = signature.shortText || probe.shortText;
    const contradicts = exact ? [] : contradictionsOf(signature.traits, probe.traits);
    const { fingerprint } = signature;
    const measured = { distance, similarity, exact, contradicts };
    if (isAlike && isMatch({ distance, similarity, exact, shortText }, rule)) {
      const containment = matchContainment(measured, probe.shingles, signature.shingles);
      matches.push({ id, ...measured, containment, fingerprint, metadata, storedAt });
    } else if (mayBePart) {
      const [page, layout] = [probe.parts!, recipe.parts!];
      const stored = { exactHash: signature.exactHash, parts: signature.parts! };
      const part = partMatchOf(page, stored, layout, rule, contradicts);
      if (part === null) continue;
      const containment = partContainment(page, stored, layout, rule);
      matches.push({ id, ...measured, part, containment, fingerprint, metadata, storedAt });
    }
  }
  return { matches: matches.sort(compareMatches), candidates: candidates.size };
}

export function commonShareIn(
  { collection, contents }: Pick<CollectionState, 'collection' | 'contents'>,
  { parts }: Signature,
  { minContainment }: MatchRule,
): number | null {
  const layout = collection.recipe.parts;
  if (parts === null || minContainment === undefined || !layout) return null;
  return commonShareOf(parts, layout, (hash) => isCommon({ contents }, hash));
}

/** The hashes by which texts are found that share parts. */
function tellingHashes(
  state: Pick<CollectionState, 'contents'>,
  { parts }: Signature,
  { minContainment }: MatchRule,
): number[] {
  if (parts === null || minContainment === undefined) return [];
  return [...parts.hashes].filter((hash) => !isCommon(state, hash));
}

function shareBand(a: Uint8Array | null, b: Uint8Array | null, { bands }: Recipe): boolean {
  if (a === null || b === null || bands === null) return false;
  const keys = new Set(bandKeys(a, bands));
  return bandKeys(b, bands).some((key) => keys.has(key));
}
