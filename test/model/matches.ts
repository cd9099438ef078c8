import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import type { Containment } from '../../src/matching/containment.js';
import type { Level, Match, MatchedDocument, MatchRule } from '../../src/matching/match.js';
import type { StoredDocument } from '../../src/store/contract/documents.js';
import {
  containmentByEvidence,
  differenceOf,
  equal,
  evidenceIn,
  type Repeated,
  unknown,
} from './additions.js';
import { closeness, containment, shareBand } from './compare.js';
import { compareIds } from './lists.js';
import { containmentByParts, hitsNeeded, partMatch, sample } from './parts.js';

/** Returns the compared part of a signature: method `simhash` has no sketches. */
export function compared(signature: Signature, { method }: Recipe): Signature {
  return method === 'simhash' ? { ...signature, sketch: null, shingles: null } : signature;
}

/** Returns the stored part of a signature. */
export function stored(signature: Signature, recipe: Recipe): Signature {
  const { parts } = signature;
  const kept = parts === null || !recipe.parts ? null : sample(parts, recipe.parts);
  const { evidence } = signature;
  return {
    ...compared(signature, recipe),
    evidence: evidence && evidenceIn(evidence),
    parts: kept,
  };
}

/** Knowledge about contents that their documents lack. */
interface ContentIndex {
  /** Position in the order in which contents were stored. */
  age(exactHash: string): number;
  isCommon(hash: number): boolean;
  /** Hashes that find a content. */
  indexed(exactHash: string): ReadonlySet<number>;
}

const whole: Containment = { ofThis: 1, ofMatch: 1, error: { ofThis: 0, ofMatch: 0 } };

/** Measures two contents against each other, independent of thresholds. */
function measured(probe: Signature, signature: Signature) {
  const found = measuredAlone(probe, signature);
  const differs = found.exact ? equal : differenceOf(probe.evidence, signature.evidence);
  return { ...found, ...differs };
}

/** Measures two contents without what one adds to the other. */
export function measuredAlone(probe: Signature, signature: Signature) {
  const exact = probe.featureCount !== null && probe.exactHash === signature.exactHash;
  const close = closeness(probe, signature);
  const byShingles = containment(close.similarity, probe.shingles, signature.shingles);
  return { ...close, exact, containment: exact ? whole : byShingles };
}

/**
 * Compares a signature with all documents.
 * @param excluded ids that never match
 * @param judges false to leave the additions to inexact matches unknown
 * @param repeatedBy returns the lines that the sites of the probe and of some documents of a content repeat
 * @param id id of the page, for its host
 * @returns all matches, best first, and the number of candidate contents
 */
export function findMatches(
  documents: readonly StoredDocument[],
  probe: Signature,
  rule: MatchRule,
  recipe: Recipe,
  index: ContentIndex,
  excluded: readonly (string | null)[],
  judges: boolean,
  repeatedBy: (documents: readonly StoredDocument[]) => Repeated,
  id: string | null,
): { readonly matches: Match[]; readonly candidates: number } {
  const found: Match[] = [];
  const candidates = new Set<string>();
  const contents = new Map<string, Compared>();
  const hashOf = new Map<string, string>();
  const hashes =
    rule.minContainment === undefined || !recipe.parts ? [] : (probe.parts?.hashes ?? []);
  const telling = [...hashes].filter((hash) => !index.isCommon(hash));
  for (const { id, signature, metadata, storedAt } of documents) {
    const { distance } = closeness(probe, signature);
    const isNear = recipe.method !== 'minhash' && distance <= rule.maxDistance;
    const near = measuredAlone(probe, signature);
    const isAlike = near.exact || isNear || shareBand(probe.sketch, signature.sketch, recipe.bands);
    const indexed = index.indexed(signature.exactHash);
    const hits = telling.filter((hash) => indexed.has(hash)).length;
    const mayBePart = hits > 0 && hits >= hitsNeeded(probe.parts!);
    if (!isAlike && !mayBePart) continue;
    candidates.add(signature.exactHash);
    const document = { id, fingerprint: signature.fingerprint, metadata, storedAt };
    const shortText = probe.shortText || signature.shortText;
    const differs = near.exact ? equal : unknown;
    if ((isAlike || near.exact) && isMatch(near, shortText, rule)) {
      found.push({ ...document, ...near, ...differs });
    } else if (mayBePart) {
      const estimated = containmentByParts(probe.parts!, signature.parts!, recipe.parts!);
      const byParts = partMatch(estimated, rule.minContainment!, false);
      if (byParts === null) continue;
      found.push({ ...document, ...near, ...differs, ...byParts });
    } else continue;
    if (!near.exact && signature.evidence !== null) {
      const oldest = documents
        .filter((each) => each.signature.exactHash === signature.exactHash)
        .sort((a, b) => a.storedAt - b.storedAt || compareIds(a.id, b.id))[0]!;
      const compared = { signature, match: found.at(-1)!, age: index.age(signature.exactHash) };
      contents.set(signature.exactHash, { ...compared, host: hostOf(oldest.id) });
    }
    hashOf.set(id, signature.exactHash);
  }
  const judged = judges ? judgedAmong([...contents.values()], probe, hostOf(id)) : [];
  const addedTo = new Map(
    judged.map(({ signature: { exactHash, evidence } }) => [
      exactHash,
      {
        differs: differenceOf(
          probe.evidence,
          evidence,
          repeatedBy(
            documents.filter(
              ({ id, signature }) => signature.exactHash === exactHash && !excluded.includes(id),
            ),
          ),
        ),
        counted: containmentByEvidence(probe.evidence, evidence),
      },
    ]),
  );
  const matches = found
    .filter(({ id }) => !excluded.includes(id))
    .flatMap((match): Match[] => {
      const { differs, counted } = addedTo.get(hashOf.get(match.id)!) ?? noneCounted;
      const compared = { ...match, ...differs };
      if (match.part === undefined || !counted) return [compared];
      const isNothing = compared.adds?.nothing === true;
      const byParts = partMatch(counted, rule.minContainment!, isNothing);
      return byParts === null ? [] : [{ ...compared, ...byParts }];
    });
  return { matches: matches.sort(compareMatches), candidates: candidates.size };
}

