import type { Match } from '../../../matching/match.js';
import { joins, keptSignature, storedSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome } from '../../contract/documents.js';
import { decideCheck, isUnchanged, matchesWanted, mayReplace } from '../../rules/decide-check.js';
import { nextVersion, sameContent } from '../../rules/versions.js';
import type { Tables } from '../engine/tables.js';
import { noCounts } from '../tables/collection-counts.js';
import { type FoundDocument, liveOf } from '../tables/documents.js';
import { write } from './operation.js';

/**
 * Compares and stores in one step: of any number of concurrent checks of matching documents
 * under different ids, exactly one is `new`.
 *
 * 1. same id, same content → `unchanged`; no search is made
 * 2. else the id exists → `changed`; with `onChange: keep` only if 3 does not hold
 * 3. else a match among the other documents that refuses, by `duplicateIf` → `duplicate`
 * 4. else a match → `similar`; not stored if its family has `keepPerFamily` contents or more
 * 5. else → `new`
 *
 * A document that was declared separate from this one is no match. Decisions are counted, and a document with
 * a match takes its seat in a cluster (contract/clusters.ts), in the same step. With `onDuplicate:
 * replace` the documents that refuse this one are deleted if it covers them, with `onCovered: replace` those that
 * it covers where it adds something, and this one is stored, in the same step.
 *
 * With a claim, a document that is stored is claimed. For the same id and content, a claim of the same claimant is
 * renewed, and its first decision returned again; for every other client it is `unchanged`. A kept outcome whose claim
 * has lapsed is not returned again, as nothing is stored: the check decides again.
 *
 * Cost: a query, and on storing one row per table.
 * @throws `too_many_replaced` if more than `replacedMax` documents were to be replaced; nothing is decided
 *   or stored
 */
export const check = write<CheckOperation, CheckOutcome>({
  // It may remove a hundred documents.
  cost: (operation) => (mayReplace(operation) ? 2 : 0.05),
  writes: ({ dryRun, idempotency }) => !dryRun || idempotency !== undefined,
  // A check that stores nothing writes nothing, so it leaves claims that are due to others.
  settle({ claimed }, { collection, id, dryRun, now }) {
    if (id !== null && !dryRun) claimed.settle(collection, [id], now);
  },
  run: (tables, operation) =>
    tables.idempotency(
      operation,
      () => checkOne(tables, operation),
      (outcome) => hasLapsed(tables, operation, outcome),
    ),
});

/** Tests if the claim of a kept outcome ended, and the document that it stored is not there. */
function hasLapsed(
  { catalog, documents, claimed }: Tables,
  { collection: key, signature, claim, now }: CheckOperation,
  { stored, id, claim: kept }: CheckOutcome,
): boolean {
  if (!stored || id === null || kept == null || kept.expiresAt > now) return false;
  const collection = catalog.byGeneration(key.generation);
  if (collection === undefined) return false;
  const live = documents.findLive(collection.generation, id, now);
  if (live === undefined || !sameContent(live.document.signature, signature)) return true;
  const current = claimed.claimOf(collection, live);
  return (
    current !== undefined && (current.expiresAt <= now || current.claimant !== claim?.claimant)
  );
}

function checkOne(tables: Tables, operation: CheckOperation): CheckOutcome {
  const { catalog, documents, claimed, seating } = tables;
  const { put, touch } = tables.documentChanges;
  const { id, text, dryRun, rule, now } = operation;
  const collection = catalog.require(operation.collection);
  const limit = matchesWanted(operation);
  const signature = keptSignature(operation.signature, collection.recipe);
  const found = id === null ? undefined : documents.find(collection.generation, id);
  const live = liveOf(found, now);
  if (live !== undefined && isUnchanged(live.document, signature)) {
    const renewed = claimed.renew(collection, operation, live);
    if (renewed !== undefined) return renewed;
    const outcome = decideCheck(operation, signature, live.document, null);
    outcome.cluster = seating.clusterOf(collection, live.document.id);
    if (!dryRun) {
      touch(collection, live, operation);
      seating.count(collection, outcome, now);
    }
    outcome.claim = claimed.toldOf(collection, live.document.id);
    return outcome;
  }
  const excluded = seating.excludedFor(collection, id);
  const search = { collection, signature, rule, excluded, limit, now };
  const { matches, best, truncated, familySize } = tables.findMatches(search);
  const searched = { matches, best, truncated, family: familySize };
  const earlier = live?.document;
  const { keepPerFamily } = collection;
  const outcome = decideCheck(operation, signature, earlier, searched, keepPerFamily);
  const former =
    outcome.stored && operation.claim !== null ? claimed.formerOf(collection, live) : null;
  if (outcome.stored) {
    const stored = storedSignature(signature, collection.recipe);
    const version = { ...operation, id: id ?? operation.newId, signature: stored };
    put(collection, found, nextVersion(earlier, version), text, live !== undefined);
  }
  if (searched.best !== undefined && joins(searched.best)) {
    outcome.cluster = seat(tables, collection, operation, searched.best, found, outcome.stored);
  }
  if (outcome.stored && operation.claim !== null) {
    claimed.claim(collection, operation, outcome, searched.matches, former);
  } else if (outcome.stored && outcome.replaced.length > 0) {
    replace(tables, collection, operation, outcome, searched.matches);
  }
  if (!outcome.stored) outcome.claim = claimed.toldOf(collection, outcome.duplicateOf);
  if (!dryRun) seating.count(collection, outcome, now);
  return outcome;
}

/** Returns the cluster of a document with a match, which takes its seat there if it is stored, or refused permanently. */
function seat(
  { catalog, documentChanges, seating }: Tables,
  collection: Collection,
  { id, newId, dryRun, newClusterId, now }: CheckOperation,
  best: Match,
  found: FoundDocument | undefined,
  stored: boolean,
): string | null {
  const joining = { best, newClusterId, now };
  if (stored) return seating.join(collection, { ...joining, id: id ?? newId, stored });
  if (dryRun || id === null || liveOf(found, now) !== undefined) {
    return seating.clusterOf(collection, best.id);
  }
  if (found !== undefined && !catalog.isSuccessor(collection)) {
    const counts = noCounts();
    documentChanges.erase(collection, found, counts, now);
    catalog.count(collection, counts);
  }
  return seating.refuse(collection, { ...joining, id });
}

/** Removes the documents that this one replaces; its cluster records them as refused members. */
function replace(
  { documents, documentChanges, seating }: Tables,
  collection: Collection,
  { newId, newClusterId, now }: CheckOperation,
  { id: by, replaced }: CheckOutcome,
  matches: readonly Match[],
): void {
  for (const { id, ...measured } of matches.filter((match) => replaced.includes(match.id))) {
    documentChanges.remove(collection, documents.find(collection.generation, id)!, now);
    const best = { ...measured, id: by ?? newId };
    seating.refuse(collection, { id, best, newClusterId, now });
  }
}
