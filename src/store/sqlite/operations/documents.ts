import { NeardupError } from '../../../errors.js';
import { keptSignature, storedSignature } from '../../../matching/match-rule.js';
import type { ConfirmOperation, ConfirmOutcome } from '../../contract/claims.js';
import {
  type AddOperation,
  type AddOutcome,
  type DeleteOperation,
  type DeleteOutcome,
  replacedMax,
} from '../../contract/documents.js';
import type { RestoreOperation } from '../../contract/successors.js';
import { distinctConfirmed } from '../../rules/claims.js';
import { nextVersion, sameContent, sameMetadata } from '../../rules/versions.js';
import type { Tables } from '../engine/tables.js';
import { type FoundDocument, keepLive } from '../tables/documents.js';
import { write } from './operation.js';

export const add = write<AddOperation, AddOutcome>({
  settle: ({ claims }, { collection, id, now }) => claims.settle(collection, [id], now),
  run: addOne,
});

function addOne(tables: Tables, { text, ...operation }: AddOperation): AddOutcome {
  const { catalog, claims, documents } = tables;
  const { store, touch } = tables.documentChanges;
  const collection = catalog.require(operation.collection);
  const signature = keptSignature(operation.signature, collection.recipe);
  const found = documents.find(collection.generation, operation.id);
  const live = keepLive(found, operation.now);
  if (
    live !== undefined &&
    sameContent(live.document.signature, signature) &&
    sameMetadata(live.document.metadata, operation.metadata)
  ) {
    if (claims.findClaim(collection, live)) claims.confirmOne(collection, live, operation.now);
    return { status: 'unchanged', document: touch(collection, live, operation, 'addition') };
  }
  const stored = storedSignature(signature, collection.recipe);
  const version = nextVersion(live?.document, { ...operation, signature: stored });
  const document = store(collection, found, version, text);
  return { status: live === undefined ? 'created' : 'replaced', document };
}

export const deleteDocuments = write<DeleteOperation, DeleteOutcome>({
  cost: ({ ids }) => 0.05 + 0.05 * ids.length,
  settle: ({ claims }, { collection, ids, now }) => claims.settle(collection, ids, now),
  run: deleteMany,
});

function deleteMany(
  tables: Tables,
  { collection: key, ids, ifRevision, now }: DeleteOperation,
): DeleteOutcome {
  const { catalog, documents, documentChanges, decisionLog } = tables;
  const collection = catalog.require(key);
  const find = (id: string) => documents.findLive(collection.generation, id, now);
  if (ifRevision !== undefined) for (const id of ids) refuseOther(find(id), ifRevision);
  const deleted: string[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const found = find(id);
    if (found === undefined) {
      missing.push(id);
      continue;
    }
    documentChanges.remove(collection, found, now);
    deleted.push(id);
  }
  decisionLog.forgetIds(collection, ids);
  return { deleted, missing };
}

function refuseOther(found: FoundDocument | undefined, ifRevision: number): void {
  if (found === undefined || found.document.revision === ifRevision) return;
  const { id, revision } = found.document;
  throw new NeardupError(
    'precondition_failed',
    `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
  );
}

/**
 * Confirms claims of a claimant, which makes the claimed documents permanent. A document without a claim counts as
 * confirmed, so the operation can be repeated. A document counts as missing if it is absent, is claimed by another
 * client, or does not have the content that the request states, for example because its claim has expired.
 * @returns the ids of confirmed and missing documents; repeated pairs of id and content hash count once. The last
 *   `left` documents were not examined and must be sent again.
 */
export const confirm = write<ConfirmOperation, ConfirmOutcome>({
  cost: (operation) => 0.05 + 0.05 * operation.documents.length,
  settle: ({ claims }, { collection, now, ...given }) =>
    claims.settle(
      collection,
      given.documents.map(({ id }) => id),
      now,
    ),
  run({ catalog, documents, claims }, { collection: key, claimant, now, ...given }) {
    const collection = catalog.require(key);
    const left = distinctConfirmed(given.documents);
    const confirmed: string[] = [];
    const missing: string[] = [];
    let replaced = 0;
    while (left.length > 0 && replaced < replacedMax) {
      const { id, contentHash } = left.shift()!;
      const found = documents.findLive(collection.generation, id, now);
      const claim = claims.findClaim(collection, found);
      const isForeign = claim !== undefined && claim.claimant !== claimant;
      if (found === undefined || isForeign || found.document.signature.exactHash !== contentHash) {
        missing.push(id);
        continue;
      }
      if (claim !== undefined) replaced += claims.confirmOne(collection, found, now);
      confirmed.push(id);
    }
    return { confirmed, missing, left: left.length };
  },
});

export const restore = write<RestoreOperation>({
  cost: ({ documents }) => 0.05 + 0.1 * documents.length,
  run({ catalog, documents, documentChanges, claims }, { collection: key, documents: given }) {
    const collection = catalog.require(key);
    for (const { text, claimed: claim, ...document } of given) {
      const found = documents.find(collection.generation, document.id);
      const signature = storedSignature(document.signature, collection.recipe);
      const version = { ...document, signature };
      documentChanges.put(collection, found, version, text, document.lastSeenAt);
      if (claim !== undefined) claims.restore(collection, document, claim);
    }
  },
});
