import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../errors.js';
import { hammingDistance } from '../../fingerprint/hamming.js';
import type { Signature } from '../../fingerprint/signature.js';
import { sameMetadata } from '../metadata.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  CollectionKey,
  DeleteOperation,
  DeleteOutcome,
  QueryOperation,
  QueryOutcome,
  StoredDocument,
} from '../store.js';
import { createBlockIndex } from './block-index.js';
import type { Catalog, Counts } from './catalog.js';
import { createDocuments } from './documents.js';
import { createMatchSearch } from './matches.js';
import type { Input, Kind, Output } from './requests.js';
import { createSweep } from './sweep.js';

export type OperationTable = { readonly [K in Kind]: (input: Input<K>) => Output<K> };

/**
 * The operations of the contract, each one synchronous function that the engine runs inside a
 * transaction. What is written is counted last, so that an operation that failed counts nothing.
 */
export function createOperations(db: Database, catalog: Catalog): OperationTable {
  const index = createBlockIndex(db);
  const documents = createDocuments(db, index);
  const findMatches = createMatchSearch(db, index);

  function add(operation: AddOperation): AddOutcome {
    const collection = catalog.require(operation.collection);
    const found = documents.find(collection, operation.id);
    const counts = noCounts();
    if (found === undefined) {
      const document = documents.insert(collection, operation, counts);
      catalog.count(collection, counts);
      return { status: 'created', document };
    }
    const { signature, metadata } = found.document;
    if (sameContent(signature, operation.signature) && sameMetadata(metadata, operation.metadata)) {
      return { status: 'unchanged', document: documents.touch(found, operation.now) };
    }
    const document = documents.replace(collection, found, operation, counts);
    catalog.count(collection, counts);
    return { status: 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, signature, metadata, store, maxDistance, limit, now } = operation;
    const collection = catalog.require(operation.collection);
    const found = id === null ? undefined : documents.find(collection, id);
    const earlier = found?.document.signature;
    const previous = earlier === undefined ? null : closeness(earlier, signature);
    if (found !== undefined && sameContent(found.document.signature, signature)) {
      if (store !== 'never') documents.touch(found, now);
      return {
        decision: 'unchanged',
        stored: false,
        created: false,
        id,
        duplicateOf: null,
        previous,
        matches: [],
        truncated: false,
      };
    }
    const search = { collection, signature, maxDistance, excluded: id, limit };
    const { matches, best, truncated } = findMatches(search);
    const decision = best !== undefined ? 'duplicate' : found === undefined ? 'new' : 'changed';
    const stored = store === 'always' || (store === 'ifNew' && decision !== 'duplicate');
    const storedId = id ?? operation.newId;
    if (stored) {
      const counts = noCounts();
      const version = { id: storedId, signature, metadata, now };
      if (found === undefined) documents.insert(collection, version, counts);
      else documents.replace(collection, found, version, counts);
      catalog.count(collection, counts);
    }
    return {
      decision,
      stored,
      created: stored && found === undefined,
      id: stored ? storedId : id,
      duplicateOf: best?.id ?? null,
      previous,
      matches,
      truncated,
    };
  }

  function query({
    collection: key,
    probe,
    maxDistance,
    limit,
  }: QueryOperation): QueryOutcome | undefined {
    const collection = catalog.require(key);
    const excluded = 'id' in probe ? probe.id : null;
    const signature =
      'id' in probe ? documents.find(collection, probe.id)?.document.signature : probe.signature;
    if (signature === undefined) return undefined;
    const search = { collection, signature, maxDistance, excluded, limit };
    const { matches, candidates, truncated } = findMatches(search);
    return { fingerprint: signature.fingerprint, matches, candidates, truncated };
  }

  function get(key: CollectionKey, ids: readonly string[]): StoredDocument[] {
    const collection = catalog.require(key);
    return ids.flatMap((id) => documents.find(collection, id)?.document ?? []);
  }

  function remove({ collection: key, ids, ifRevision }: DeleteOperation): DeleteOutcome {
    const collection = catalog.require(key);
    const counts = noCounts();
    const deleted: string[] = [];
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const found = documents.find(collection, id);
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
      documents.remove(collection, found, counts);
      deleted.push(id);
    }
    catalog.count(collection, counts);
    return { deleted, missing };
  }

  return {
    createCollection: catalog.create,
    deleteCollection: (name) => {
      catalog.remove(name);
      return undefined;
    },
    add,
    check,
    delete: remove,
    query,
    get: ({ collection, ids }) => get(collection, ids),
    list: ({ collection, after, limit }) =>
      documents.page(catalog.require(collection), after, limit),
    stats: (key) => ({
      ...catalog.counts(key && catalog.require(key)),
      bytes: fileBytes(db),
    }),
    ping: () => {
      db.pragma('schema_version');
      return undefined;
    },
    sweep: createSweep(db),
  };
}

const noCounts = (): Counts => ({ documents: 0, contents: 0, fingerprints: 0 });

function sameContent(a: Signature, b: Signature): boolean {
  return a.exactHash === b.exactHash;
}

function closeness(a: Signature, b: Signature) {
  return { distance: hammingDistance(a.fingerprint, b.fingerprint), similarity: null };
}

/** Of the database and its write-ahead log. */
function fileBytes(db: Database): number | null {
  if (db.memory) return null;
  return [db.name, `${db.name}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
