import { NeardupError } from '../errors.js';
import { compareUtf8 } from './match-order.js';
import { closeness, keptSignature } from './match-rule.js';
import { compareWithAll } from './memory-matches.js';
import { createKeptOutcomes } from './memory-outcomes.js';
import { sameMetadata } from './metadata.js';
import { atMostOnce } from './once.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  Collection,
  CollectionKey,
  DeleteOperation,
  DeleteOutcome,
  Store,
  StoredDocument,
} from './store.js';
import { isLive, nextVersion, sameContent, seenAgain } from './versions.js';

/** A collection and what it holds. */
interface Shelf {
  collection: Collection;
  /** By id; expired ones among them, until they are swept or another takes their place. */
  readonly documents: Map<string, StoredDocument>;
  /** What is kept once a content, by exact hash. */
  readonly contents: Map<string, KeptContent>;
  /** Of the whole store. */
  readonly extractors: Set<string>;
  /** The one that is built to replace this one, with the ids that changed since. */
  successor: { readonly shelf: Shelf; readonly changed: Set<string> } | null;
}

interface KeptContent {
  text: Uint8Array | null;
  readonly extractor: string | null;
}

/**
 * The contract of a store in the fewest words: every question is answered by looking at every
 * document. It is the oracle that the other stores are compared with, and keeps nothing on disk.
 */
