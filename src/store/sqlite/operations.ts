import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../errors.js';
import { noFigures } from '../decision-counts.js';
import type { SearchEffort, StoreStats } from '../figures.js';
import { bestOf, closeness, keptSignature } from '../match-rule.js';
import { sameMetadata } from '../metadata.js';
import { atMostOnce } from '../once.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  Collection,
  CollectionKey,
  DeleteOperation,
  DeleteOutcome,
  QueryOperation,
  RestoreOperation,
  StoredDocument,
} from '../store.js';
import { isLive, nextVersion, sameContent, seenAgain } from '../versions.js';
import { createBandIndex } from './band-index.js';
import { createBlockIndex } from './block-index.js';
import { type Catalog, type Counts, noCounts } from './catalog.js';
import { createChanges } from './changes.js';
import { createContents } from './contents.js';
import { createDocuments, type FoundDocument } from './documents.js';
import { createExtractors } from './extractors.js';
import type { Gathering } from './gathering.js';
import { createKeptOutcomes } from './kept-outcomes.js';
import { createMatchSearch } from './matches.js';
import type { Input, Kind, Output } from './requests.js';
import { createSweep } from './sweep.js';

export type OperationTable = { readonly [K in Kind]: (input: Input<K>) => Output<K> };

/** Told of what operations take, for whoever measures. */
interface OperationWatch {
  searched(effort: SearchEffort): void;
  /** How many expired documents were removed. */
  expired(count: number): void;
}

/**
 * The operations of the contract, each one synchronous function that the engine runs inside a
 * transaction. What is written is counted last, so that an operation that failed counts nothing.
 */
