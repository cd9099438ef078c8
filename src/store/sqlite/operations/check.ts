import { assert } from '../../../errors.js';
import type { Signature } from '../../../fingerprint/signature.js';
import type { Match } from '../../../matching/match.js';
import { joins, keptSignature, storedSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome } from '../../contract/documents.js';
import {
  type DecidedCheck,
  decideCheck,
  isUnchanged,
  matchesWanted,
  mayReplace,
  type SearchedMatches,
} from '../../rules/decide-check.js';
import { nextVersion } from '../../rules/versions.js';
import type { Tables } from '../engine/tables.js';
import { type FoundDocument, liveOf } from '../tables/documents.js';
import { write } from './operation.js';

/**
 * Compares and stores in one step: of any number of concurrent checks of matching documents under different ids,
 * exactly one is `new`.
 *
 * 1. same id, same content → `unchanged`, without a search
 * 2. else the id exists → `changed`; with `onChange: keep` only if 3 does not apply
 * 3. else another document refuses it, by `duplicateIf` → `duplicate`
 * 4. else another document matches → `similar`; not stored if its family has `keepPerFamily` contents or more
 * 5. else → `new`
 *
 * Documents declared separate from this one never match. In the same step, the decision is counted and a document with
 * a match is seated in a cluster (contract/clusters.ts). With `onDuplicate: replace`, this document replaces those that
 * refuse it if it covers them. With `onCovered: replace`, it replaces those that it covers if it adds something.
 *
 * With a claim, a stored document is claimed. For the same id, content and claimant, the claim is renewed and the first
 * decision returned again; for every other client the document is `unchanged`. A kept outcome whose claim has expired
 * is not replayed, because nothing is stored: the check decides again.
 *
 * Cost: a query and, if stored, one row per table.
 * @throws `too_many_replaced` if more than `replacedMax` documents would be replaced; nothing is decided or stored
 */
export const check = write<CheckOperation, CheckOutcome>({
  // May remove a hundred documents.
  cost: (operation) => (mayReplace(operation) ? 2 : 0.05),
  writes: ({ dryRun, idempotency }) => !dryRun || idempotency !== undefined,
  // A check that stores nothing must not write, so it leaves expired claims to other operations.
  settle({ claims }, { collection, id, dryRun, now }) {
    if (id !== null && !dryRun) claims.settle(collection, [id], now);
  },
  isOver: ({ claims }, operation, outcome) => claims.hasEnded(operation, outcome),
  run: checkOne,
});

function checkOne(tables: Tables, operation: CheckOperation): CheckOutcome {
  const { catalog, documents, documentChanges, observers, claims } = tables;
  const { id, dryRun, rule, now } = operation;
  const collection = catalog.require(operation.collection);
  const signature = keptSignature(operation.signature, collection.recipe);
  const found = id === null ? undefined : documents.find(collection.generation, id);
  const live = liveOf(found, now);
  if (live !== undefined && isUnchanged(live.document, signature)) {
    const renewed = operation.claim && claims.renew(collection, operation.claim, live);
    if (renewed) return renewed;
    const outcome = decideCheck(operation, signature, live.document, null);
    if (!dryRun) documentChanges.touch(collection, live, operation);
    observers.describe(collection, live.document.id, outcome);
    if (!dryRun) observers.notify('decided', { collection, operation, outcome, best: undefined });
    return outcome;
  }
  const excluded = observers.excluded(collection, id);
  const limit = matchesWanted(operation);
  const search = { collection, signature, rule, excluded, limit, now };
  const searched = tables.findMatches(search);
  const { best } = searched;
  const { keepPerFamily } = collection;
  const outcome = decideCheck(operation, signature, live?.document, searched, keepPerFamily);
  const checked = { collection, operation, signature, found, live, searched, outcome };
  if (outcome.stored) store(tables, checked);
  else if (best !== undefined) refuse(tables, checked, best);
  if (!dryRun) observers.notify('decided', { collection, operation, outcome, best });
  return outcome;
}

/** A decided check, before its consequences are applied. */
interface Checked {
  readonly collection: Collection;
  readonly operation: CheckOperation;
  /** In the collection's format. */
  readonly signature: Signature;
  /** Document under the id, expired or not. */
  readonly found: FoundDocument | undefined;
  /** The same document unless it has expired. */
  readonly live: FoundDocument | undefined;
  readonly searched: SearchedMatches;
  readonly outcome: DecidedCheck;
}

/**
 * Stores the document, seats it in the cluster of its best match, and claims it or removes the documents that it
 * replaces.
 */
function store(tables: Tables, checked: Checked): void {
  const { documentChanges, seating, claims } = tables;
  const { collection, operation, signature, found, live, outcome } = checked;
  const { text, newId, newClusterId, now } = operation;
  const { best, matches } = checked.searched;
  const id = operation.id ?? newId;
  const isClaim = operation.claim !== null;
  const former = isClaim ? claims.formerOf(collection, live) : null;
  const stored = storedSignature(signature, collection.recipe);
  const version = nextVersion(live?.document, { ...operation, id, signature: stored });
  documentChanges.store(collection, found, version, text);
  if (best !== undefined && joins(best)) {
    outcome.cluster = seating.join(collection, { id, best, newClusterId, now });
  }
  if (isClaim) claims.claim(collection, operation, outcome, matches, former);
  else if (outcome.replaced.length > 0) replace(tables, checked);
}

/** Removes the documents that this one replaces. Its cluster records them as refused members. */
function replace(
  { documents, documentChanges, observers, seating }: Tables,
  checked: Checked,
): void {
  const { collection, operation, searched, outcome } = checked;
  const { newId, newClusterId, now } = operation;
  for (const { id, ...measured } of searched.matches) {
    if (!outcome.replaced.includes(id)) continue;
    const found = documents.find(collection.generation, id)!;
    documentChanges.remove(collection, found, now);
    const best = { ...measured, id: outcome.id ?? newId };
    seating.refuse(collection, { id, best, newClusterId, now });
    observers.notify('replaced', { collection, document: found.document, by: best, now });
  }
}

/**
 * Records the id as a refused member of the cluster of its match, unless it has a document or the check is a dry run.
 */
function refuse(
  { catalog, documents, documentChanges, seating, claims }: Tables,
  { collection, operation, found, live, outcome }: Checked,
  best: Match,
): void {
  const { id, dryRun, newClusterId, now } = operation;
  // The crawler discards a refused page, so the page that represents it must still exist.
  assert(
    documents.isPresent(collection.generation, best.id, now),
    'a page is refused for a document that is stored',
  );
  if (joins(best)) {
    if (dryRun || id === null || live !== undefined) {
      outcome.cluster = seating.clusterOf(collection, best.id);
    } else {
      if (found !== undefined && !catalog.isSuccessor(collection)) {
        documentChanges.expire(collection, found);
      }
      outcome.cluster = seating.refuse(collection, { id, best, newClusterId, now });
    }
  }
  if (catalog.hasClaims(collection))
    outcome.claim = claims.claimSummary(collection, outcome.duplicateOf);
}
