import type { BestMatch, Refusal } from './match.js';
import { isSame, joins, refuses } from './match-rule.js';

/*
 * The decision about a page, for every store and every batch. Searches find the matches; the caller
 * writes the decision in the same step.
 *
 *   present under the id    best match      decision
 *   this very content       not asked for   unchanged
 *   nothing                 refuses         duplicate
 *   nothing                 is similar      similar
 *   nothing                 none            new
 *   another content         any             changed; `keepFormer`: duplicate if the best match refuses
 */

/** Content present under the id of a checked document: the same one, another one, or none. */
export type Present = 'same' | 'other' | 'absent';

/** The effect of the best match on a check; a match that only overlaps has none. */
export type MatchEffect = 'refusing' | 'similar' | 'none';

export type CheckDecision = 'new' | 'similar' | 'duplicate' | 'changed' | 'unchanged';

/** The fields of a check that affect its decision. */
export interface CheckPolicy {
  readonly store: 'ifNew' | 'always' | 'never';
  readonly refuse: Refusal;
  readonly onDuplicate: 'keep' | 'replace';
  readonly keepFormer: boolean;
}

/** The candidates that match, best first. */
export interface DecidingMatches<Id> {
  readonly best: IdentifiedMatch<Id> | undefined;
  /** Those that may be replaced. */
  readonly matches: readonly IdentifiedMatch<Id>[];
}

export interface IdentifiedMatch<Id> extends BestMatch {
  readonly id: Id;
}

export interface CheckRuling<Id> {
  readonly decision: CheckDecision;
  /** True if the document is stored. */
  readonly stored: boolean;
  /** Id of the best match if it refuses the document. */
  readonly duplicateOf: Id | null;
  /** Id of the best match if it is only similar. */
  readonly similarTo: Id | null;
  /** Ids of the matches that the document replaces: those that refuse it and are the same. */
  readonly replaced: readonly Id[];
}

/** Decides a check. `matches` are not read if this very content is present. */
export function decide<Id>(
  policy: CheckPolicy,
  present: Present,
  { best, matches }: DecidingMatches<Id>,
): CheckRuling<Id> {
  const effect = present === 'same' ? 'none' : effectOf(best, policy.refuse);
  const decision = decisionOn(present, effect, policy.keepFormer);
  const isRefused = effect === 'refusing';
  const replaced = isRefused ? replacedBy(policy, matches) : nothing;
  return {
    decision,
    stored: isStored(policy, decision, replaced.length > 0),
    duplicateOf: isRefused ? best!.id : null,
    similarTo: effect === 'similar' ? best!.id : null,
    replaced,
  };
}

export function effectOf(best: BestMatch | undefined, refusal: Refusal): MatchEffect {
  if (best === undefined) return 'none';
  if (refuses(best, refusal)) return 'refusing';
  return joins(best) ? 'similar' : 'none';
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

function isStored({ store }: CheckPolicy, decision: CheckDecision, replaces: boolean): boolean {
  if (store === 'never' || decision === 'unchanged') return false;
  return store === 'always' || decision !== 'duplicate' || replaces;
}

const nothing: readonly never[] = [];

function replacedBy<Id>(
  { onDuplicate, refuse }: CheckPolicy,
  matches: readonly IdentifiedMatch<Id>[],
): readonly Id[] {
  if (onDuplicate === 'keep') return nothing;
  return matches.filter((match) => isSame(match) && refuses(match, refuse)).map(({ id }) => id);
}
