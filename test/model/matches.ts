import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import type { Containment } from '../../src/matching/containment.js';
import type { Match, MatchedDocument, MatchRule, Refusal } from '../../src/matching/match.js';
import type { StoredDocument } from '../../src/store/contract/documents.js';
import { closeness, containment, contradictions, shareBand } from './compare.js';
import { compareIds } from './lists.js';
import { containmentByParts, hitsNeeded, partMatch, sample } from './parts.js';

/** The part of a signature that a collection compares: method `simhash` has no sketches. */
export function compared(signature: Signature, { method }: Recipe): Signature {
  return method === 'simhash' ? { ...signature, sketch: null, shingles: null } : signature;
}

/** The part of a signature that a collection stores. */
export function stored(signature: Signature, recipe: Recipe): Signature {
  const { parts } = signature;
  const kept = parts === null || !recipe.parts ? null : sample(parts, recipe.parts);
  return { ...compared(signature, recipe), parts: kept };
}

/** Index of the hashes that find contents by their parts. */
interface PartIndex {
  isCommon(hash: number): boolean;
  /** The hashes by which a content is found. */
  indexed(exactHash: string): ReadonlySet<number>;
}

const whole: Containment = { ofThis: 1, ofMatch: 1, error: { ofThis: 0, ofMatch: 0 } };

/** Measures two contents against each other, independent of thresholds. */
function measured(probe: Signature, signature: Signature) {
  const exact = probe.featureCount !== null && probe.exactHash === signature.exactHash;
  const close = closeness(probe, signature);
  const contradicts = exact ? [] : contradictions(probe.traits, signature.traits);
  const byShingles = containment(close.similarity, probe.shingles, signature.shingles);
  return { ...close, exact, contradicts, containment: exact ? whole : byShingles };
}

/**
 * Compares a signature with all documents.
 * @param excluded ids that are no matches
 * @returns all matches, best first, and the number of contents that are candidates
 */
export function findMatches(
  documents: readonly StoredDocument[],
  probe: Signature,
  rule: MatchRule,
  recipe: Recipe,
  index: PartIndex,
  excluded: readonly (string | null)[],
): { readonly matches: Match[]; readonly candidates: number } {
  const matches: Match[] = [];
  const candidates = new Set<string>();
  const hashes =
    rule.minContainment === undefined || !recipe.parts ? [] : (probe.parts?.hashes ?? []);
  const telling = [...hashes].filter((hash) => !index.isCommon(hash));
  for (const { id, signature, metadata, storedAt } of documents) {
    const { distance } = closeness(probe, signature);
    const isNear = recipe.method !== 'minhash' && distance <= rule.maxDistance;
    const isAlike = isNear || shareBand(probe.sketch, signature.sketch, recipe.bands);
    const indexed = index.indexed(signature.exactHash);
    const hits = telling.filter((hash) => indexed.has(hash)).length;
    const mayBePart = hits > 0 && hits >= hitsNeeded(probe.parts!);
    if (!isAlike && !mayBePart) continue;
    candidates.add(signature.exactHash);
    if (excluded.includes(id)) continue;
    const found = measured(probe, signature);
    const document = { id, fingerprint: signature.fingerprint, metadata, storedAt };
    const shortText = probe.shortText || signature.shortText;
    if (isAlike && isMatch(found, shortText, rule)) {
      matches.push({ ...document, ...found });
    } else if (mayBePart) {
      const { exactHash, parts } = signature;
      const byParts = containmentByParts(probe.parts!, parts!, exactHash, recipe.parts!, rule);
      const part = partMatch(byParts, rule.minContainment!, found.contradicts.length > 0);
      if (part === null) continue;
      matches.push({ ...document, ...found, part, containment: byParts.containment });
    }
  }
  return { matches: matches.sort(compareMatches), candidates: candidates.size };
}

function isMatch(
  { exact, similarity, distance }: MatchedDocument | ReturnType<typeof measured>,
  shortText: boolean,
  rule: MatchRule,
): boolean {
  if (exact) return true;
  if (similarity === null) return distance <= rule.maxDistance;
  if (shortText) return similarity >= rule.shortMinSimilarity;
  return similarity >= rule.minSimilarity;
}

/** The match between two stored documents as a cluster records it. */
export function matchBetween(
  { signature: probe }: StoredDocument,
  { id, signature }: StoredDocument,
  { parts: layout }: Recipe,
  byParts: boolean,
): MatchedDocument {
  const found = measured(probe, signature);
  if (!byParts || !layout || probe.parts === null || signature.parts === null)
    return { id, ...found };
  const { containment } = containmentByParts(probe.parts, signature.parts, '', layout, {});
  return { id, ...found, containment };
}

/** Sorts the best match first. */
function compareMatches(a: Match, b: Match): number {
  return (
    level(a) - level(b) ||
    a.contradicts.length - b.contradicts.length ||
    compareIds(a.contradicts.join(), b.contradicts.join()) ||
    (b.part?.share ?? 0) - (a.part?.share ?? 0) ||
    (b.similarity ?? -1) - (a.similarity ?? -1) ||
    a.distance - b.distance ||
    a.storedAt - b.storedAt ||
    compareIds(a.id, b.id)
  );
}

function level({ exact, contradicts, part }: Match): number {
  if (exact) return 0;
  if (part === undefined) return contradicts.length === 0 ? 1 : 3;
  return part.decides ? 2 : 4;
}

/** Returns true if a document with this match is refused. */
export function refuses({ exact, contradicts, part }: Match, refusal: Refusal): boolean {
  if (exact) return true;
  if (refusal === 'exact') return false;
  if (part !== undefined) return part.decides;
  return refusal === 'similar' || contradicts.length === 0;
}

/** Returns true if a document joins the cluster of this match; a mere overlap is not enough. */
export const joins = ({ part }: Match): boolean => part === undefined || part.decides;
