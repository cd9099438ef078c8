import type { Claim, ConfirmedDocument, FirstDecision } from '../contract/claims.js';
import type { CheckOutcome, StoredDocument } from '../contract/documents.js';

/** Returns the part of an outcome that a claim keeps: everything but the matches, which may be many. */
export function firstDecisionOf(outcome: CheckOutcome): FirstDecision {
  const { decision, created, duplicateOf, similarTo, replaced, best, cluster, previous } = outcome;
  return { decision, created, duplicateOf, similarTo, replaced, best, cluster, previous };
}

/** Returns the time at which a claim lapses: the requested one, but no later than its document expires. */
export function claimEnd(expiresAt: number, document: Pick<StoredDocument, 'expiresAt'>): number {
  return Math.min(expiresAt, document.expiresAt ?? expiresAt);
}

/** Returns each pair of an id and a content hash once, in the order of their first places. */
export function distinctConfirmed(documents: readonly ConfirmedDocument[]): ConfirmedDocument[] {
  const byPair = new Map(documents.map((each) => [`${each.contentHash} ${each.id}`, each]));
  return [...byPair.values()];
}

/** Returns the outcome of a check that renews a claim. */
export function renewedOutcome(
  id: string,
  { first }: Pick<Claim, 'first'>,
  expiresAt: number,
): CheckOutcome {
  return {
    ...first,
    stored: true,
    reason: null,
    id,
    matches: [],
    truncated: false,
    family: null,
    claim: { expiresAt },
    renewed: true,
  };
}
