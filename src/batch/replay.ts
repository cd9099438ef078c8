import { toHex } from '../fingerprint/blocks.js';
import { sampleParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import { saysTheSame } from '../matching/additions.js';
import { compareContents, comparer, foundBy } from '../matching/compare.js';
import { type CheckPolicy, decide, type IdentifiedMatch } from '../matching/decide.js';
import {
  type BestMatch,
  type Level,
  type MatchRule,
  noFacts,
  type PossibleFacts,
  pickFacts,
} from '../matching/match.js';
import { joinsCluster, matchRank } from '../matching/match-rule.js';
import { createNearest } from '../matching/nearest.js';
import type { ComparedSites } from '../matching/site-lines.js';
import type { SitesOfPage } from '../matching/sites-of-page.js';
import type { CheckOutcome } from '../store/contract/documents.js';
import { createLiveContents, type Measured } from './live-contents.js';

/** A content in a replay: a signature in which a number may replace the exact hash. */
export interface ReplayContent<Hash extends string | number>
  extends Measured,
    Pick<Signature, 'shortText' | 'evidence' | 'parts'> {
  /** Identifies the content: two contents are equal if and only if these values are equal. */
  readonly exactHash: Hash;
  /**
   * Null for a fingerprint computed elsewhere, which is never an exact match. A replay only distinguishes null from any
   * other value.
   */
  readonly featureCount: number | null;
  /** True if the content has evidence. Absent if reading `evidence` itself is cheap. */
  readonly hasEvidence?: boolean;
}

/** A document as a check receives it. To save memory, its id and its hash may be numbers instead of strings. */
export interface ReplayDocument<Id = string, Hash extends string | number = string> {
  readonly id: Id;
  /** Position in the input, increasing from document to document. */
  readonly ord: number;
  /** Signature with the fields that a collection with this recipe stores (see `keptSignature`). */
  readonly signature: ReplayContent<Hash>;
}

/** Settings of a collection that determine matches. */
export interface ReplayRules {
  readonly recipe: Pick<Recipe, 'method' | 'bands' | 'parts'>;
  readonly rule: MatchRule;
  readonly duplicateIf: Level;
}

export interface ReplayOptions<Id> {
  /** True if duplicates are stored as well, as by checks with `onDuplicate: store`. */
  readonly storesAll?: boolean;
  /** Reduces a content to the fields that are stored. If `keep` is absent, the whole content is stored. */
  readonly keep?: <Content extends Pick<Signature, 'evidence'>>(content: Content) => Content;
  /** Returns true if two documents were declared separate and must not match. Absent if there are no such documents. */
  readonly areSeparate?: (a: Id, b: Id) => boolean;
  /** Returns the host in an id (`hostOrCommon`), or a number for it. */
  readonly hostOf: (id: Id) => string | number;
  /**
   * Returns the lines of sites for a document. Times are input positions. Absent if every line counts.
   * @param ord input position of the document
   */
  readonly sitesOf?: (id: Id, ord: number) => SitesOfPage<Id>;
}

/** Decision on a document, with the facts of its best match. */
export interface Decision<Id = string> extends PossibleFacts {
  readonly ord: number;
  readonly id: Id;
  readonly decision: CheckOutcome['decision'];
  readonly duplicateOf: Id | null;
  readonly similarTo: Id | null;
  /** Present if the match was found by parts (sampled shingles): the text of the best match then contains this text. */
  readonly relation?: 'containedIn';
}

/** A document that the collection would contain at this moment. */
interface StoredVersion<Id, Hash extends string | number> {
  readonly id: Id;
  /** Input position of the first stored version of this document, used as its time. */
  readonly storedAt: number;
  /** Input position of this version. */
  readonly updatedAt: number;
  readonly content: StoredContent<Id, Hash>;
}

/** A content that has at least one document. */
interface StoredContent<Id, Hash extends string | number> {
  readonly signature: ReplayContent<Hash>;
  /** Input position of the document with which the content was stored: its age. */
  readonly storedAt: number;
  readonly bare: boolean;
  /** Oldest first. */
  readonly versions: StoredVersion<Id, Hash>[];
  /** Input position of the last document that was compared with this content. */
  comparedBy: number;
}

/**
 * Makes the decisions that `POST /check` would have made if these documents had been sent to an empty collection in
 * order.
 *
 * A decision on a document depends only on its candidates, on the candidates of those candidates and so on, and on
 * earlier documents with the same id. So documents may be replayed one component at a time, in any order of components:
 * the decisions are the same as in a replay of all documents. A component must contain every document that affects the
 * decision on one of its documents.
 *
 * Only documents that would be stored are held in memory and compared. The number of comparisons has the same limits as
 * in a store (matching/family.ts).
 *
 * @param documents the documents of one or more components, in input order
 */
export function* replay<Id, Hash extends string | number>(
  documents: Iterable<ReplayDocument<Id, Hash>>,
  rules: ReplayRules,
  { storesAll = false, keep = whole, areSeparate = isNever, hostOf, sitesOf }: ReplayOptions<Id>,
): Generator<Decision<Id>> {
  type Document = ReplayDocument<Id, Hash>;
  type Content = StoredContent<Id, Hash>;
  const { recipe, rule, duplicateIf } = rules;
  const policy: CheckPolicy = {
    ...{ duplicateIf, onDuplicate: storesAll ? 'store' : 'skip' },
    ...{ onChange: 'store', onCovered: 'keep', dryRun: false },
  };
  const stored = new Map<Id, StoredVersion<Id, Hash>>();
  const contents = new Map<Hash, Content>();
  /** Numbers of contents by fingerprint, which is equal for equal main texts. Only with lines of sites. */
  const withFingerprint = new Map<string, number>();
  const live = createLiveContents<Content>(recipe);

  function bestMatch(
    { id, ord, signature }: Document,
    sites: SitesOfPage<Id> | undefined,
  ): IdentifiedMatch<Id> | undefined {
    const same = contents.get(signature.exactHash);
    const oldest = same && findOldest(same, id);
    let best: IdentifiedMatch<Id> | undefined;
    let [bestRank, bestStoredAt] = [Number.POSITIVE_INFINITY, 0];
    if (oldest !== undefined && signature.featureCount !== null) {
      best = { id: oldest.id, ...compareContents(signature, same!.signature) };
      // Another content with the same main text may be equal but for the lines of sites, and older.
      if (!sites || withFingerprint.get(toHex(signature.fingerprint)) === 1) return best;
      [bestRank, bestStoredAt] = [matchRank(best), oldest.storedAt];
      same!.comparedBy = ord;
    }
    const offer = (content: Content, match: BestMatch) => {
      const other = findOldest(content, id);
      if (other === undefined) return;
      const rank = matchRank(match);
      if (rank > bestRank || (rank === bestRank && other.storedAt >= bestStoredAt)) return;
      best = { id: other.id, ...match };
      [bestRank, bestStoredAt] = [rank, other.storedAt];
    };
    const { compare, judge } = createComparer(signature, rules, ({ exactHash }) =>
      sites ? sites.ofDocument(findOldest(contents.get(exactHash)!, id)?.id) : null,
    );
    const nearest = createNearest<Content>(
      signature,
      ({ signature: { sketch }, storedAt }) => ({ sketch, age: storedAt }),
      ({ versions }) => hostOf(versions[0]!.id) === hostOf(id),
    );
    const matches = new Map<Content, BestMatch>();
    const take = (content: Content, match: BestMatch) => {
      matches.set(content, match);
      if (!content.bare) nearest.offer(content, match);
    };
    live.search(signature, rule.maxDistance, (content, sharesBand) => {
      if (content.comparedBy === ord) return;
      const match = compare(content.signature, sharesBand ? foundBy.band : foundBy.nothing);
      if (match === undefined) return;
      content.comparedBy = ord;
      if (match !== null) take(content, match);
    });
    const { parts } = signature;
    if (recipe.parts && parts !== null && rule.minContainment !== undefined) {
      for (const content of live.searchParts(parts)) {
        const match = matches.has(content) ? null : compare(content.signature, foundBy.parts);
        if (match) take(content, match);
      }
    }
    for (const { content, match } of nearest.chosen()) {
      const judged = judge(content.signature, match);
      if (judged === null) matches.delete(content);
      else matches.set(content, judged);
    }
    // A match by parts that does not decide is skipped: a check would rank it last, so it does not affect the decision.
    for (const [content, match] of matches) if (joinsCluster(match)) offer(content, match);
    return best;
  }

  /** Returns the oldest document of a content that may match this document. */
  function findOldest({ versions }: Content, id: Id): StoredVersion<Id, Hash> | undefined {
    return versions.find((version) => version.id !== id && !areSeparate(version.id, id));
  }

  function put({ id, ord, signature }: Document): void {
    const earlier = stored.get(id);
    if (earlier !== undefined) remove(earlier);
    let content = contents.get(signature.exactHash);
    if (content === undefined) {
      const bare = !(signature.hasEvidence ?? signature.evidence !== null);
      content = { signature: keep(signature), storedAt: ord, bare, versions: [], comparedBy: ord };
      contents.set(signature.exactHash, content);
      live.add(content);
      countContent(signature, 1);
    }
    const version = { id, storedAt: earlier?.storedAt ?? ord, updatedAt: ord, content };
    content.versions.splice(findPlace(version, content), 0, version);
    stored.set(id, version);
  }

  function remove(version: StoredVersion<Id, Hash>): void {
    const { content } = version;
    content.versions.splice(findPlace(version, content), 1);
    if (content.versions.length > 0) return;
    contents.delete(content.signature.exactHash);
    live.remove(content);
    countContent(content.signature, -1);
  }

  function countContent({ fingerprint }: Document['signature'], change: 1 | -1): void {
    if (sitesOf === undefined) return;
    const name = toHex(fingerprint);
    withFingerprint.set(name, (withFingerprint.get(name) ?? 0) + change);
  }

  for (const document of documents) {
    const { id, ord, signature } = document;
    const earlier = stored.get(id);
    const sites = sitesOf?.(id, ord);
    const isSame =
      earlier !== undefined &&
      saysTheSame(
        signature,
        earlier.content.signature,
        duplicateIf,
        sites?.ofVersion(earlier.updatedAt),
      );
    const present = isSame ? 'same' : earlier === undefined ? 'absent' : 'other';
    const best = isSame ? undefined : bestMatch(document, sites);
    const ruling = decide(policy, present, {
      best,
      outlivesBest: false,
      matches: [],
      isFamilyFull: false,
    });
    if (ruling.stored) put(document);
    const { decision, duplicateOf, similarTo } = ruling;
    if (best === undefined) yield { id, ord, decision, ...unmatched };
    else {
      const part = best.part && { relation: 'containedIn' as const };
      yield { id, ord, decision, ...pickFacts(best), duplicateOf, similarTo, ...part };
    }
  }
}

const unmatched = { duplicateOf: null, similarTo: null, ...noFacts };

const isNever = () => false;
const whole = <Content>(content: Content) => content;

/** Creates a comparer that compares one content with others by the rules of a replay. */
export function createComparer<Hash extends string | number>(
  signature: ReplayContent<Hash>,
  { recipe, rule }: ReplayRules,
  sitesOf?: (content: ReplayContent<Hash>) => ComparedSites | null,
) {
  return comparer<ReplayContent<Hash>>(
    signature,
    { recipe, rule },
    // A store knows only this sample.
    ({ parts }) => parts && sampleParts(parts, recipe.parts!),
    sitesOf,
  );
}

/** Returns the index of a version in the list of its content's versions, or its insertion point, by binary search. */
function findPlace<Id, Hash extends string | number>(
  { storedAt }: StoredVersion<Id, Hash>,
  { versions }: StoredContent<Id, Hash>,
): number {
  let [from, to] = [0, versions.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (versions[middle]!.storedAt < storedAt) from = middle + 1;
    else to = middle;
  }
  return from;
}
