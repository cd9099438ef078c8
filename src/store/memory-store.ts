import { NeardupError } from '../errors.js';
import { hammingDistance } from '../fingerprint/hamming.js';
import type { Signature } from '../fingerprint/signature.js';
import { compareMatches, compareUtf8 } from './match-order.js';
import { sameMetadata } from './metadata.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  Collection,
  CollectionKey,
  Match,
  Store,
  StoredDocument,
} from './store.js';

/** A collection and its documents by id. */
interface Shelf {
  readonly collection: Collection;
  readonly documents: Map<string, StoredDocument>;
}

/**
 * The contract of a store in the fewest words: every question is answered by looking at every
 * document. It is the oracle that the other stores are compared with, and keeps nothing on disk.
 */
export function createMemoryStore(): Store {
  const shelves = new Map<string, Shelf>();
  let generations = 0;
  let closed = false;

  function shelfOf({ name, generation }: CollectionKey): Shelf {
    if (closed) throw new NeardupError('shutting_down', 'The store is closed');
    const shelf = shelves.get(name);
    if (shelf?.collection.generation === generation) return shelf;
    throw new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);
  }

  function put({ documents }: Shelf, operation: Omit<AddOperation, 'collection'>): StoredDocument {
    const { id, signature, metadata, now } = operation;
    const earlier = documents.get(id);
    const document = {
      id,
      signature,
      metadata,
      revision: (earlier?.revision ?? 0) + 1,
      storedAt: earlier?.storedAt ?? now,
      updatedAt: now,
      lastSeenAt: now,
      seenCount: (earlier?.seenCount ?? 0) + 1,
    };
    documents.set(id, document);
    return document;
  }

  function touch({ documents }: Shelf, document: StoredDocument, now: number): StoredDocument {
    const touched = { ...document, lastSeenAt: now, seenCount: document.seenCount + 1 };
    documents.set(document.id, touched);
    return touched;
  }

  function add(operation: AddOperation): AddOutcome {
    const shelf = shelfOf(operation.collection);
    const earlier = shelf.documents.get(operation.id);
    if (
      earlier !== undefined &&
      sameContent(earlier.signature, operation.signature) &&
      sameMetadata(earlier.metadata, operation.metadata)
    ) {
      return { status: 'unchanged', document: touch(shelf, earlier, operation.now) };
    }
    const document = put(shelf, operation);
    return { status: earlier === undefined ? 'created' : 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, signature, store, maxDistance, limit, now } = operation;
    const shelf = shelfOf(operation.collection);
    const earlier = id === null ? undefined : shelf.documents.get(id);
    const previous =
      earlier === undefined
        ? null
        : {
            distance: hammingDistance(earlier.signature.fingerprint, signature.fingerprint),
            similarity: null,
          };
    if (earlier !== undefined && sameContent(earlier.signature, signature)) {
      if (store !== 'never') touch(shelf, earlier, now);
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
    const matches = matchesOf(shelf, signature, maxDistance, id);
    const decision = matches.length > 0 ? 'duplicate' : earlier === undefined ? 'new' : 'changed';
    const stored = store === 'always' || (store === 'ifNew' && decision !== 'duplicate');
    if (stored) put(shelf, { ...operation, id: id ?? operation.newId });
    return {
      decision,
      stored,
      created: stored && earlier === undefined,
      id: stored ? (id ?? operation.newId) : id,
      duplicateOf: matches[0]?.id ?? null,
      previous,
      matches: matches.slice(0, limit),
      truncated: matches.length > limit,
    };
  }

  return {
    async createCollection({ collectionsMax, now, ...given }) {
      if (shelves.has(given.name)) {
        throw new NeardupError('collection_exists', `Collection "${given.name}" exists already`);
      }
      if (shelves.size >= collectionsMax) {
        throw new NeardupError(
          'validation_failed',
          `Cannot create collection "${given.name}": there are ${collectionsMax} already`,
        );
      }
      const collection = { ...given, generation: ++generations, createdAt: now };
      shelves.set(given.name, { collection, documents: new Map() });
      return collection;
    },
    async getCollection(name) {
      return shelves.get(name)?.collection;
    },
    async listCollections() {
      return [...shelves.values()]
        .map(({ collection }) => collection)
        .sort((a, b) => compareUtf8(a.name, b.name));
    },
    async deleteCollection(name) {
      if (!shelves.delete(name)) {
        throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
      }
    },
    async add(operation) {
      return add(operation);
    },
    async check(operation) {
      return check(operation);
    },
    async query({ collection, probe, maxDistance, limit }) {
      const shelf = shelfOf(collection);
      const excluded = 'id' in probe ? probe.id : null;
      const signature = 'id' in probe ? shelf.documents.get(probe.id)?.signature : probe.signature;
      if (signature === undefined) return undefined;
      const matches = matchesOf(shelf, signature, maxDistance, excluded);
      const near = [...shelf.documents.values()].filter(
        (document) =>
          hammingDistance(document.signature.fingerprint, signature.fingerprint) <= maxDistance,
      );
      return {
        fingerprint: signature.fingerprint,
        matches: matches.slice(0, limit),
        candidates: new Set(near.map((document) => document.signature.exactHash)).size,
        truncated: matches.length > limit,
      };
    },
    async get(collection, ids) {
      const { documents } = shelfOf(collection);
      return ids.flatMap((id) => documents.get(id) ?? []);
    },
    async delete({ collection, ids, ifRevision }) {
      const { documents } = shelfOf(collection);
      const wanted = [...new Set(ids)];
      const deleted = wanted.filter((id) => documents.has(id));
      for (const id of deleted) {
        const { revision } = documents.get(id)!;
        if (ifRevision !== undefined && revision !== ifRevision) {
          throw new NeardupError(
            'precondition_failed',
            `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
          );
        }
      }
      for (const id of deleted) documents.delete(id);
      return { deleted, missing: wanted.filter((id) => !deleted.includes(id)) };
    },
    async list({ collection, after, limit }) {
      return [...shelfOf(collection).documents.values()]
        .filter(({ id }) => after === null || compareUtf8(id, after) > 0)
        .sort((a, b) => compareUtf8(a.id, b.id))
        .slice(0, limit);
    },
    async stats(key) {
      const counted = key === undefined ? [...shelves.values()] : [shelfOf(key)];
      const sum = (count: (documents: StoredDocument[]) => number) =>
        counted.reduce((total, { documents }) => total + count([...documents.values()]), 0);
      return {
        documents: sum((documents) => documents.length),
        contents: sum((documents) => new Set(documents.map(exactHashOf)).size),
        fingerprints: sum((documents) => new Set(documents.map(fingerprintKeyOf)).size),
        bytes: null,
      };
    },
    async ping() {
      if (closed) throw new NeardupError('not_ready', 'The store is closed');
    },
    async close() {
      closed = true;
    },
  };
}

function matchesOf(
  { documents }: Shelf,
  { exactHash, featureCount, fingerprint }: Signature,
  maxDistance: number,
  excluded: string | null,
): Match[] {
  const matches: Match[] = [];
  for (const { id, signature, metadata, storedAt } of documents.values()) {
    const distance = hammingDistance(signature.fingerprint, fingerprint);
    if (id === excluded || distance > maxDistance) continue;
    const exact = featureCount !== null && signature.exactHash === exactHash;
    const { fingerprint: theirs } = signature;
    matches.push({
      id,
      distance,
      similarity: null,
      exact,
      fingerprint: theirs,
      metadata,
      storedAt,
    });
  }
  return matches.sort(compareMatches);
}

function sameContent(a: Signature, b: Signature): boolean {
  return a.exactHash === b.exactHash;
}

const exactHashOf = ({ signature }: StoredDocument) => signature.exactHash;

const fingerprintKeyOf = ({ signature: { fingerprint } }: StoredDocument) =>
  `${fingerprint.high}/${fingerprint.low}`;
