import type { Claim, ConfirmOperation, ConfirmOutcome } from '../../src/store/contract/claims.js';
import {
  type CheckOperation,
  type CheckOutcome,
  replacedMax,
} from '../../src/store/contract/documents.js';
import { firstDecisionOf, renewedOutcome } from '../../src/store/rules/claims.js';
import { isLive } from '../../src/store/rules/versions.js';
import {
  type CollectionState,
  exactHashOf,
  leave,
  liveDocument,
  put,
  remove,
} from './collection-state.js';

/** What comes back if the claim on the next version lapses. */
export function formerOf(state: CollectionState, id: string, now: number): Claim['former'] {
  const document = liveDocument(state, id, now);
  if (document === undefined) return null;
  const claim = state.claims.get(id);
  if (claim !== undefined) return claim.former;
  const text = state.contents.get(exactHashOf(document))?.text ?? null;
  return { ...document, text, seated: state.memory?.clusters.seatedMember(id) ?? null };
}

/** Claims what a check has just stored. */
export function claimDocument(
  state: CollectionState,
  { claim }: CheckOperation,
  outcome: CheckOutcome,
  replaces: Claim['replaces'],
  former: Claim['former'],
): void {
  const first = firstDecisionOf(outcome);
  state.claims.set(outcome.id!, { ...claim!, first, former, replaces });
}

/** What a check answers whose claim is there already; undefined: there is none of this claimant. */
export function renewedClaim(
  state: CollectionState,
  id: string,
  asked: CheckOperation['claim'],
): CheckOutcome | undefined {
  const claim = state.claims.get(id);
  if (asked === null || claim?.claimant !== asked.claimant) return undefined;
  state.claims.set(id, { ...claim, expiresAt: asked.expiresAt });
  state.successor?.changed.add(id);
  return renewedOutcome(id, claim, asked.expiresAt);
}

export function confirm(
  state: CollectionState,
  { ids, claimant, now }: Pick<ConfirmOperation, 'ids' | 'claimant' | 'now'>,
): ConfirmOutcome {
  const left = [...new Set(ids)];
  const confirmed: string[] = [];
  const missing: string[] = [];
  let replaced = 0;
  while (left.length > 0 && replaced < replacedMax) {
    const id = left.shift()!;
    const isThere = liveDocument(state, id, now) !== undefined;
    const claim = state.claims.get(id);
    if (!isThere || (claim !== undefined && claim.claimant !== claimant)) missing.push(id);
    else {
      replaced += confirmOne(state, id, now);
      confirmed.push(id);
    }
  }
  return { confirmed, missing, left: left.length };
}

/** @returns how many documents gave up their place */
export function confirmOne(state: CollectionState, id: string, now: number): number {
  const claim = state.claims.get(id);
  if (claim === undefined) return 0;
  state.claims.delete(id);
  state.successor?.changed.add(id);
  let replaced = 0;
  const cluster = state.memory?.clusters.clusterOf(id) ?? null;
  for (const { exactHash, ...match } of claim.replaces) {
    const there = liveDocument(state, match.id, now);
    if (there === undefined || exactHashOf(there) !== exactHash) continue;
    remove(state, match.id, now);
    state.successor?.changed.add(match.id);
    replaced += 1;
    if (cluster === null) continue;
    const joining = { id: match.id, best: { ...match, id }, newClusterId: cluster, now };
    state.memory?.clusters.refuse(joining, state.collection.keepRefused);
  }
  return replaced;
}

/** Ends the claims whose time is over, in the order of their times. */
export function lapse(state: CollectionState, now: number): void {
  const due = [...state.documents.keys()]
    .flatMap((id) => ({ id, claim: state.claims.get(id) }))
    .filter(({ claim }) => claim !== undefined && claim.expiresAt <= now)
    .sort((a, b) => a.claim!.expiresAt - b.claim!.expiresAt);
  for (const { id } of due) endClaim(state, id, now);
}

/** Brings the former version back, or removes the document. */
export function endClaim(state: CollectionState, id: string, now: number): void {
  const { former } = state.claims.get(id)!;
  state.successor?.changed.add(id);
  if (former === null || !isLive(former, now)) {
    remove(state, id, now);
    return;
  }
  const { text, seated, ...document } = former;
  leave(state, id, now);
  put(state, document, text, state.documents.get(id));
  if (seated === null) return;
  const { cluster, members } = seated;
  state.memory?.clusters.restore(
    { cluster: { ...cluster, updatedAt: now }, members },
    state.documents,
  );
}
