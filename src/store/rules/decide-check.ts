import { NeardupError } from '../../errors.js';
import type { Signature } from '../../fingerprint/signature.js';
import { type CheckPolicy, type CheckRuling, decide } from '../../matching/decide.js';
import type { Closeness, Match } from '../../matching/match.js';
import { closeness, toldOf } from '../../matching/match-rule.js';
import {
  type CheckOperation,
  type CheckOutcome,
  replacedMax,
  type StoredDocument,
} from '../contract/documents.js';
import { documentBytes, pageOf } from './reply-bytes.js';
import { sameContent } from './versions.js';

/** Matches among the other documents, best first. */
export interface SearchedMatches {
  /** At most `matchesWanted` matches, fewer if they have too many bytes. */
  readonly matches: readonly Match[];
  /** The best of all, however few are shown; undefined: there is none. */
  readonly best: Match | undefined;
  /** True if there are more. */
  readonly truncated: boolean;
  /** Number of contents that are alike, at most 16; null: they were not counted. */
  readonly family: number | null;
}

/** A store that keeps clusters fills in the cluster, once the document has taken its seat. */
export type DecidedCheck = CheckOutcome & {
  cluster: string | null;
  claim: CheckOutcome['claim'];
};

export const noMatches: SearchedMatches = {
  matches: [],
  best: undefined,
  truncated: false,
  family: null,
};

/** Returns true if the id already has this content, so that no search is needed. */
export function isUnchanged(
  earlier: StoredDocument | undefined,
  signature: Signature,
): earlier is StoredDocument {
  return earlier !== undefined && sameContent(earlier.signature, signature);
}

/** Number of matches that a check needs: those that are shown, and those that it replaces. */
export function matchesWanted({
  limit,
  ...operation
}: Pick<CheckOperation, 'limit' | 'onDuplicate' | 'onCovered'>): number {
  return mayReplace(operation) ? Math.max(limit, replacedMax + 1) : limit;
}

/**
 * Decides a check, and assembles its outcome. Whatever is stored or replaced is written by the caller, in
 * the same step.
 * @param signature as the collection keeps it
 * @param earlier the document that is present under the id
 * @param searched null: no search was made, as `isUnchanged` holds
 * @param keepPerFamily as the collection has it; null also where families are not counted
 * @throws `too_many_replaced` if more documents are to be replaced than `replacedMax`
 */
export function decideCheck(
  operation: Deciding,
  signature: Signature,
  earlier: StoredDocument | undefined,
  searched: SearchedMatches | null,
  keepPerFamily: number | null = null,
): DecidedCheck {
  const present = searched === null ? 'same' : earlier === undefined ? 'absent' : 'other';
  const found = searched ?? noMatches;
  const { best, matches, family } = found;
  const isFamilyFull = keepPerFamily !== null && family !== null && family >= keepPerFamily;
  const ruling = decide(operation, present, { best, matches, isFamilyFull });
  if (mayReplace(operation)) refuseTooMany(ruling, found);
  const previous = earlier === undefined ? null : closeness(earlier.signature, signature);
  return outcomeOf(operation, ruling, previous, found);
}

export function mayReplace({
  onDuplicate,
  onCovered,
}: Pick<CheckOperation, 'onDuplicate' | 'onCovered'>): boolean {
  return onDuplicate === 'replace' || onCovered === 'replace';
}

/** The outcome of a check that was decided as new, without any match or family. */
export function outcomeOfNew(operation: Deciding, stored: boolean): DecidedCheck {
  return outcomeOf(operation, { ...asNew, stored }, null, { ...noMatches, family: 0 });
}

const asNew = {
  decision: 'new',
  reason: null,
  duplicateOf: null,
  similarTo: null,
  replaced: [],
} as const;

function outcomeOf(
  { id, newId, limit, claim }: Deciding,
  { decision, stored, reason, duplicateOf, similarTo, replaced }: CheckRuling<string>,
  previous: Closeness | null,
  { best, matches, truncated, family }: SearchedMatches,
): DecidedCheck {
  // One literal: V8 makes and reads objects of different shapes by slower ways.
  return {
    decision,
    stored,
    reason,
    created: stored && previous === null,
    id: stored ? (id ?? newId) : id,
    duplicateOf,
    similarTo,
    replaced,
    best: best === undefined ? null : toldOf(best),
    cluster: null,
    previous,
    matches: matches.length > limit ? matches.slice(0, limit) : matches,
    truncated: truncated || matches.length > limit,
    family,
    claim: stored && claim !== null ? { expiresAt: claim.expiresAt } : null,
  };
}

/** The fields of a check that affect its outcome. */
type Deciding = CheckPolicy & Pick<CheckOperation, 'id' | 'newId' | 'limit' | 'claim'>;

/** Selects the matches that decide a check or that a response shows, best first. */
export function shownOf(matches: readonly Match[], limit: number): SearchedMatches {
  const shown = pageOf(matches, limit, documentBytes);
  const truncated = matches.length > shown.length;
  return { matches: shown, best: matches[0], truncated, family: null };
}

/** Rejects a check that would replace more documents than the search could list. */
function refuseTooMany(
  { duplicateOf, replaced }: CheckRuling<string>,
  { matches, truncated }: SearchedMatches,
): void {
  const areAll = truncated && duplicateOf !== null && replaced.length === matches.length;
  if (replaced.length <= replacedMax && !areAll) return;
  throw new NeardupError(
    'too_many_replaced',
    `Cannot replace: more than ${replacedMax} stored documents say no more than this one, or they have too much metadata; check it with "onDuplicate": "skip" and "onCovered": "keep"`,
  );
}
