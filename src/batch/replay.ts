import { hammingDistance } from '../fingerprint/hamming.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import { contradictionsOf } from '../matching/contradictions.js';
import type { MatchRule, BestMatch as Measurement, Refusal } from '../matching/match.js';
import { rankOf } from '../matching/match-order.js';
import { isMatch, refuses, similarityOf } from '../matching/match-rule.js';
import type { CheckOutcome } from '../store/contract/documents.js';
import { createLiveContents, type Measured } from './live-contents.js';

/** What a replay knows of a content: a signature, or numbers that stand for its hash. */
export interface ReplayContent<Hash> extends Measured, Pick<Signature, 'shortText' | 'traits'> {
  /** Equal for equal contents, and for no others. */
  readonly exactHash: Hash;
  /** Only whether it is null counts: the fingerprint was made elsewhere, so equal ones are not exact. */
  readonly featureCount: number | null;
}

/** A document as a check would get it; ids and hashes are strings, or numbers that stand for them. */
export interface ReplayDocument<Id = string, Hash = string> {
  readonly id: Id;
  /** Its place in the input; grows from document to document. */
  readonly ord: number;
  /** As a collection of the recipe keeps it: see `keptSignature`. */
  readonly signature: ReplayContent<Hash>;
}

/** What decides which contents match: of the collection. */
export interface ReplayRules {
  readonly recipe: Pick<Recipe, 'method' | 'bands'>;
  readonly rule: MatchRule;
  readonly refuse: Refusal;
}

/** Distance and similarity are to `duplicateOf` or `similarTo`; null where there is none. */
export interface Decision<Id = string> {
  readonly ord: number;
  readonly id: Id;
  readonly decision: CheckOutcome['decision'];
  readonly duplicateOf: Id | null;
  readonly similarTo: Id | null;
  readonly distance: number | null;
  readonly similarity: number | null;
  readonly exact: boolean;
}

/** A document that the collection would hold at this moment. */
interface StoredVersion<Id, Hash> {
  readonly id: Id;
  readonly signature: ReplayContent<Hash>;
  /** Of the first version of this id. */
  readonly storedAt: number;
}

interface BestMatch<Id> extends Measurement {
  readonly id: Id;
}

/**
 * What `POST /check` would have decided, had these documents been sent to an empty collection one
 * after the other.
 *
 * A decision depends only on documents that match, directly or through others, and on earlier versions
 * of the same id. So documents may be replayed by components: sets that are closed under both. Within
 * one the result is that of a single sequence over everything; across components there is none to keep.
 *
 * Only what would be stored is held in memory and compared with: 200,000 near copies of a page cost
 * 200,000 comparisons. What is costly are many documents that share a block or a band and do not
 * match, as it is to a store.
 *
 * @param documents of one component, or of several, in input order
 */
export function* replay<Id, Hash>(
  documents: Iterable<ReplayDocument<Id, Hash>>,
  { recipe, rule, refuse }: ReplayRules,
): Generator<Decision<Id>> {
  type Document = ReplayDocument<Id, Hash>;
  type Version = StoredVersion<Id, Hash>;
  const stored = new Map<Id, Version>();
  /** The documents of each content. */
  const byContent = new Map<Hash, Set<Version>>();
  const live = createLiveContents<Version>(recipe);

  function bestMatch({ id, signature }: Document): BestMatch<Id> | null {
    const same = oldestOf(byContent.get(signature.exactHash), id);
    if (same !== undefined && signature.featureCount !== null) {
      const similarity = similarityTo(same, signature);
      return { id: same.id, distance: 0, similarity, exact: true, contradicts: [] };
    }
    let best: BestMatch<Id> | null = null;
    let [bestRank, bestStoredAt] = [Number.POSITIVE_INFINITY, 0];
    live.search(signature, rule.maxDistance, (other, sharesBand) => {
      if (other.id === id) return;
      const distance = hammingDistance(other.signature.fingerprint, signature.fingerprint);
      if (!sharesBand && distance > rule.maxDistance) return;
      const similarity = similarityTo(other, signature);
      const shortText = other.signature.shortText || signature.shortText;
      if (!isMatch({ exact: false, distance, similarity, shortText }, rule)) return;
      const contradicts = contradictionsOf(other.signature.traits, signature.traits);
      const measured = { exact: false, contradicts, distance, similarity };
      const rank = rankOf(measured);
      if (rank > bestRank || (rank === bestRank && other.storedAt >= bestStoredAt)) return;
      best = { id: other.id, ...measured };
      [bestRank, bestStoredAt] = [rank, other.storedAt];
    });
    return best;
  }

  function put({ id, ord, signature }: Document, earlier: Version | undefined): void {
    if (earlier !== undefined) {
      byContent.get(earlier.signature.exactHash)!.delete(earlier);
      live.remove(earlier);
    }
    const version = { id, signature, storedAt: earlier?.storedAt ?? ord };
    stored.set(id, version);
    const sharing = byContent.get(signature.exactHash) ?? new Set();
    byContent.set(signature.exactHash, sharing.add(version));
    live.add(version);
  }

  for (const document of documents) {
    const { id, ord, signature } = document;
    const earlier = stored.get(id);
    if (earlier !== undefined && earlier.signature.exactHash === signature.exactHash) {
      yield { ...undecided, id, ord, decision: 'unchanged' };
      continue;
    }
    const best = bestMatch(document);
    const isRefused = best !== null && refuses(best, refuse);
    const found =
      best === null
        ? undecided
        : {
            ...{ distance: best.distance, similarity: best.similarity, exact: best.exact },
            ...{ duplicateOf: isRefused ? best.id : null, similarTo: isRefused ? null : best.id },
          };
    if (isRefused && earlier === undefined) {
      yield { id, ord, decision: 'duplicate', ...found };
      continue;
    }
    put(document, earlier);
    const fresh = best === null ? 'new' : 'similar';
    yield { id, ord, decision: earlier === undefined ? fresh : 'changed', ...found };
  }
}

const undecided = {
  duplicateOf: null,
  similarTo: null,
  distance: null,
  similarity: null,
  exact: false,
} as const;

/** The oldest version of another id. */
function oldestOf<Id, Hash>(
  versions: Iterable<StoredVersion<Id, Hash>> | undefined,
  id: Id,
): StoredVersion<Id, Hash> | undefined {
  let oldest: StoredVersion<Id, Hash> | undefined;
  for (const version of versions ?? []) {
    if (version.id === id) continue;
    if (oldest === undefined || version.storedAt < oldest.storedAt) oldest = version;
  }
  return oldest;
}

function similarityTo(
  other: { readonly signature: Measured },
  { sketch }: Measured,
): number | null {
  return similarityOf(other.signature.sketch, sketch);
}
