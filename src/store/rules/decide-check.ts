import { NeardupError } from '../../errors.js';
import type { Signature } from '../../fingerprint/signature.js';
import {
  compareVersions,
  type ReadSites,
  saysTheSame,
  type VersionChange,
} from '../../matching/additions.js';
import { type CheckPolicy, type CheckRuling, decide } from '../../matching/decide.js';
import type { Match } from '../../matching/match.js';
import { closeness, summarize } from '../../matching/match-rule.js';
import {
  type CheckOperation,
  type CheckOutcome,
  replacedMax,
  type StoredDocument,
} from '../contract/documents.js';
import { documentBytes, takePage } from './reply-bytes.js';

/** Matches of a checked document with documents of other ids, best first. */
export interface SearchedMatches {
  /** At most `matchesWanted` matches; fewer if their size reaches `replyBytesMax`. */
  readonly matches: readonly Match[];
  /**
   * Best of all matches, returned or not; undefined if there is none. If it makes the page a duplicate but the page
   * outlives it, the best match that the page does not outlive takes its place.
   */
  readonly best: Match | undefined;
  /** True if each match that would make the page a duplicate was stored for a shorter lifetime than the page. */
  readonly outlivesBest: boolean;
  /** True if there are more matches. */
  readonly truncated: boolean;
  /** Number of similar stored texts of the host of the page, counted up to 16; null if they were not counted. */
  readonly family: number | null;
  /** True if some candidates were not compared, because there were too many (matching/bounds.ts). */
  readonly isCut: boolean;
}

/** Outcome of a check. The store has yet to set its `cluster` and `claim`. */
export type DecidedCheck = CheckOutcome & {
  cluster: string | null;
  claim: CheckOutcome['claim'];
  matchExpiresAt?: number | undefined;
};

/** Tests if the outcome of a check reports when its best match expires. */
export function tellsExpiry({ stored, reason }: CheckOutcome): boolean {
  return !stored || reason === 'outlivesMatch';
}

export const noMatches: SearchedMatches = {
  matches: [],
  best: undefined,
  outlivesBest: false,
  truncated: false,
  family: null,
  isCut: false,
};

/**
 * Returns true if the version stored under the id says the same, so no search is needed.
 * @param readSites reads the lines of the site of the id, for both versions
 */
export function isUnchanged(
  earlier: StoredDocument | undefined,
  { signature, duplicateIf }: Pick<CheckOperation, 'signature' | 'duplicateIf'>,
  readSites?: ReadSites,
): earlier is StoredDocument {
  return earlier !== undefined && saysTheSame(signature, earlier.signature, duplicateIf, readSites);
}

/**
 * Returns the number of matches that a check requests from the search. The response needs `limit` matches. A check that
 * may replace documents needs at least one more than `replacedMax`, to notice that there are too many.
 */
export function matchesWanted({
  limit,
  ...operation
}: Pick<CheckOperation, 'limit' | 'onDuplicate' | 'onCovered'>): number {
  return mayReplace(operation) ? Math.max(limit, replacedMax + 1) : limit;
}

/**
 * Decides a check and builds its outcome. The caller must write all changes in the same step.
 * @param signature signature of the checked document, reduced to what the collection compares (`keptSignature`)
 * @param earlier live document under the same id; undefined if there is none
 * @param searched result of the search for matches; null if no search was made, because `isUnchanged` returned true
 * @param keepPerFamily setting of the collection
 * @param readSites as for `isUnchanged`
 * @throws `too_many_replaced` if the check would replace more than `replacedMax` documents
 */
export function decideCheck(
  operation: DecisionInput,
  signature: Signature,
  earlier: StoredDocument | undefined,
  searched: SearchedMatches | null,
  keepPerFamily: number | null = null,
  readSites?: ReadSites,
): DecidedCheck {
  const present = searched === null ? 'same' : earlier === undefined ? 'absent' : 'other';
  const found = searched ?? noMatches;
  const { best, outlivesBest, matches, family } = found;
  const isFamilyFull = keepPerFamily !== null && family !== null && family >= keepPerFamily;
  const ruling = decide(operation, present, { best, outlivesBest, matches, isFamilyFull });
  if (mayReplace(operation)) refuseTooMany(ruling, found);
  const previous =
    earlier === undefined ? null : previousVersion(earlier.signature, signature, readSites);
  return toOutcome(operation, ruling, previous, found);
}

function previousVersion(
  stored: Signature,
  page: Signature,
  readSites?: ReadSites,
): CheckOutcome['previous'] {
  const { adds, gone } =
    compareVersions(page.evidence, stored.evidence, readSites) ?? unknownChange;
  return { ...closeness(stored, page), adds, gone };
}

const unknownChange: { readonly [Field in keyof VersionChange]: null } = { adds: null, gone: null };

export function mayReplace({
  onDuplicate,
  onCovered,
}: Pick<CheckOperation, 'onDuplicate' | 'onCovered'>): boolean {
  return onDuplicate === 'replace' || onCovered === 'replace';
}

/** Returns the outcome of a check that was decided as `new`, without matches, family or previous version. */
export function newOutcome(operation: DecisionInput, stored: boolean): DecidedCheck {
  return toOutcome(operation, { ...asNew, stored }, null, { ...noMatches, family: 0 });
}

const asNew = {
  decision: 'new',
  reason: null,
  duplicateOf: null,
  similarTo: null,
  replaced: [],
} as const;

function toOutcome(
  { id, newId, limit, claim }: DecisionInput,
  { decision, stored, reason, duplicateOf, similarTo, replaced }: CheckRuling<string>,
  previous: CheckOutcome['previous'],
  { best, matches, truncated, family, isCut }: SearchedMatches,
): DecidedCheck {
  // A single object literal, because V8 is slower with objects of different shapes.
  return {
    decision,
    stored,
    reason,
    created: stored && previous === null,
    id: stored ? (id ?? newId) : id,
    duplicateOf,
    similarTo,
    replaced,
    best: best === undefined ? null : summarize(best),
    cluster: null,
    previous,
    matches: matches.length > limit ? matches.slice(0, limit) : matches,
    truncated: truncated || isCut || matches.length > limit,
    family,
    claim: stored && claim !== null ? { expiresAt: claim.expiresAt } : null,
  };
}

/** Fields of a check that affect its outcome. */
type DecisionInput = CheckPolicy & Pick<CheckOperation, 'id' | 'newId' | 'limit' | 'claim'>;

/**
 * Returns the first `limit` matches, or fewer if their size reaches `replyBytesMax`.
 * @param matches all matches, best first
 * @param isCut true if some candidates were not compared
 */
export function shownMatches(
  matches: readonly Match[],
  limit: number,
  isCut = false,
): SearchedMatches {
  const shown = takePage(matches, limit, documentBytes);
  const truncated = matches.length > shown.length;
  return { matches: shown, best: matches[0], outlivesBest: false, truncated, family: null, isCut };
}

/**
 * Rejects a check that would replace more than `replacedMax` documents. Also rejects a duplicate that would replace all
 * of its returned matches, if the search left out further ones, because these might have to be replaced as well.
 */
function refuseTooMany(
  { duplicateOf, replaced }: CheckRuling<string>,
  { matches, truncated }: SearchedMatches,
): void {
  const areAll = truncated && duplicateOf !== null && replaced.length === matches.length;
  if (replaced.length <= replacedMax && !areAll) return;
  throw new NeardupError(
    'too_many_replaced',
    `Cannot replace: more than ${replacedMax} stored documents add nothing to this one, or they have too much metadata; check it with "onDuplicate": "skip" and "onCovered": "keep"`,
  );
}
