import type { Signature } from '../../fingerprint/signature.js';
import type { Match } from '../../matching/match.js';
import { bestOf, closeness } from '../../matching/match-rule.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../contract/documents.js';
import { documentBytes, pageOf } from './reply-bytes.js';
import { sameContent } from './versions.js';

/** Matches among the other documents, best first. */
export interface SearchedMatches {
  /** As many as are shown. */
  readonly matches: readonly Match[];
  /** The best of all, however few are shown; undefined: there is none. */
  readonly best: Match | undefined;
  /** Whether there are more than are shown. */
  readonly truncated: boolean;
}

/** A store that keeps clusters fills in the cluster, once the document has taken its seat. */
export type DecidedCheck = CheckOutcome & { cluster: string | null };

export const noMatches: SearchedMatches = { matches: [], best: undefined, truncated: false };

/** Whether the id has this very content already, so that no search is made. */
export function isUnchanged(
  earlier: StoredDocument | undefined,
  signature: Signature,
): earlier is StoredDocument {
  return earlier !== undefined && sameContent(earlier.signature, signature);
}

/**
 * What a check decides, by the order of questions of `StoreOperations.check`, and all that it answers.
 * Whatever is stored is stored by the caller, in the same step.
 * @param signature as the collection keeps it
 * @param earlier what is present under the id
 * @param searched null: no search was made, as `isUnchanged` holds
 */
export function decideCheck(
  { id, newId, store }: Pick<CheckOperation, 'id' | 'newId' | 'store'>,
  signature: Signature,
  earlier: StoredDocument | undefined,
  searched: SearchedMatches | null,
): DecidedCheck {
  const { matches, best, truncated } = searched ?? noMatches;
  const decision = searched === null ? 'unchanged' : decisionOn(best, earlier);
  const stored = isStored(store, decision);
  // One literal: V8 makes and reads objects of different shapes by slower ways.
  return {
    decision,
    stored,
    created: stored && earlier === undefined,
    id: stored ? (id ?? newId) : id,
    duplicateOf: best === undefined ? null : best.id,
    best: best === undefined ? null : bestOf(best),
    cluster: null,
    previous: earlier === undefined ? null : closeness(earlier.signature, signature),
    matches,
    truncated,
  };
}

/** Of all matches, best first, those that a reply shows. */
export function shownOf(matches: readonly Match[], limit: number): SearchedMatches {
  const shown = pageOf(matches, limit, documentBytes);
  return { matches: shown, best: matches[0], truncated: matches.length > shown.length };
}

function decisionOn(
  best: Match | undefined,
  earlier: StoredDocument | undefined,
): CheckOutcome['decision'] {
  if (best !== undefined) return 'duplicate';
  return earlier === undefined ? 'new' : 'changed';
}

function isStored(store: CheckOperation['store'], decision: CheckOutcome['decision']): boolean {
  if (store === 'never' || decision === 'unchanged') return false;
  return store === 'always' || decision !== 'duplicate';
}
