import { NeardupError } from '../../errors.js';
import type { Signature } from '../../fingerprint/signature.js';
import type { Match } from '../../matching/match.js';
import { closeness, isSame, joins, refuses, toldOf } from '../../matching/match-rule.js';
import {
  type CheckOperation,
  type CheckOutcome,
  type Decision,
  replacedMax,
  type StoredDocument,
} from '../contract/documents.js';
import { documentBytes, pageOf } from './reply-bytes.js';
import { sameContent } from './versions.js';

/** Matches among the other documents, best first. */
export interface SearchedMatches {
  /** As many as `matchesWanted` says, unless they have too many bytes. */
  readonly matches: readonly Match[];
  /** The best of all, however few are shown; undefined: there is none. */
  readonly best: Match | undefined;
  /** Whether there are more. */
  readonly truncated: boolean;
}

/** A store that keeps clusters fills in the cluster, once the document has taken its seat. */
export type DecidedCheck = CheckOutcome & {
  cluster: string | null;
  claim: CheckOutcome['claim'];
};

export const noMatches: SearchedMatches = { matches: [], best: undefined, truncated: false };

/** Whether the id has this very content already, so that no search is made. */
export function isUnchanged(
  earlier: StoredDocument | undefined,
  signature: Signature,
): earlier is StoredDocument {
  return earlier !== undefined && sameContent(earlier.signature, signature);
}

/** How many matches decide a check: those that are shown, and those that it replaces. */
export function matchesWanted({
  limit,
  onDuplicate,
}: Pick<CheckOperation, 'limit' | 'onDuplicate'>): number {
  return onDuplicate === 'replace' ? Math.max(limit, replacedMax + 1) : limit;
}

/**
 * What a check decides, by the order of questions of `StoreOperations.check`, and all that it answers.
 * Whatever is stored or replaced is written by the caller, in the same step.
 * @param signature as the collection keeps it
 * @param earlier what is present under the id
 * @param searched null: no search was made, as `isUnchanged` holds
 * @throws `too_many_candidates` if more documents are to be replaced than `replacedMax`
 */
export function decideCheck(
  operation: Deciding,
  signature: Signature,
  earlier: StoredDocument | undefined,
  searched: SearchedMatches | null,
): DecidedCheck {
  const { id, newId, limit, claim } = operation;
  const { matches, best, truncated } = searched ?? noMatches;
  const isRefused = best !== undefined && refuses(best, operation.refuse);
  const decision = searched === null ? 'unchanged' : decisionOn(operation, best, earlier);
  const replaced = isRefused ? replacedBy(operation, searched!) : nothing;
  const stored = isStored(operation, decision, replaced);
  // One literal: V8 makes and reads objects of different shapes by slower ways.
  return {
    decision,
    stored,
    created: stored && earlier === undefined,
    id: stored ? (id ?? newId) : id,
    duplicateOf: isRefused ? best.id : null,
    similarTo: best === undefined || isRefused || !joins(best) ? null : best.id,
    replaced,
    best: best === undefined ? null : toldOf(best),
    cluster: null,
    previous: earlier === undefined ? null : closeness(earlier.signature, signature),
    matches: matches.length > limit ? matches.slice(0, limit) : matches,
    truncated: truncated || matches.length > limit,
    claim: stored && claim !== null ? { expiresAt: claim.expiresAt } : null,
  };
}

/** What of a check decides. */
type Deciding = Pick<
  CheckOperation,
  'id' | 'newId' | 'store' | 'limit' | 'refuse' | 'onDuplicate' | 'keepFormer' | 'claim'
>;

/** Of all matches, best first, those that decide a check or that a reply shows. */
export function shownOf(matches: readonly Match[], limit: number): SearchedMatches {
  const shown = pageOf(matches, limit, documentBytes);
  return { matches: shown, best: matches[0], truncated: matches.length > shown.length };
}

function decisionOn(
  { refuse, keepFormer }: Deciding,
  best: Match | undefined,
  earlier: StoredDocument | undefined,
): Decision {
  const isDuplicate = best !== undefined && refuses(best, refuse);
  if (isDuplicate && (earlier === undefined || keepFormer)) return 'duplicate';
  if (earlier !== undefined) return 'changed';
  return best === undefined || !joins(best) ? 'new' : 'similar';
}

function isStored({ store }: Deciding, decision: Decision, replaced: readonly string[]): boolean {
  if (store === 'never' || decision === 'unchanged') return false;
  return store === 'always' || decision !== 'duplicate' || replaced.length > 0;
}

const nothing: readonly string[] = [];

/** The ids of the documents whose place is taken: those that refuse this one and are the same. */
function replacedBy(
  { onDuplicate, refuse }: Deciding,
  { matches, truncated }: SearchedMatches,
): readonly string[] {
  if (onDuplicate === 'keep') return nothing;
  const same = matches.filter((match) => isSame(match) && refuses(match, refuse));
  if (same.length > replacedMax || (truncated && same.length === matches.length)) {
    throw new NeardupError(
      'too_many_candidates',
      `Cannot replace: more than ${replacedMax} stored documents are the same as this one, or they have too much metadata; check it with "onDuplicate": "keep"`,
    );
  }
  return same.map(({ id }) => id);
}
