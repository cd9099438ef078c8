import type { BestMatch, Refusal } from './match.js';
import { joins, refuses } from './match-rule.js';

/*
 * The decision about a page, for every store and every batch. Searches find the matches; the caller
 * writes the decision in the same step.
 *
 *   present under the id    best match      decision
 *   this very content       not asked for   unchanged
 *   nothing                 refuses         duplicate
 *   nothing                 is similar      similar; not stored if its family is full
 *   nothing                 none            new
 *   another content         any             changed; `onChange: keep`: duplicate if the best match refuses
 */

/** Content present under the id of a checked document: the same one, another one, or none. */
export type Present = 'same' | 'other' | 'absent';

/** The effect of the best match on a check; a match that only overlaps has none. */
export type MatchEffect = 'refusing' | 'similar' | 'none';

export type CheckDecision = 'new' | 'similar' | 'duplicate' | 'changed' | 'unchanged';

/** Actions on a duplicate; `replace`: it takes the place of the documents of which it says all. */
export const duplicateActions = ['skip', 'store', 'replace'] as const;
/** Actions on other content of an id; `keep`: the former version stays if it is a duplicate of another document. */
export const changeActions = ['store', 'keep'] as const;
/** Actions on documents of which a page says all that they say, and more. */
export const coveredActions = ['keep', 'replace'] as const;

/** The fields of a check that affect its decision. */
export interface CheckPolicy {
  readonly duplicateIf: Refusal;
  readonly onDuplicate: (typeof duplicateActions)[number];
  readonly onChange: (typeof changeActions)[number];
  readonly onCovered: (typeof coveredActions)[number];
  /** True to decide only. */
  readonly dryRun: boolean;
}

/** The candidates that match, best first. */
export interface DecidingMatches<Id> {
  readonly best: IdentifiedMatch<Id> | undefined;
  /** Those that may be replaced. */
  readonly matches: readonly IdentifiedMatch<Id>[];
  /** True if the collection stores no more similar pages of this family. */
  readonly isFamilyFull: boolean;
}

/** Reason why a similar document is not stored. */
export const keptOutReasons = ['familyFull'] as const;
export type KeptOutReason = (typeof keptOutReasons)[number];

export interface IdentifiedMatch<Id> extends BestMatch {
  readonly id: Id;
}

export interface CheckRuling<Id> {
  readonly decision: CheckDecision;
  /** True if the document is stored. */
  readonly stored: boolean;
  /** Not null if the document is only similar, and still is not stored. */
  readonly reason: KeptOutReason | null;
  /** Id of the best match if it refuses the document. */
  readonly duplicateOf: Id | null;
  /** Id of the best match if it is only similar. */
  readonly similarTo: Id | null;
  /** Ids of the matches that the document replaces, or would replace: some of those that it covers. */
  readonly replaced: readonly Id[];
}

/** Decides a check. `matches` are not read if this very content is present. */
export function decide<Id>(
  policy: CheckPolicy,
  present: Present,
  { best, matches, isFamilyFull }: DecidingMatches<Id>,
): CheckRuling<Id> {
  const effect = present === 'same' ? 'none' : effectOf(best, policy.duplicateIf);
  const decision = decisionOn(present, effect, policy.onChange === 'keep');
  const isRefused = effect === 'refusing';
  const isKeptOut = decision === 'similar' && isFamilyFull;
  const replaces = decision !== 'unchanged' && !isKeptOut;
  const replaced = replaces ? replacedBy(policy, matches, isRefused) : nothing;
  return {
    decision,
    stored: !isKeptOut && isStored(policy, decision, replaced.length > 0),
    reason: isKeptOut ? 'familyFull' : null,
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

function isStored(
  { dryRun, onDuplicate }: CheckPolicy,
  decision: CheckDecision,
  replaces: boolean,
): boolean {
  if (dryRun || decision === 'unchanged') return false;
  return decision !== 'duplicate' || onDuplicate === 'store' || replaces;
}

const nothing: readonly never[] = [];

/** Chooses what is replaced: of a match of which the document does not say all, something would be lost. */
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
