import type { Recipe } from '../../fingerprint/recipe.js';
import { contradictionsOf } from '../../matching/contradictions.js';
import type { MatchedDocument } from '../../matching/match.js';
import { closeness, matchContainment } from '../../matching/match-rule.js';
import { partContainment } from '../../matching/part-match.js';
import type { StoredDocument } from '../contract/documents.js';

/** What a cluster keeps of a match between stored documents, measured by their signatures. */
export function foundMatch(
  { signature: probe }: StoredDocument,
  { id, signature }: StoredDocument,
  { parts: layout }: Recipe,
  byParts: boolean,
): MatchedDocument {
  const exact = probe.featureCount !== null && probe.exactHash === signature.exactHash;
  const contradicts = exact ? [] : contradictionsOf(signature.traits, probe.traits);
  const measured = { ...closeness(signature, probe), exact, contradicts };
  if (!byParts || !layout || probe.parts === null || signature.parts === null) {
    const containment = matchContainment(measured, probe.shingles, signature.shingles);
    return { id, ...measured, containment };
  }
  const stored = { exactHash: signature.exactHash, parts: signature.parts };
  const noRule = { maxDistance: 0, minSimilarity: 0, shortMinSimilarity: 0 };
  const containment = partContainment(probe.parts, stored, layout, noRule);
  return { id, ...measured, containment };
}
