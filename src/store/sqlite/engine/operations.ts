import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { Match } from '../../../matching/match.js';
import { keptSignature } from '../../../matching/match-rule.js';
import type { DocumentWithCluster } from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
  QueryOperation,
  StoredDocument,
} from '../../contract/documents.js';
import type { SearchEffort } from '../../contract/statistics.js';
import type { RestoreOperation } from '../../contract/successors.js';
import { decideCheck, isUnchanged } from '../../rules/decide-check.js';
import { idempotent } from '../../rules/idempotency.js';
import { sameMetadata } from '../../rules/metadata.js';
import { documentBytes, pageOf } from '../../rules/reply-bytes.js';
import { isLive, nextVersion, sameContent, seenAgain } from '../../rules/versions.js';
import { fileBytes } from '../file/file-bytes.js';
import type { Input, Kind, Output } from '../requests.js';
import { createBandIndex } from '../search/band-index.js';
import { createBlockIndex } from '../search/block-index.js';
import { createContentChanges } from '../search/content-changes.js';
import { createMatchSearch } from '../search/matches.js';
import { Suspended, type Suspensions } from '../search/suspensions.js';
import type { Catalog } from '../tables/catalog.js';
import { type Counts, noCounts } from '../tables/collection-counts.js';
import { createContents } from '../tables/contents.js';
import type { DecisionTable } from '../tables/decisions.js';
import { createDocuments, type FoundDocument } from '../tables/documents.js';
import { createExtractors } from '../tables/extractors.js';
import { createIdempotencyRecords } from '../tables/idempotency-records.js';
import { createSeating } from '../tables/lineage-records.js';
import { createSuccessors } from '../tables/successors.js';
import type { WriteBuffer } from '../write-buffer/write-buffer.js';
import { restoreContents } from './restore-contents.js';
import { createSweep } from './sweep.js';

export type OperationTable = {
  readonly [K in Kind]: (input: Input<K>) => Output<K> | Suspended;
};

/** Told of what operations take, for whoever measures. */
interface OperationWatch {
  searched(effort: SearchEffort): void;
  /** How many expired documents were removed. */
  expired(count: number): void;
}

/**
 * The operations of the contract, each one synchronous function that the engine runs inside a
 * transaction. What one that failed has written is undone, on disk and in memory.
 */