export function createMemoryStore(): Store {
  const shelves = new Map<string, Shelf>();
  const extractors = new Set<string>();
  const outcomes = createKeptOutcomes();
  const once = atMostOnce(outcomes);
  let generations = 0;
  let closed = false;

  /** The shelf of a collection or of a successor. @throws `collection_not_found` */
  function shelfOf({ name, generation }: CollectionKey): Shelf {
    if (closed) throw new NeardupError('shutting_down', 'The store is closed');
    const named = shelves.get(name);
    for (const shelf of [named, named?.successor?.shelf]) {
      if (shelf?.collection.generation === generation) return shelf;
    }
    throw new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);
  }

  function add({ text, ...operation }: AddOperation): AddOutcome {
    const shelf = shelfOf(operation.collection);
    const signature = keptSignature(operation.signature, shelf.collection.recipe);
    const earlier = liveDocument(shelf, operation.id, operation.now);
    if (
      earlier !== undefined &&
      sameContent(earlier.signature, signature) &&
      sameMetadata(earlier.metadata, operation.metadata)
    ) {
      const document = put(shelf, seenAgain(earlier, operation), null);
      return { status: 'unchanged', document };
    }
    const document = put(shelf, nextVersion(earlier, { ...operation, signature }), text);
    return { status: earlier === undefined ? 'created' : 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, text, store, rule, limit, now } = operation;
    const shelf = shelfOf(operation.collection);
    const { recipe } = shelf.collection;
    const signature = keptSignature(operation.signature, recipe);
    const earlier = id === null ? undefined : liveDocument(shelf, id, now);
    const previous = earlier === undefined ? null : closeness(earlier.signature, signature);
    if (earlier !== undefined && sameContent(earlier.signature, signature)) {
      if (store !== 'never') put(shelf, seenAgain(earlier, operation), null);
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
    const { matches } = compareWithAll(liveDocuments(shelf, now), signature, recipe, rule, id);
    const decision = matches.length > 0 ? 'duplicate' : earlier === undefined ? 'new' : 'changed';
    const stored = store === 'always' || (store === 'ifNew' && decision !== 'duplicate');
    const storedId = id ?? operation.newId;
    if (stored) {
      put(shelf, nextVersion(earlier, { ...operation, signature, id: storedId }), text);
    }
    return {
      decision,
      stored,
      created: stored && earlier === undefined,
      id: stored ? storedId : id,
      duplicateOf: matches[0]?.id ?? null,
      previous,
      matches: matches.slice(0, limit),
      truncated: matches.length > limit,
    };
  }

  function deleteMany({ collection, ids, ifRevision, now }: DeleteOperation): DeleteOutcome {
    const shelf = shelfOf(collection);
    const wanted = [...new Set(ids)];
    const deleted = wanted.filter((id) => liveDocument(shelf, id, now) !== undefined);
    for (const id of deleted) {
      const { revision } = shelf.documents.get(id)!;
      if (ifRevision !== undefined && revision !== ifRevision) {
        throw new NeardupError(
          'precondition_failed',
          `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
        );
      }
    }
    for (const id of deleted) {
      remove(shelf, id);
      shelf.successor?.changed.add(id);
    }
    return { deleted, missing: wanted.filter((id) => !deleted.includes(id)) };
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
      shelves.set(given.name, emptyShelf(collection, extractors));
      return collection;
    },
    async updateCollection({ collection, settings }) {
      const shelf = shelfOf(collection);
      for (const each of [shelf, shelf.successor?.shelf]) {
        if (each !== undefined) each.collection = { ...each.collection, ...settings };
      }
      return shelf.collection;
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
    add: async (operation) => once(add)(operation),
    check: async (operation) => once(check)(operation),
    async query({ collection, probe, rule, limit, now }) {
      const shelf = shelfOf(collection);
      const found = shelf.collection;
      const excluded = 'id' in probe ? probe.id : null;
      const given = 'id' in probe ? liveDocument(shelf, probe.id, now)?.signature : probe.signature;
      if (given === undefined) return undefined;
      const signature = keptSignature(given, found.recipe);
      const { matches, candidates } = compareWithAll(
        liveDocuments(shelf, now),
        signature,
        found.recipe,
        rule,
        excluded,
      );
      return {
        fingerprint: signature.fingerprint,
        matches: matches.slice(0, limit),
        candidates,
        truncated: matches.length > limit,
      };
    },
    async get(collection, ids, now) {
      const shelf = shelfOf(collection);
      return ids.flatMap((id) => liveDocument(shelf, id, now) ?? []);
    },
    delete: async (operation) => once(deleteMany)(operation),
    async list({ collection, idPrefix, after, limit, now }) {
      return liveDocuments(shelfOf(collection), now)
        .filter(({ id }) => idPrefix === null || id.startsWith(idPrefix))
        .filter(({ id }) => after === null || compareUtf8(id, after) > 0)
        .sort((a, b) => compareUtf8(a.id, b.id))
        .slice(0, limit);
    },
    async texts(collection, ids, now) {
      const shelf = shelfOf(collection);
      return ids.map((id) => {
        const found = liveDocument(shelf, id, now);
        return (found && shelf.contents.get(exactHashOf(found))?.text) ?? null;
      });
    },
    async beginSuccessor({ collection, recipe, recipeId }) {
      const shelf = shelfOf(collection);
      if (shelf.successor !== null) {
        throw new NeardupError(
          'collection_exists',
          `Collection "${collection.name}" is being reindexed already`,
        );
      }
      const next = { ...shelf.collection, recipe, recipeId, generation: ++generations };
      shelf.successor = { shelf: emptyShelf(next, extractors), changed: new Set() };
      return next;
    },
    async restore({ collection, documents }) {
      const shelf = shelfOf(collection);
      for (const { text, ...document } of documents) {
        const signature = keptSignature(document.signature, shelf.collection.recipe);
        put(shelf, { ...document, signature }, text);
      }
    },
    async takeChanges(collection, limit) {
      const { successor } = shelfOf(collection);
      const taken = [...(successor?.changed ?? [])].sort(compareUtf8).slice(0, limit);
      for (const id of taken) successor?.changed.delete(id);
      return taken;
    },
    async completeSuccessor(collection) {
      const { successor } = shelfOf(collection);
      if (successor === null) {
        throw new NeardupError(
          'collection_not_found',
          `Collection "${collection.name}" has no successor`,
        );
      }
      if (successor.changed.size > 0) return false;
      shelves.set(collection.name, successor.shelf);
      return true;
    },
    async abandonSuccessor(collection) {
      shelfOf(collection).successor = null;
    },
    async sweep(now) {
      outcomes.forget(now);
      for (const shelf of shelves.values()) {
        for (const each of [shelf, shelf.successor?.shelf]) {
          if (each !== undefined) removeExpired(each, now);
        }
      }
      return false;
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
        walBytes: null,
      };
    },
    async backup() {
      throw new NeardupError('store_unsupported', 'Cannot back up a store that is in memory only');
    },
    waiting: () => 0,
    async extractors() {
      return [...extractors].sort();
    },
    async ping() {
      if (closed) throw new NeardupError('not_ready', 'The store is closed');
    },
    async close() {
      closed = true;
    },
  };
}

function emptyShelf(collection: Collection, extractors: Set<string>): Shelf {
  const documents = new Map();
  return { collection, documents, contents: new Map(), extractors, successor: null };
}

/** The document as it is stored: a content keeps the extractor that it came with first. */
function put(shelf: Shelf, given: StoredDocument, text: Uint8Array | null): StoredDocument {
  const exactHash = exactHashOf(given);
  const content = shelf.contents.get(exactHash) ?? { text, extractor: given.extractor };
  content.text ??= text;
  if (given.extractor !== null) shelf.extractors.add(given.extractor);
  shelf.contents.set(exactHash, content);
  const document = { ...given, extractor: content.extractor };
  const earlier = shelf.documents.get(document.id);
  shelf.documents.set(document.id, document);
  if (earlier !== undefined) release(shelf, exactHashOf(earlier));
  shelf.successor?.changed.add(document.id);
  return document;
}

function liveDocument({ documents }: Shelf, id: string, now: number): StoredDocument | undefined {
  const document = documents.get(id);
  return document !== undefined && isLive(document, now) ? document : undefined;
}

function liveDocuments({ documents }: Shelf, now: number): StoredDocument[] {
  return [...documents.values()].filter((document) => isLive(document, now));
}

function removeExpired(shelf: Shelf, now: number): void {
  for (const document of [...shelf.documents.values()]) {
    if (!isLive(document, now)) remove(shelf, document.id);
  }
}

function remove(shelf: Shelf, id: string): void {
  const { exactHash } = shelf.documents.get(id)!.signature;
  shelf.documents.delete(id);
  release(shelf, exactHash);
}

/** Removes a content if no document has it. */
function release({ documents, contents }: Shelf, exactHash: string): void {
  for (const document of documents.values()) if (exactHashOf(document) === exactHash) return;
  contents.delete(exactHash);
}

const exactHashOf = ({ signature }: StoredDocument) => signature.exactHash;

const fingerprintKeyOf = ({ signature: { fingerprint } }: StoredDocument) =>
  `${fingerprint.high}/${fingerprint.low}`;
