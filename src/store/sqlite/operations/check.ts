import { assert } from '../../../errors.js';
import type { Signature } from '../../../fingerprint/signature.js';
import type { Match } from '../../../matching/match.js';
import { joinsCluster, keptSignature, storedSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome } from '../../contract/documents.js';
import {
  type DecidedCheck,
  decideCheck,
  isUnchanged,
  matchesWanted,
  mayReplace,
  type SearchedMatches,
  tellsExpiry,
} from '../../rules/decide-check.js';
import { nextVersion, requestedLifetime } from '../../rules/versions.js';
import type { Tables } from '../engine/tables.js';
import { type FoundDocument, keepLive, versionOf } from '../tables/documents.js';
import { searchCost, write } from './operation.js';

export const check = write<CheckOperation, CheckOutcome>({
  // A check that replaces documents may delete up to `replacedMax` of them.
  cost: (operation) =>
    searchCost(operation.signature, operation.limit) + (mayReplace(operation) ? 2 : 0),
  writes: ({ dryRun, idempotency }) => !dryRun || idempotency !== undefined,
  // A dry run must not write, so it leaves expired claims to other operations.
  settle({ claims }, { collection, id, dryRun, now }) {
    if (id !== null && !dryRun) claims.settle(collection, [id], now);
  },
  isOver: ({ claims }, operation, outcome) => claims.hasEnded(operation, outcome),
  run: checkOne,
});

function checkOne(tables: Tables, operation: CheckOperation): CheckOutcome {
  const { catalog, documents, documentChanges, observers, claims } = tables;
  const { id, dryRun, rule, scope, duplicateIf, now } = operation;
  const collection = catalog.require(operation.collection);
  const signature = keptSignature(operation.signature, collection.recipe);
  const found = id === null ? undefined : documents.find(collection.generation, id);
  const live = keepLive(found, now);
  const decided = { collection, operation, earlier: live && versionOf(live) };
  const sites = tables.sites.ofPage(collection, id, now, scope);
  const readSites = live && sites.ofVersion(live.document);
  if (live !== undefined && isUnchanged(live.document, { signature, duplicateIf }, readSites)) {
    const renewed = operation.claim && claims.renew(collection, operation.claim, live);
    if (renewed) return renewed;
    const outcome = decideCheck(operation, signature, live.document, null, null, readSites);
    if (!dryRun) documentChanges.touch(collection, live, operation, 'check');
    observers.describe(collection, live.document.id, outcome);
    if (!dryRun) observers.notify('decided', { ...decided, outcome, best: undefined });
    return outcome;
  }
  const excluded = observers.excluded(collection, id);
  const limit = matchesWanted(operation);
  const search = { collection, signature, rule, scope, sites, excluded, limit, now };
  const searched = tables.findMatches(search, {
    duplicateIf,
    lifetimeMs: requestedLifetime(operation),
  });
  const { best } = searched;
  const { keepPerFamily } = collection;
  const outcome = decideCheck(
    operation,
    signature,
    live?.document,
    searched,
    keepPerFamily,
    readSites,
  );
  const checked = { collection, operation, signature, found, live, searched, outcome };
  if (best !== undefined && tellsExpiry(outcome)) tellExpiry(tables, checked, best);
  if (outcome.stored) store(tables, checked);
  else if (best !== undefined) refuse(tables, checked, best);
  if (dryRun) return outcome;
  const event = { ...decided, outcome, best };
  observers.notify('decided', event);
  if (outcome.decision !== 'new') observers.notify('matched', event);
  return outcome;
}

/** A check that has been decided, but whose changes are not written yet. */
interface Checked {
  readonly collection: Collection;
  readonly operation: CheckOperation;
  /** Signature with only the fields that the collection compares (`keptSignature`). */
  readonly signature: Signature;
  /** Document stored under the checked id, expired or not; undefined if there is none. */
  readonly found: FoundDocument | undefined;
  /** `found`, but undefined if the document has expired. */
  readonly live: FoundDocument | undefined;
  readonly searched: SearchedMatches;
  readonly outcome: DecidedCheck;
}

/**
 * Stores the document, and adds it to the cluster of its best match. If the check has a claim, claims the document; the
 * documents to replace then stay until the claim is confirmed. Otherwise, deletes the documents to replace.
 */
function store(tables: Tables, checked: Checked): void {
  const { documentChanges, seating, claims } = tables;
  const { collection, operation, signature, found, live, outcome } = checked;
  const { text, newId, newClusterId, now } = operation;
  const { best, matches } = checked.searched;
  const id = operation.id ?? newId;
  const isClaim = operation.claim !== null;
  const former = isClaim ? claims.findFormer(collection, live) : null;
  const stored = storedSignature(signature, collection.recipe);
  const version = nextVersion(live?.document, { ...operation, id, signature: stored });
  documentChanges.store(collection, found, version, text);
  if (best !== undefined && joinsCluster(best)) {
    outcome.cluster = seating.join(collection, { id, best, newClusterId, now });
  }
  if (isClaim) claims.claim(collection, operation, outcome, matches, former);
  else if (outcome.replaced.length > 0) replace(tables, checked);
}

/** Deletes the replaced documents, and records their ids as refused members of the checked document's cluster. */
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

/** Adds the expiry of the best match to the outcome. */
function tellExpiry(
  { documents }: Tables,
  { collection, operation, outcome }: Checked,
  best: Match,
) {
  // The crawler discards a refused page, so the page must have a stored match.
  const match = documents.findLive(collection.generation, best.id, operation.now);
  assert(match !== undefined, 'a page is refused for a document that is stored');
  const { expiresAt } = match.document;
  if (expiresAt !== null) outcome.matchExpiresAt = expiresAt;
}

/**
 * Handles a check that found a match and did not store its document: records the id as a refused member of the match's
 * cluster. Records nothing if the check is a dry run or has no id, or if a live document is stored under the id.
 */
function refuse(
  { catalog, documentChanges, seating, claims }: Tables,
  { collection, operation, found, live, outcome }: Checked,
  best: Match,
): void {
  const { id, dryRun, newClusterId, now } = operation;
  if (joinsCluster(best)) {
    if (dryRun || id === null || live !== undefined) {
      outcome.cluster = seating.findCluster(collection, best.id);
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
