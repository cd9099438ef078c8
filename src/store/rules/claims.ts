import type { Claim, FirstDecision } from '../contract/claims.js';
import type { CheckOutcome } from '../contract/documents.js';

/** What a claim keeps of an outcome: everything but matches, which may be many. */
export function firstDecisionOf(outcome: CheckOutcome): FirstDecision {
  const { decision, created, duplicateOf, similarTo, replaced, best, cluster, previous } = outcome;
  return { decision, created, duplicateOf, similarTo, replaced, best, cluster, previous };
}

/** What a check answers that renews a claim. */
export function renewedOutcome(
  id: string,
  { first }: Pick<Claim, 'first'>,
  expiresAt: number,
): CheckOutcome {
  return {
    ...first,
    stored: true,
    id,
    matches: [],
    truncated: false,
    claim: { expiresAt },
    renewed: true,
  };
}
