import { hammingDistance } from '../fingerprint/hamming.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import type { Closeness, Match, MatchRule } from '../matching/match.js';
import { compareMatches } from '../matching/match-order.js';
import { isMatch, similarityOf } from '../matching/match-rule.js';
import type { CheckOutcome } from '../store/contract/documents.js';
import { sameContent } from '../store/rules/versions.js';
import { createLiveContents } from './live-contents.js';

/** A document as a check would get it. */
export interface ReplayDocument {
  readonly id: string;
  /** Its place in the input; grows from document to document. */
  readonly ord: number;
  /** As a collection of the recipe keeps it: see `keptSignature`. */
  readonly signature: Signature;
}

/** What decides which contents match: of the collection. */
export interface ReplayRules {
  readonly recipe: Pick<Recipe, 'method' | 'bands'>;
  readonly rule: MatchRule;
}

/** Distance and similarity are to `duplicateOf`; null where there is none. */
export interface Decision {
  readonly ord: number;
  readonly id: string;
  readonly decision: CheckOutcome['decision'];
  readonly duplicateOf: string | null;
  readonly distance: number | null;
  readonly similarity: number | null;
  readonly exact: boolean;
}

/** A document that the collection would hold at this moment. */
interface StoredVersion {
  readonly id: string;
  readonly signature: Signature;
  /** Of the first version of this id. */
  readonly storedAt: number;
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
export function* replay(
  documents: Iterable<ReplayDocument>,
  { recipe, rule }: ReplayRules,
): Generator<Decision> {
  const stored = new Map<string, StoredVersion>();
  /** No two documents that are stored have one content: the second would have been a duplicate. */
  const byContent = new Map<string, StoredVersion>();
  const live = createLiveContents<StoredVersion>(recipe);

  function bestMatch({ id, signature }: ReplayDocument): Match | null {
    const same = byContent.get(signature.exactHash);
    if (same !== undefined && same.id !== id && signature.featureCount !== null) {
      return matchOf(same, { distance: 0, similarity: similarityTo(same, signature) }, true);
    }
    let best: Match | null = null;
    live.search(signature, rule.maxDistance, (other, sharesBand) => {
      if (other.id === id) return;
      const distance = hammingDistance(other.signature.fingerprint, signature.fingerprint);
      if (!sharesBand && distance > rule.maxDistance) return;
      const similarity = similarityTo(other, signature);
      const shortText = other.signature.shortText || signature.shortText;
      if (!isMatch({ exact: false, distance, similarity, shortText }, rule)) return;
      const match = matchOf(other, { distance, similarity }, false);
      if (best === null || compareMatches(match, best) < 0) best = match;
    });
    return best;
  }

  function put({ id, ord, signature }: ReplayDocument, earlier: StoredVersion | undefined): void {
    if (earlier !== undefined) {
      byContent.delete(earlier.signature.exactHash);
      live.remove(earlier);
    }
    const version = { id, signature, storedAt: earlier?.storedAt ?? ord };
    stored.set(id, version);
    byContent.set(signature.exactHash, version);
    live.add(version);
  }

  for (const document of documents) {
    const { id, ord, signature } = document;
    const earlier = stored.get(id);
    if (earlier !== undefined && sameContent(earlier.signature, signature)) {
      yield { ...undecided, id, ord, decision: 'unchanged' };
      continue;
    }
    const best = bestMatch(document);
    if (best !== null) {
      const { id: duplicateOf, distance, similarity, exact } = best;
      yield { id, ord, decision: 'duplicate', duplicateOf, distance, similarity, exact };
      continue;
    }
    put(document, earlier);
    yield { ...undecided, id, ord, decision: earlier === undefined ? 'new' : 'changed' };
  }
}

const undecided = { duplicateOf: null, distance: null, similarity: null, exact: false } as const;

function similarityTo(other: StoredVersion, { sketch }: Signature): number | null {
  return similarityOf(other.signature.sketch, sketch);
}

function matchOf(
  { id, signature: { fingerprint }, storedAt }: StoredVersion,
  closeness: Closeness,
  exact: boolean,
): Match {
  return { id, ...closeness, exact, fingerprint, metadata: null, storedAt };
}
