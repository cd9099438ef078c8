import type { Claim, ConfirmedDocument, FirstDecision } from '../contract/claims.js';
import type { CheckOutcome, NewClaim, StoredDocument } from '../contract/documents.js';
import { later } from './versions.js';

/** Returns the fields of an outcome that are stored with its claim: all that `renewedOutcome` does not set. */
export function toFirstDecision(outcome: CheckOutcome): FirstDecision {
  const { stored, id, matches, truncated, family, claim, renewed, replayed, ...first } = outcome;
  return first;
}

/** Returns the expiry of a claim: the requested one, capped by the expiry of its document. */
export function claimEnd(expiresAt: number, document: Pick<StoredDocument, 'expiresAt'>): number {
  return Math.min(expiresAt, document.expiresAt ?? expiresAt);
}

/** Returns the expiry of a claim after its claimant checked the same page again: never an earlier one. */
export function renewedClaim(
  claim: NewClaim,
  requested: NewClaim,
  document: Pick<StoredDocument, 'expiresAt'>,
): number {
  return claimEnd(later(claim.expiresAt, requested.expiresAt)!, document);
}

/** Removes repeated pairs of id and content hash. Keeps the order of first occurrence. */
export function distinctConfirmed(documents: readonly ConfirmedDocument[]): ConfirmedDocument[] {
  const byPair = new Map(documents.map((each) => [`${each.contentHash} ${each.id}`, each]));
  return [...byPair.values()];
}

/** Returns the outcome of a check that renews a claim. */
export function renewedOutcome(
  { id, signature }: Pick<StoredDocument, 'id' | 'signature'>,
  { first }: Pick<Claim, 'first'>,
  expiresAt: number,
): CheckOutcome {
  return {
    ...first,
    stored: true,
    id,
    matches: [],
    truncated: false,
    family: null,
    claim: { expiresAt, contentHash: signature.exactHash },
    renewed: true,
  };
}
