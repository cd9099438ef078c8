import type { Claim, ConfirmOperation, ConfirmOutcome } from '../../src/store/contract/claims.js';
import {
  type CheckOperation,
  type CheckOutcome,
  type NewClaim,
  replacedMax,
} from '../../src/store/contract/documents.js';
import { isSame } from './additions.js';
import {
  find,
  isLive,
  type Kept,
  leave,
  note,
  put,
  refuse,
  remove,
  type State,
  textOf,
} from './collection-state.js';
import { logReplaced } from './decision-log.js';
import { noteGone, resolve } from './gone.js';
import { repeatedByVersions } from './sites.js';

/** Returns the version to restore if the claim on the next version expires. */
export function formerOf(state: State, kept: Kept | undefined): Claim['former'] {
  if (kept === undefined) return null;
  if (kept.claim !== null) return kept.claim.former;
  const { document } = kept;
  const seated = state.lineage?.clusters.seated(document.id) ?? null;
  return { ...document, text: textOf(state, document), seated };
}

/** Answers a check repeated for its own claim; undefined: there is no such claim. */
export function renew(state: State, kept: Kept, asked: NewClaim | null): CheckOutcome | undefined {
  const { document, claim } = kept;
  if (asked === null || claim?.claimant !== asked.claimant) return undefined;
  if (asked.expiresAt > claim.expiresAt) kept.claim = { ...claim, expiresAt: asked.expiresAt };
  const { expiresAt } = endWithDocument(kept)!;
  note(state, document.id);
  const told = {
    id: document.id,
    stored: true,
    matches: [],
    truncated: false,
    family: null,
  };
  const contentHash = document.signature.exactHash;
  return { ...claim.first, ...told, claim: { expiresAt, contentHash }, renewed: true };
}

export function confirm(
  state: State,
  { documents, claimant, now }: ConfirmOperation,
): ConfirmOutcome {
  const left = documents.filter(
    (each, at) =>
      at ===
      documents.findIndex(
        ({ id, contentHash }) => id === each.id && contentHash === each.contentHash,
      ),
  );
  const [confirmed, missing]: [string[], string[]] = [[], []];
  for (let replaced = 0; left.length > 0 && replaced < replacedMax; ) {
    const { id, contentHash } = left.shift()!;
    const kept = find(state, id, now);
    const isOther = kept?.document.signature.exactHash !== contentHash;
    const isForeign = kept?.claim != null && kept.claim.claimant !== claimant;
    if (kept === undefined || isOther || isForeign) {
      missing.push(id);
    } else {
      confirmed.push(id);
      replaced += endWell(state, kept, now);
    }
  }
  return { confirmed, missing, left: left.length };
}

/** Returns true if a kept outcome stored a document under a claim that ended without a confirmation. */
export function hasClaimExpired(
  state: State,
  { signature, duplicateIf, claim, now }: CheckOperation,
  outcome: CheckOutcome,
): boolean {
  if (!outcome.stored || !outcome.claim || outcome.claim.expiresAt > now) return false;
  const kept = find(state, outcome.id!, now);
  if (kept === undefined) return true;
  const repeated = repeatedByVersions(state, kept.document, now);
  if (!isSame(signature, kept.document.signature, { duplicateIf, repeated })) return true;
  return kept.claim !== null && kept.claim.claimant !== claim?.claimant;
}

/** Stores a document permanently. @returns number of documents that it replaced */
export function endWell(state: State, kept: Kept, now: number): number {
  const { document, claim } = kept;
  if (claim === null) return 0;
  kept.claim = null;
  note(state, document.id);
  const newClusterId = state.lineage?.clusters.idOf(document.id) ?? null;
  const there = claim.replaces.filter(
    ({ id, exactHash }) => find(state, id, now)?.document.signature.exactHash === exactHash,
  );
  for (const { exactHash, ...match } of there) {
    const replaced = find(state, match.id, now)!.document;
    remove(state, match.id, now);
    logReplaced(state.lineage, replaced, document.id, match, now);
    const best = { ...match, id: document.id };
    if (newClusterId !== null) refuse(state, { id: match.id, best, newClusterId, now });
  }
  return there.length;
}

/** Ends a claim no later than its document. */
export function endWithDocument(kept: Kept): Claim | null {
  const end = kept.document.expiresAt ?? Number.POSITIVE_INFINITY;
  if (kept.claim !== null && kept.claim.expiresAt > end) {
    kept.claim = { ...kept.claim, expiresAt: end };
  }
  return kept.claim;
}

/** Ends expired claims, each as of its expiry: the former version is restored, or the document is removed. */
export function expireClaims(state: State, now: number): void {
  const due = [...state.documents.values()]
    .filter((kept) => kept.claim !== null && kept.claim.expiresAt <= now)
    .sort((a, b) => a.claim!.expiresAt - b.claim!.expiresAt);
  for (const { document, claim } of due) {
    const { former, expiresAt } = claim!;
    if (former === null || !isLive(former, expiresAt)) {
      remove(state, document.id, expiresAt);
      continue;
    }
    const { text, seated, ...before } = former;
    leave(state, document.id, expiresAt);
    resolve(state.lineage, document.id);
    noteGone(state.lineage, document.id);
    put(state, before, text, true, expiresAt);
    if (seated === null) continue;
    const { cluster, members } = seated;
    const updatedAt = Math.max(state.lineage?.clusters.updatedAt(cluster.id) ?? 0, expiresAt);
    const again = { cluster: { ...cluster, updatedAt }, members };
    state.lineage?.clusters.restore(again, (id) => state.documents.has(id));
  }
}
