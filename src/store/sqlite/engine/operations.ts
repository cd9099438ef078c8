import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { Match } from '../../../matching/match.js';
import { joins, keptSignature, storedSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
} from '../../contract/documents.js';
import type { SearchEffort } from '../../contract/statistics.js';
import type { RestoreOperation } from '../../contract/successors.js';
import { decideCheck, isUnchanged, matchesWanted } from '../../rules/decide-check.js';
import { idempotent } from '../../rules/idempotency.js';
import { sameMetadata } from '../../rules/metadata.js';
import { nextVersion, sameContent } from '../../rules/versions.js';
import { fileBytes } from '../file/file-bytes.js';
import type { Input, Kind, Output } from '../requests.js';
import { createBandIndex } from '../search/band-index.js';
import { createBlockIndex } from '../search/block-index.js';
import { createContentCache } from '../search/content-cache.js';
import { createMatchSearch } from '../search/matches.js';
import { createPartIndex } from '../search/part-index.js';
import type { Catalog } from '../tables/catalog.js';
import type { Claims } from '../tables/claims.js';
import { noCounts } from '../tables/collection-counts.js';
import { createContents } from '../tables/contents.js';
import type { DecisionTable } from '../tables/decisions.js';
import type { DocumentIds } from '../tables/document-ids.js';
import { createDocuments, type FoundDocument, liveOf } from '../tables/documents.js';
import { createExtractors } from '../tables/extractors.js';
import { createIdempotencyRecords } from '../tables/idempotency-records.js';
import { createSeating } from '../tables/lineage-records.js';
import { createNewestDocuments } from '../tables/newest-documents.js';
import { createSuccessors } from '../tables/successors.js';
import type { WriteBuffer } from '../write-buffer/write-buffer.js';
import { createClaimedDocuments } from './claimed-documents.js';
import type { Clock } from './clock.js';
import { createDocumentChanges } from './document-changes.js';
import { createDocumentReads } from './document-reads.js';
import { createFoundMatches } from './found-matches.js';
import { restoreContents } from './restore-contents.js';
import { createSweep } from './sweep.js';

export type OperationTable = {
  readonly [K in Kind]: (input: Input<K>) => Output<K>;
};

/** Told what operations cost, for measurements. */
interface OperationWatch {
  searched(effort: SearchEffort): void;
  /** How many expired documents were removed. */
  expired(count: number): void;
}

/**
 * The operations of the contract, each one synchronous function that the engine runs inside a
 * transaction. The writes of a failed operation are undone, on disk and in memory.
 */