export function createOperations(
  db: Database,
  catalog: Catalog,
  writeBuffer: WriteBuffer,
  decisions: DecisionTable,
  suspensions: Suspensions,
  told: OperationWatch,
): OperationTable {
  const documents = createDocuments(db);
  const indexes = {
    blocks: createBlockIndex(writeBuffer.blocks),
    bands: createBandIndex(writeBuffer.bands),
    contentsByFingerprint: writeBuffer.contentsByFingerprint,
    contentsByHash: writeBuffer.contentsByHash,
  };
  const contents = createContents(db, indexes, writeBuffer);
  restoreContents(db, indexes, writeBuffer.movedUpTo, catalog.byGeneration);
  writeBuffer.restored();
  const seating = createSeating(db, catalog, decisions);
  const successors = createSuccessors(db, catalog, seating.noteReseated);
  const { noteChange } = successors;
  const outcomes = createIdempotencyRecords(db);
  const idempotency = idempotent(outcomes);
  const changes = createContentChanges();
  const findMatches = createMatchSearch(
    db,
    indexes,
    catalog.mayHoldGone,
    changes,
    suspensions,
    ({ generation }) => catalog.byGeneration(generation) !== undefined,
    told.searched,
  );

  function add({ text, ...operation }: AddOperation): AddOutcome {
    const collection = catalog.require(operation.collection);
    const signature = keptSignature(operation.signature, collection.recipe);
    const found = documents.find(collection.generation, operation.id);
    const live = liveOf(found, operation.now);
    if (
      live !== undefined &&
      sameContent(live.document.signature, signature) &&
      sameMetadata(live.document.metadata, operation.metadata)
    ) {
      return { status: 'unchanged', document: touch(collection, live, operation) };
    }
    const version = nextVersion(live?.document, { ...operation, signature });
    const document = put(collection, found, version, text, live !== undefined);
    return { status: live === undefined ? 'created' : 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, text, store, rule, limit, now } = operation;
    const collection = catalog.require(operation.collection);
    const signature = keptSignature(operation.signature, collection.recipe);
    const found = id === null ? undefined : documents.find(collection.generation, id);
    const live = liveOf(found, now);
    if (live !== undefined && isUnchanged(live.document, signature)) {
      const outcome = decideCheck(operation, signature, live.document, null);
      outcome.cluster = seating.clusterOf(collection, live.document.id);
      if (store !== 'never') {
        touch(collection, live, operation);
        seating.count(collection, outcome, now);
      }
      return outcome;
    }
    const excluded = seating.excludedFor(collection, id);
    const search = { collection, signature, rule, excluded, limit, now, mayBePartial: false };
    const searched = findMatches(search);
    const earlier = live?.document;
    const outcome = decideCheck(operation, signature, earlier, searched);
    if (outcome.stored) {
      const version = { ...operation, id: id ?? operation.newId, signature };
      put(collection, found, nextVersion(earlier, version), text, live !== undefined);
    }
    if (searched.best !== undefined) {
      outcome.cluster = seat(collection, operation, searched.best, found, outcome.stored);
    }
    if (store !== 'never') seating.count(collection, outcome, now);
    return outcome;
  }

  /** The cluster of a duplicate, which takes its seat there if it is stored, or refused for good. */
  function seat(
    collection: Collection,
    { id, newId, store, newClusterId, now }: CheckOperation,
    best: Match,
    found: FoundDocument | undefined,
    stored: boolean,
  ): string | null {
    const joining = { best, newClusterId, now };
    if (stored) return seating.join(collection, { ...joining, id: id ?? newId, stored });
    if (store === 'never' || id === null || liveOf(found, now) !== undefined) {
      return seating.clusterOf(collection, best.id);
    }
    if (found !== undefined && !catalog.isSuccessor(collection)) {
      const counts = noCounts();
      erase(collection, found, counts, now);
      catalog.count(collection, counts);
    }
    return seating.refuse(collection, { ...joining, id });
  }

  function query({ collection: key, probe, rule, limit, now }: QueryOperation): Output<'query'> {
    const collection = catalog.require(key);
    const excluded = 'id' in probe ? [probe.id] : [];
    const given =
      'id' in probe ? findLive(collection, probe.id, now)?.document.signature : probe.signature;
    if (given === undefined) return undefined;
    const signature = keptSignature(given, collection.recipe);
    const search = { collection, signature, rule, excluded, limit, now, mayBePartial: true };
    const { matches, candidates, truncated } = findMatches(search);
    return { fingerprint: signature.fingerprint, matches, candidates, truncated };
  }

  function get({ collection: key, ids, now }: Input<'get'>): DocumentWithCluster[] {
    const collection = catalog.require(key);
    return pageOf(present(collection, ids, now), ids.length, documentBytes);
  }

  function* present(
    collection: Collection,
    ids: readonly string[],
    now: number,
  ): Generator<DocumentWithCluster> {
    for (const id of ids) {
      const found = findLive(collection, id, now);
      if (found !== undefined) yield seating.seated(collection, found.document);
    }
  }

  function list({ collection: key, ...page }: Input<'list'>): DocumentWithCluster[] {
    const collection = catalog.require(key);
    const documentsOfPage = documents.page(collection.generation, page);
    return documentsOfPage.map((document) => seating.seated(collection, document));
  }

  function remove({ collection: key, ids, ifRevision, now }: DeleteOperation): DeleteOutcome {
    const collection = catalog.require(key);
    const counts = noCounts();
    const deleted: string[] = [];
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const found = findLive(collection, id, now);
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
    for (const { text, ...document } of given) {
      const found = documents.find(collection.generation, document.id);
      const signature = keptSignature(document.signature, collection.recipe);
      put(collection, found, { ...document, signature }, text, found !== undefined);
    }
  }

  /** Removes what expired first, without a note of change: in a successor it has expired, too. */
  function eraseExpired(now: number, limit: number): boolean {
    const expired = documents.expired(now, limit);
    for (const found of expired) {
      const collection = catalog.byGeneration(found.generation);
      if (collection === undefined) {
        documents.delete(found.number);
        continue;
      }
      const counts = noCounts();
      erase(collection, found, counts, now);
      catalog.count(collection, counts);
    }
    told.expired(expired.length);
    return expired.length > 0;
  }

  function erase(collection: Collection, found: FoundDocument, counts: Counts, now: number): void {
    const { id, expiresAt } = found.document;
    documents.delete(found.number);
    changes.note(collection.generation, found.content);
    counts.documents -= 1;
    if (expiresAt !== null) counts.expiring -= 1;
    contents.release(found.content, counts);
    seating.leave(collection, id, now);
  }

  /**
   * Stores a document in the place of what is found under its id, expired or not; gives it as it is
   * stored.
   * @param live whether what is found is present; its seat is kept as long as its content is
   */
  function put(
    collection: Collection,
    found: FoundDocument | undefined,
    given: StoredDocument,
    text: Uint8Array | null,
    live: boolean,
  ): StoredDocument {
    const counts = noCounts();
    const kept = contents.keep(collection, given, text, counts);
    const content = kept.number;
    const document = { ...given, extractor: kept.extractor };
    if (document.expiresAt !== null) counts.expiring += 1;
    if (found === undefined) {
      documents.insert(collection.generation, content, document);
      counts.documents += 1;
    } else {
      documents.replace(found.number, content, document);
      if (found.document.expiresAt !== null) counts.expiring -= 1;
      if (content !== found.content) {
        changes.note(collection.generation, found.content);
        contents.release(found.content, counts);
      }
    }
    changes.note(collection.generation, content);
    if (!live || content !== found?.content) {
      seating.leave(collection, document.id, document.lastSeenAt);
    }
    noteChange(collection, document.id);
    catalog.count(collection, counts);
    return document;
  }

  function touch(
    collection: Collection,
    found: FoundDocument,
    operation: Pick<AddOperation, 'expiresAt' | 'now'>,
  ): StoredDocument {
    const document = seenAgain(found.document, operation);
    documents.touch(found.number, document);
    changes.note(collection.generation, found.content);
    if (document.expiresAt !== null && found.document.expiresAt === null) {
      catalog.count(collection, { ...noCounts(), expiring: 1 });
    }
    noteChange(collection, document.id);
    return document;
  }

  function findLive(
    { generation }: Collection,
    id: string,
    now: number,
  ): FoundDocument | undefined {
    return liveOf(documents.find(generation, id), now);
  }

  return {
    createCollection: catalog.create,
    updateCollection: catalog.update,
    deleteCollection: nothing(catalog.remove),
    add: idempotency(add),
    check: suspendable(idempotency(check)),
    delete: idempotency(remove),
    query: suspendable(query),
    get,
    list,
    texts: ({ collection, ids, now }) => {
      const { generation } = catalog.require(collection);
      return ids.map((id) => documents.text(generation, id, now));
    },
    getArchived: ({ collection: key, ids, now }) => {
      const collection = catalog.require(key);
      return ids.flatMap((id) => {
        const found = findLive(collection, id, now);
        return found === undefined
          ? []
          : [{ ...found.document, text: documents.textOf(found.content) }];
      });
    },
    restore,
    ...successors.operations,
    ...seating.operations,
    abandonSuccessor: nothing((key) => catalog.abandonSuccessor(catalog.require(key))),
    stats: (key) => ({
      ...catalog.counts(key && catalog.require(key)),
      ...seating.statistics(key),
      ...fileBytes(db),
    }),
    extractors: createExtractors(db).names,
    ping: nothing(() => db.pragma('schema_version')),
    sweep: createSweep(db, {
      firstExpiry: documents.firstExpiry,
      releasedContents: catalog.released,
      eraseExpired,
      removeReleased: (limit) =>
        contents.removeReleased(limit, catalog.byGeneration, catalog.count) > 0,
      reseat: seating.reseat,
      removeRefused: seating.removeRefused,
      forgetOutcomes: outcomes.forget,
    }),
  };
}

/** Takes what an operation is put off with, before it has written anything, for what it gives. */
function suspendable<I, O>(operate: (input: I) => O): (input: I) => O | Suspended {
  return (input) => {
    try {
      return operate(input);
    } catch (error) {
      if (error instanceof Suspended) return error;
      throw error;
    }
  };
}

/** A function that answers nothing that could be sent to another thread. */
function nothing<T>(run: (input: T) => unknown): (input: T) => undefined {
  return (input) => {
    run(input);
    return undefined;
  };
}

function liveOf(found: FoundDocument | undefined, now: number): FoundDocument | undefined {
  return found !== undefined && isLive(found.document, now) ? found : undefined;
}