export function createOperations(
  db: Database,
  catalog: Catalog,
  gathering: Gathering,
  told: OperationWatch,
): OperationTable {
  const documents = createDocuments(db);
  const indexes = {
    blocks: createBlockIndex(gathering.blocks),
    bands: createBandIndex(gathering.bands),
    contentsByFingerprint: gathering.contentsByFingerprint,
    contentsByHash: gathering.contentsByHash,
  };
  const contents = createContents(db, indexes, gathering);
  contents.restoreAfter(gathering.mergedUpTo, catalog.byGeneration);
  gathering.committed();
  const changes = createChanges(db);
  const outcomes = createKeptOutcomes(db);
  const once = atMostOnce(outcomes);
  const findMatches = createMatchSearch(db, indexes, catalog.hasExpiring, told.searched);

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
    const document = put(collection, found, version, text);
    return { status: live === undefined ? 'created' : 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, text, store, rule, limit, now } = operation;
    const collection = catalog.require(operation.collection);
    const signature = keptSignature(operation.signature, collection.recipe);
    const found = id === null ? undefined : documents.find(collection.generation, id);
    const live = liveOf(found, now);
    const earlier = live?.document;
    const previous = earlier === undefined ? null : closeness(earlier.signature, signature);
    if (live !== undefined && sameContent(live.document.signature, signature)) {
      if (store !== 'never') touch(collection, live, operation);
      return {
        decision: 'unchanged',
        stored: false,
        created: false,
        id,
        duplicateOf: null,
        best: null,
        cluster: null,
        previous,
        matches: [],
        truncated: false,
      };
    }
    const search = { collection, signature, rule, excluded: id, limit, now };
    const { matches, best, truncated } = findMatches(search);
    const decision = best !== undefined ? 'duplicate' : live === undefined ? 'new' : 'changed';
    const stored = store === 'always' || (store === 'ifNew' && decision !== 'duplicate');
    const storedId = id ?? operation.newId;
    if (stored) {
      const version = { ...operation, id: storedId, signature };
      put(collection, found, nextVersion(earlier, version), text);
    }
    return {
      decision,
      stored,
      created: stored && live === undefined,
      id: stored ? storedId : id,
      duplicateOf: best?.id ?? null,
      best: best === undefined ? null : bestOf(best),
      cluster: null,
      previous,
      matches,
      truncated,
    };
  }

  function query({ collection: key, probe, rule, limit, now }: QueryOperation): Output<'query'> {
    const collection = catalog.require(key);
    const excluded = 'id' in probe ? probe.id : null;
    const given =
      'id' in probe ? findLive(collection, probe.id, now)?.document.signature : probe.signature;
    if (given === undefined) return undefined;
    const signature = keptSignature(given, collection.recipe);
    const search = { collection, signature, rule, excluded, limit, now };
    const { matches, candidates, truncated } = findMatches(search);
    return { fingerprint: signature.fingerprint, matches, candidates, truncated };
  }

  function get({ collection: key, ids, now }: Input<'get'>): StoredDocument[] {
    const collection = catalog.require(key);
    return ids.flatMap((id) => findLive(collection, id, now)?.document ?? []);
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
      erase(collection, found, counts);
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
      put(collection, found, { ...document, signature }, text);
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
      erase(collection, found, counts);
      catalog.count(collection, counts);
    }
    told.expired(expired.length);
    return expired.length > 0;
  }

  function erase(collection: Collection, found: FoundDocument, counts: Counts): void {
    const { signature, expiresAt } = found.document;
    documents.delete(found.number);
    counts.documents -= 1;
    if (expiresAt !== null) counts.expiring -= 1;
    contents.release(collection, found.content, signature, counts);
  }

  /**
   * Stores a document in the place of what is found under its id, expired or not; gives it as it is
   * stored.
   */
  function put(
    collection: Collection,
    found: FoundDocument | undefined,
    given: StoredDocument,
    text: Uint8Array | null,
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
        contents.release(collection, found.content, found.document.signature, counts);
      }
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

  function noteChange(collection: Collection, id: string): void {
    const successor = catalog.successorOf(collection);
    if (successor !== undefined) changes.note(successor.generation, id);
  }

  function takeChanges({ collection, limit }: Input<'takeChanges'>): string[] {
    const successor = catalog.successorOf(catalog.require(collection));
    return successor === undefined ? [] : changes.take(successor.generation, limit);
  }

  function completeSuccessor(key: CollectionKey): Output<'completeSuccessor'> {
    const former = catalog.require(key);
    const successor = catalog.successorOf(former);
    if (successor === undefined) {
      throw new NeardupError(
        'collection_not_found',
        `Collection "${former.name}" has no successor`,
      );
    }
    if (!changes.isEmpty(successor.generation)) return undefined;
    catalog.completeSuccessor(former, successor);
    return successor;
  }

  return {
    createCollection: catalog.create,
    updateCollection: catalog.update,
    deleteCollection: nothing(catalog.remove),
    add: once(add),
    check: once(check),
    delete: once(remove),
    query,
    get,
    list: ({ collection, ...page }) => documents.page(catalog.require(collection).generation, page),
    texts: ({ collection, ids, now }) => {
      const { generation } = catalog.require(collection);
      return ids.map((id) => documents.text(generation, id, now));
    },
    beginSuccessor: catalog.beginSuccessor,
    restore,
    takeChanges,
    completeSuccessor,
    abandonSuccessor: nothing((key) => catalog.abandonSuccessor(catalog.require(key))),
    stats: (key) => ({
      ...catalog.counts(key && catalog.require(key)),
      ...noFigures(),
      ...fileBytes(db),
    }),
    extractors: createExtractors(db).names,
    ping: nothing(() => db.pragma('schema_version')),
    sweep: createSweep(db, eraseExpired, outcomes.forget),
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

/** Of the database and its write-ahead log. */
function fileBytes(db: Database): Pick<StoreStats, 'bytes' | 'walBytes'> {
  if (db.memory) return { bytes: null, walBytes: null };
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const walBytes = sizeOf(`${db.name}-wal`);
  return { bytes: sizeOf(db.name) + walBytes, walBytes };
}