export function createOperations(
  db: Database,
  catalog: Catalog,
  writeBuffer: WriteBuffer,
  ids: DocumentIds,
  decisions: DecisionTable,
  claims: Claims,
  told: OperationWatch,
  clock: Clock,
) {
  const documents = createDocuments(db, ids);
  const indexes = {
    blocks: createBlockIndex(writeBuffer.blocks),
    bands: createBandIndex(writeBuffer.bands),
    contentsByFingerprint: writeBuffer.contentsByFingerprint,
    contentsByHash: writeBuffer.contentsByHash,
    parts: createPartIndex(writeBuffer.parts),
  };
  const cache = createContentCache(db);
  const contents = createContents(db, indexes, writeBuffer, cache.forget);
  restoreContents(db, indexes, writeBuffer.movedUpTo, catalog.byGeneration);
  writeBuffer.restored();
  const seating = createSeating(db, catalog, documents, decisions);
  const successors = createSuccessors(db, catalog, seating.noteReseated);
  const { noteChange } = successors;
  const outcomes = createIdempotencyRecords(db);
  const idempotency = idempotent(outcomes);
  const findMatches = createMatchSearch(db, indexes, cache, catalog.mayHoldGone, told.searched);
  const documentChanges = createDocumentChanges({
    catalog,
    documents,
    contents,
    claims,
    seating,
    noteChange,
  });
  const { put, touch, erase, remove: removeOne } = documentChanges;
  const claimed = createClaimedDocuments({
    ...{ catalog, documents, claims, seating, noteChange },
    changes: documentChanges,
  });
  const newest = createNewestDocuments(db, ids, documents.byNumber);
  const reads = createDocumentReads({
    ...{ catalog, documents, newest, findMatches, parts: indexes.parts, claimed },
  });

  const foundMatches = createFoundMatches({
    ...{ catalog, documents, seating, claimOf: claimed.claimOf },
    remove: removeOne,
  });

  function add({ text, ...operation }: AddOperation): AddOutcome {
    const collection = catalog.require(operation.collection);
    const signature = keptSignature(operation.signature, collection.recipe);
    const found = claimed.findSettled(collection, operation.id, operation.now);
    const live = liveOf(found, operation.now);
    if (
      live !== undefined &&
      sameContent(live.document.signature, signature) &&
      sameMetadata(live.document.metadata, operation.metadata)
    ) {
      if (claimed.claimOf(collection, live)) claimed.confirmOne(collection, live, operation.now);
      return { status: 'unchanged', document: touch(collection, live, operation) };
    }
    const stored = storedSignature(signature, collection.recipe);
    const version = nextVersion(live?.document, { ...operation, signature: stored });
    const document = put(collection, found, version, text, live !== undefined);
    return { status: live === undefined ? 'created' : 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, text, dryRun, rule, now } = operation;
    const collection = catalog.require(operation.collection);
    const limit = matchesWanted(operation);
    const signature = keptSignature(operation.signature, collection.recipe);
    const found = id === null ? undefined : findForCheck(collection, operation, id);
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
    const { matches, best, truncated, familySize } = findMatches(search);
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
      outcome.cluster = seat(collection, operation, searched.best, found, outcome.stored);
    }
    if (outcome.stored && operation.claim !== null) {
      claimed.claim(collection, operation, outcome, searched.matches, former);
    } else if (outcome.stored && outcome.replaced.length > 0) {
      replace(collection, operation, outcome, searched.matches);
    }
    if (!outcome.stored) outcome.claim = claimed.toldOf(collection, outcome.duplicateOf);
    if (!dryRun) seating.count(collection, outcome, now);
    return outcome;
  }

  /** A check that stores nothing writes nothing, so it leaves claims that are due to others. */
  function findForCheck(
    collection: Collection,
    { dryRun, now }: CheckOperation,
    id: string,
  ): FoundDocument | undefined {
    return dryRun
      ? documents.find(collection.generation, id)
      : claimed.findSettled(collection, id, now);
  }

  /** The cluster of a duplicate, which takes its seat there if it is stored, or refused for good. */
  function seat(
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
      erase(collection, found, counts, now);
      catalog.count(collection, counts);
    }
    return seating.refuse(collection, { ...joining, id });
  }

  /** Removes the documents whose place another one takes; its cluster remembers them as refused ids. */
  function replace(
    collection: Collection,
    { newId, newClusterId, now }: CheckOperation,
    { id: by, replaced }: CheckOutcome,
    matches: readonly Match[],
  ): void {
    for (const { id, ...measured } of matches.filter((match) => replaced.includes(match.id))) {
      removeOne(collection, documents.find(collection.generation, id)!, now);
      const best = { ...measured, id: by ?? newId };
      seating.refuse(collection, { id, best, newClusterId, now });
    }
  }

  function remove({ collection: key, ids, ifRevision, now }: DeleteOperation): DeleteOutcome {
    const collection = catalog.require(key);
    const counts = noCounts();
    const deleted: string[] = [];
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const found = liveOf(claimed.findSettled(collection, id, now), now);
      if (found === undefined) {
        missing.push(id);
        continue;
      }
      const { revision } = found.document;
      if (ifRevision !== undefined && revision !== ifRevision) {
        throw new NeardupError(
          'precondition_failed',
          `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
        );
      }
      erase(collection, found, counts, now);
      noteChange(collection, id);
      deleted.push(id);
    }
    catalog.count(collection, counts);
    return { deleted, missing };
  }

  function restore({ collection: key, documents: given }: RestoreOperation): undefined {
    const collection = catalog.require(key);
    for (const { text, claimed: claim, ...document } of given) {
      const found = documents.find(collection.generation, document.id);
      const signature = storedSignature(document.signature, collection.recipe);
      put(collection, found, { ...document, signature }, text, found !== undefined);
      if (claim !== undefined) claimed.restore(collection, document, claim);
    }
  }

  /** Removes an expired document first, without a note of change: it expired in a successor, too. */
  function eraseExpired(now: number, limit: number): boolean {
    const expired = documents.expired(now, limit);
    for (const found of expired) {
      const collection = catalog.byGeneration(found.generation);
      if (collection === undefined) {
        documents.delete(found.generation, found);
        claims.remove(found.number);
        contents.removeWithCollection(found.content);
        continue;
      }
      if (claimed.claimOf(collection, found)) {
        claimed.end(collection, found, now);
        continue;
      }
      const counts = noCounts();
      erase(collection, found, counts, now);
      catalog.count(collection, counts);
    }
    told.expired(expired.length);
    return expired.length > 0;
  }

  const sweep = createSweep(db, clock, {
    firstExpiry: documents.firstExpiry,
    releasedContents: catalog.released,
    eraseExpired,
    removeReleased: (limit) =>
      contents.removeReleased(limit, catalog.byGeneration, catalog.count) > 0,
    reseat: seating.reseat,
    removeRefused: seating.removeRefused,
    forgetOutcomes: outcomes.forget,
    eraseDeleted(generation, after, limits) {
      const { contents: swept, last } = documents.deleteSome(generation, after, limits);
      for (const content of swept) contents.removeWithCollection(content);
      return last;
    },
    shrink() {
      const isShrinking = writeBuffer.shrink();
      return ids.shrink() || isShrinking;
    },
  });

  const table: OperationTable = {
    createCollection: catalog.create,
    updateCollection: catalog.update,
    deleteCollection: nothing(catalog.remove),
    add: idempotency(add),
    check: idempotency(check),
    delete: idempotency(remove),
    query: reads.query,
    get: reads.get,
    list: reads.list,
    newest: reads.newest,
    texts: reads.texts,
    getArchived: reads.getArchived,
    restore,
    confirm: claimed.confirm,
    ...foundMatches,
    ...successors.operations,
    ...seating.operations,
    abandonSuccessor: nothing((key) => catalog.abandonSuccessor(catalog.require(key))),
    stats: (key) => ({
      ...catalog.counts(key && catalog.require(key)),
      ...seating.statistics(key),
      ...fileBytes(db),
    }),
    statsOfEach: (keys) =>
      keys.map(({ generation }) => {
        const collection = catalog.byGeneration(generation);
        if (collection === undefined) return null;
        const { documents: count, contents: distinct } = catalog.counts(collection);
        return { documents: count, contents: distinct, ...seating.decided(collection) };
      }),
    extractors: createExtractors(db).names,
    ping: nothing(() => db.pragma('schema_version')),
    sweep: sweep.step,
  };
  return { table, lapse: claimed.lapse, sweep };
}

/** A function whose result cannot be sent to another thread. */
function nothing<T>(run: (input: T) => unknown): (input: T) => undefined {
  return (input) => {
    run(input);
    return undefined;
  };
}
