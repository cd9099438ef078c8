import type { BestMatch, Level } from './match.js';
import { joinsCluster, refuses } from './match-rule.js';

/*
 * The decision about a page, for every store and every batch. Searches find the matches, and the caller writes the
 * decision in the same transaction. A match `refuses` a page if it makes the page a duplicate (match-rule.ts).
 *
 *   stored under the id     best match      decision
 *   the same content        not needed      unchanged
 *   nothing                 refuses         duplicate
 *   nothing                 is similar      similar; not stored if its family is full
 *   nothing                 none            new
 *   another content         any             changed; with `onChange: keep`, duplicate if the best match refuses
 *
 * A match refuses no page that was requested to live longer: the page is then similar to it.
 */

/**
 * State of the id of a checked document: a document with the same text is stored under the id (`same`), a document with
 * another text is (`other`), or no document is (`absent`).
 */
export type Present = 'same' | 'other' | 'absent';

/**
 * Effect of the best match on a check. A match by parts with `decides: false` has no effect, because the texts merely
 * overlap.
 */
export type MatchEffect = 'refusing' | 'similar' | 'none';

export type CheckDecision = 'new' | 'similar' | 'duplicate' | 'changed' | 'unchanged';

/** Actions on a page that is a duplicate. With `replace`, the page replaces the documents that it covers. */
export const duplicateActions = ['skip', 'store', 'replace'] as const;
/**
 * Actions on a page whose text differs from that of the document stored under its id. With `keep`, the stored version
 * stays if the page is a duplicate of another document.
 */
export const changeActions = ['store', 'keep'] as const;
/** Actions on stored documents that a page covers, if the page also adds something to them. */
export const coveredActions = ['keep', 'replace'] as const;

/** Fields of a check that affect its decision. */
export interface CheckPolicy {
  readonly duplicateIf: Level;
  readonly onDuplicate: (typeof duplicateActions)[number];
  readonly onChange: (typeof changeActions)[number];
  readonly onCovered: (typeof coveredActions)[number];
  /** True to decide without writing. */
  readonly dryRun: boolean;
}

/** Matches that determine the decision on a check, best first. */
export interface DecidingMatches<Id> {
  readonly best: IdentifiedMatch<Id> | undefined;
  /** True if the best match says what the page says, but the page was requested to live longer. */
  readonly outlivesBest: boolean;
  /** Matches whose documents the page may replace. */
  readonly matches: readonly IdentifiedMatch<Id>[];
  /** True if the collection stores no further similar pages of this family (pages from one template). */
  readonly isFamilyFull: boolean;
}

/**
 * Reasons for a decision that the best match alone does not explain. With `familyFull` a similar page is not stored. With
 * the others the page is stored although it adds nothing: the match was stored for a shorter lifetime, or is much longer.
 */
export const checkReasons = ['familyFull', 'outlivesMatch', 'matchIsLonger'] as const;
export type CheckReason = (typeof checkReasons)[number];

export interface IdentifiedMatch<Id> extends BestMatch {
  readonly id: Id;
}

export interface CheckRuling<Id> {
  readonly decision: CheckDecision;
  /** True if the document is stored. */
  readonly stored: boolean;
  /**
   * Reason why a similar document is not stored, or why the document is not a duplicate although its best match has each
   * of its lines; otherwise null.
   */
  readonly reason: CheckReason | null;
  /** Id of the best match if it makes the document a duplicate. */
  readonly duplicateOf: Id | null;
  /** Id of the best match if the document is only similar to it. */
  readonly similarTo: Id | null;
  /**
   * Ids of the matches that the document replaces, or would replace in a dry run. It replaces only matches that it
   * covers.
   */
  readonly replaced: readonly Id[];
}

/** Decides a check. If the same content is already stored under the id, the matches have no effect. */
export function decide<Id>(
  policy: CheckPolicy,
  present: Present,
  { best, outlivesBest, matches, isFamilyFull }: DecidingMatches<Id>,
): CheckRuling<Id> {
  const effect = present === 'same' ? 'none' : matchEffect(best, policy.duplicateIf, outlivesBest);
  const keepsFormer = policy.onChange === 'keep';
  const decision = decisionOn(present, effect, keepsFormer);
  const isSpared = outlivesBest && decisionOn(present, 'refusing', keepsFormer) === 'duplicate';
  const isRefused = effect === 'refusing';
  const isKeptOut = decision === 'similar' && isFamilyFull && !outlivesBest;
  const isKnown = decision === 'similar' && best!.adds?.nothing === true;
  let reason: CheckReason | null = null;
  if (isKeptOut) reason = 'familyFull';
  else if (isSpared) reason = 'outlivesMatch';
  else if (isKnown && policy.duplicateIf !== 'exact') reason = 'matchIsLonger';
  const replaces = decision !== 'unchanged' && !isKeptOut;
  const replaced = replaces ? replacedBy(policy, matches, isRefused) : nothing;
  return {
    decision,
    stored: !isKeptOut && isStored(policy, decision, replaced.length > 0),
    reason,
    duplicateOf: isRefused ? best!.id : null,
    similarTo: effect === 'similar' ? best!.id : null,
    replaced,
  };
}

/** @param outlivesBest as in `DecidingMatches` */
export function matchEffect(
  best: BestMatch | undefined,
  duplicateIf: Level,
  outlivesBest: boolean,
): MatchEffect {
  if (best === undefined) return 'none';
  if (refuses(best, duplicateIf)) return outlivesBest ? 'similar' : 'refusing';
  return joinsCluster(best) ? 'similar' : 'none';
}

export function decisionOn(
  present: Present,
  effect: MatchEffect,
  keepFormer: boolean,
): CheckDecision {
  if (present === 'same') return 'unchanged';
  if (effect === 'refusing' && (present === 'absent' || keepFormer)) return 'duplicate';
  if (present === 'other') return 'changed';
  return effect === 'similar' ? 'similar' : 'new';
}

function isStored(
  { dryRun, onDuplicate }: CheckPolicy,
  decision: CheckDecision,
  replaces: boolean,
): boolean {
  if (dryRun || decision === 'unchanged') return false;
  return decision !== 'duplicate' || onDuplicate === 'store' || replaces;
}

const nothing: readonly never[] = [];

/**
 * Chooses the stored documents that the checked document replaces: only those that it covers, because replacing others
 * would lose information.
 */
function replacedBy<Id>(
  { onDuplicate, onCovered, duplicateIf }: CheckPolicy,
  matches: readonly IdentifiedMatch<Id>[],
  isRefused: boolean,
): readonly Id[] {
  const action = isRefused ? onDuplicate : onCovered;
  if (action !== 'replace') return nothing;
  const goes = (match: IdentifiedMatch<Id>) =>
    match.covers === true && (!isRefused || refuses(match, duplicateIf));
  return matches.filter(goes).map(({ id }) => id);
}