const noneCounted = { differs: {}, counted: null };

/**
 * Returns the contents that a page is compared with by what it adds: the oldest two that share a landmark or the host
 * with the page, and the nearest others. No more than half of them are chosen by age.
 */
function judgedAmong(contents: readonly Compared[], page: Signature, host: string): Compared[] {
  const texts = judgedTexts(page);
  const nearest = contents.toSorted((a, b) => compareNearness(a, b, page.sketch));
  if (nearest.length <= texts) return nearest;
  const kin = ({ signature, host: other }: Compared) =>
    sharedLandmarks(page.sketch, signature.sketch) > 0 || other === host;
  const byAge = contents
    .filter(kin)
    .sort((a, b) => a.age - b.age)
    .slice(0, Math.min(2, Math.floor(texts / 2)));
  const others = nearest.filter((each) => !byAge.includes(each)).slice(0, texts - byAge.length);
  return [...byAge, ...others];
}

/** Returns the host of an id; ids without a host have one in common. */
export function hostOf(id: string | null): string {
  const host = id !== null && URL.canParse(id) ? new URL(id).host : '';
  return host.replace(/^www\./, '');
}

/** Number of texts that a page is compared with by what it adds: 6, or fewer if its evidence is large. */
function judgedTexts({ evidence }: Signature): number {
  let texts = 6;
  const bytes = evidence === null ? 0 : evidenceIn(evidence).length;
  while (texts > 1 && texts * bytes > 512 * 1024) texts--;
  return texts;
}

/** A matching content, with the match of one of its documents. */
interface Compared {
  readonly signature: Signature;
  readonly match: Match;
  readonly age: number;
  /** Host of its oldest document. */
  readonly host: string;
}

/** Sorts contents in the order in which the page's additions to them are measured. @param sketch sketch of the page */
function compareNearness(a: Compared, b: Compared, sketch: Uint8Array | null): number {
  const [one, other] = [a, b].map(
    ({ match: { part, similarity, distance } }) =>
      part?.share ?? similarity ?? (64 - distance) / 64,
  );
  return (
    sharedLandmarks(sketch, b.signature.sketch) - sharedLandmarks(sketch, a.signature.sketch) ||
    other! - one! ||
    a.match.distance - b.match.distance ||
    a.age - b.age
  );
}

/** Counts the landmarks of a stored sketch that the page also has. A sketch ends with eight landmarks of 4 bytes each. */
function sharedLandmarks(page: Uint8Array | null, stored: Uint8Array | null): number {
  if (page === null || stored === null) return 0;
  const [own, others] = [page, stored].map(
    (sketch) => Buffer.from(sketch.slice(-32)).toString('hex').match(/.{8}/g)!,
  );
  return others!.filter((each) => each !== '00000000' && own!.includes(each)).length;
}

function isMatch(
  { exact, similarity, distance }: ReturnType<typeof measuredAlone>,
  shortText: boolean,
  rule: MatchRule,
): boolean {
  if (exact) return true;
  if (similarity === null) return distance <= rule.maxDistance;
  if (shortText) return similarity >= rule.shortMinSimilarity;
  return similarity >= rule.minSimilarity;
}

/** Returns the match between two stored documents as a cluster records it. */
export function matchBetween(
  { signature: probe }: StoredDocument,
  { id, signature }: StoredDocument,
  byParts: boolean,
): MatchedDocument {
  const found = measured(probe, signature);
  if (!byParts) return { id, ...found };
  const counted = containmentByEvidence(probe.evidence, signature.evidence);
  return { id, ...found, ...(counted && { containment: counted }) };
}

/** Sorts the best match first. */
function compareMatches(a: Match, b: Match): number {
  return compareCloseness(a, b) || compareAge(a, b);
}

export const compareAge = (a: Match, b: Match): number =>
  a.storedAt - b.storedAt || compareIds(a.id, b.id);

/** Sorts the best match first, whatever its age. */
export function compareCloseness(a: Match, b: Match): number {
  return (
    group(a) - group(b) ||
    (b.part?.share ?? 0) - (a.part?.share ?? 0) ||
    (b.similarity ?? -1) - (a.similarity ?? -1) ||
    a.distance - b.distance ||
    newWords(a) - newWords(b)
  );
}

/** Unknown counts sort after all numbers. */
const newWords = ({ adds }: Match) => adds?.words ?? Number.MAX_SAFE_INTEGER;

function group({ level, part }: Match): number {
  if (part !== undefined) return part.decides ? 2 : 5;
  return { exact: 0, page: 1, article: 3, similar: 4 }[level];
}

/** Returns true if a document with this match is refused. */
export function refuses({ level, part }: Match, duplicateIf: Level): boolean {
  if (part !== undefined) return part.decides && duplicateIf !== 'exact';
  switch (level) {
    case 'exact':
      return true;
    case 'page':
      return duplicateIf !== 'exact';
    case 'article':
      return duplicateIf === 'article' || duplicateIf === 'similar';
    case 'similar':
      return duplicateIf === 'similar';
  }
}

/** Returns true if a document joins the cluster of this match; a mere overlap is not enough. */
export const joins = ({ part }: Match): boolean => part === undefined || part.decides;
