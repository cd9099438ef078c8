import { NeardupError } from '../../errors.js';
import { compareUtf8 } from '../../matching/match-order.js';
import { bestOf, closeness, keptSignature } from '../../matching/match-rule.js';
import type { CollectionKey } from '../contract/collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
} from '../contract/documents.js';
import { atMostOnce } from '../contract/idempotency.js';
import type { Store, StoreOperations } from '../contract/store.js';
import { addFigures, noFigures } from '../rules/decision-counts.js';
import { sameMetadata } from '../rules/metadata.js';
import { documentBytes, pageOf } from '../rules/reply-bytes.js';
import { nextVersion, sameContent, seenAgain } from '../rules/versions.js';
import {
  count,
  emptyMemory,
  emptyShelf,
  exactHashOf,
  forgetOldHours,
  historyOf,
  liveDocument,
  liveDocuments,
  put,
  remove,
  type Shelf,
  seatDuplicate,
  seated,
  sweepShelf,
} from './collection-state.js';
import { createKeptOutcomes } from './idempotency-records.js';
import { compareWithAll } from './matches.js';
import { createSuccessors } from './successors.js';

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
      const document = put(shelf, seenAgain(earlier, operation), null, earlier);
      return { status: 'unchanged', document };
    }
    const version = nextVersion(earlier, { ...operation, signature });
    const document = put(shelf, version, text, earlier);
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
      if (store !== 'never') {
        put(shelf, seenAgain(earlier, operation), null, earlier);
        count(shelf, 'unchanged', null, now);
      }
      return {
        decision: 'unchanged',
        stored: false,
        created: false,
        id,
        duplicateOf: null,
        best: null,
        cluster: seated(shelf, earlier).cluster,
        previous,
        matches: [],
        truncated: false,
      };
    }
    const separate = id === null ? [] : (shelf.memory?.clusters.partnersOf(id) ?? []);
    const excluded = new Set([id, ...separate]);
    const { matches } = compareWithAll(
      liveDocuments(shelf, now),
      signature,
      recipe,
      rule,
      excluded,
    );
    const decision = matches.length > 0 ? 'duplicate' : earlier === undefined ? 'new' : 'changed';
    const stored = store === 'always' || (store === 'ifNew' && decision !== 'duplicate');
    const storedId = id ?? operation.newId;
    if (stored) {
      const version = nextVersion(earlier, { ...operation, signature, id: storedId });
      put(shelf, version, text, earlier);
    }
    const best = matches[0] ?? null;
    const cluster = best && seatDuplicate(shelf, operation, best, stored ? storedId : null);
    const shown = pageOf(matches, limit, documentBytes);
    if (store !== 'never') count(shelf, decision, best, now);
    return {
      decision,
      stored,
      created: stored && earlier === undefined,
      id: stored ? storedId : id,
      duplicateOf: best?.id ?? null,
      best: best && bestOf(best),
      cluster,
      previous,
      matches: shown,
      truncated: matches.length > shown.length,
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
      remove(shelf, id, now);
      shelf.successor?.changed.add(id);
    }
    return { deleted, missing: wanted.filter((id) => !deleted.includes(id)) };
  }

  function sharedMemory(key: CollectionKey) {
    const { memory } = shelfOf(key);
    if (memory !== null) return memory;
    throw new NeardupError('collection_not_found', `Collection "${key.name}" is not complete`);
  }

  const operations: StoreOperations = {
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
      shelves.set(given.name, emptyShelf(collection, extractors, emptyMemory()));
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
        new Set([excluded]),
      );
      const shown = pageOf(matches, limit, documentBytes);
      return {
        fingerprint: signature.fingerprint,
        matches: shown,
        candidates,
        truncated: matches.length > shown.length,
      };
    },
    async get(collection, ids, now) {
      const shelf = shelfOf(collection);
      const found = ids.flatMap((id) => {
        const document = liveDocument(shelf, id, now);
        return document === undefined ? [] : seated(shelf, document);
      });
      return pageOf(found, ids.length, documentBytes);
    },
    delete: async (operation) => once(deleteMany)(operation),
    async list({ collection, idPrefix, after, limit, now }) {
      const shelf = shelfOf(collection);
      const documents = liveDocuments(shelf, now)
        .filter(({ id }) => idPrefix === null || id.startsWith(idPrefix))
        .filter(({ id }) => after === null || compareUtf8(id, after) > 0)
        .sort((a, b) => compareUtf8(a.id, b.id));
      return pageOf(documents, limit, documentBytes).map((document) => seated(shelf, document));
    },
    async texts(collection, ids, now) {
      const shelf = shelfOf(collection);
      return ids.map((id) => {
        const found = liveDocument(shelf, id, now);
        return (found && shelf.contents.get(exactHashOf(found))?.text) ?? null;
      });
    },
    async getWhole(collection, ids, now) {
      const shelf = shelfOf(collection);
      return ids.flatMap((id) => {
        const found = liveDocument(shelf, id, now);
        if (found === undefined) return [];
        return [{ ...found, text: shelf.contents.get(exactHashOf(found))?.text ?? null }];
      });
    },
    ...createSuccessors({ shelves, shelfOf, extractors, nextGeneration: () => ++generations }),
    async sweep(now) {
      outcomes.forget(now);
      for (const shelf of shelves.values()) {
        for (const each of [shelf, shelf.successor?.shelf]) {
          if (each !== undefined) sweepShelf(each, now);
        }
        forgetOldHours(shelf, now);
      }
      return false;
    },
    async stats(key) {
      const counted = key === undefined ? [...shelves.values()] : [shelfOf(key)];
      const sum = (count: (shelf: Shelf) => number) =>
        counted.reduce((total, shelf) => total + count(shelf), 0);
      const decided = noFigures();
      for (const { memory } of counted) if (memory !== null) addFigures(decided, memory.decided);
      return {
        ...decided,
        documents: sum(({ documents }) => documents.size),
        contents: sum(({ contents }) => contents.size),
        fingerprints: sum(
          ({ contents }) => new Set([...contents.values()].map((each) => each.fingerprint)).size,
        ),
        bytes: null,
        walBytes: null,
      };
    },
    async history(since, key) {
      return historyOf(key === undefined ? [...shelves.values()] : [shelfOf(key)], since);
    },
    async clusters({ collection, now, ...page }) {
      return sharedMemory(collection).clusters.list(page, presentIn(shelfOf(collection), now));
    },
    async clustersById({ collection, now, ...page }) {
      return sharedMemory(collection).clusters.listById(page, presentIn(shelfOf(collection), now));
    },
    async cluster({ collection, now, ...page }) {
      return sharedMemory(collection).clusters.get(page, presentIn(shelfOf(collection), now));
    },
    async restoreMembers({ collection, ...given }) {
      sharedMemory(collection).clusters.restore(given, shelfOf(collection).documents);
    },
    async separate({ collection, ...pair }) {
      sharedMemory(collection).clusters.separate(pair);
    },
    async unseparate({ collection, ...pair }) {
      return sharedMemory(collection).clusters.unseparate(pair);
    },
    async separations({ collection, ...page }) {
      return sharedMemory(collection).clusters.separations(page);
    },
    async backup() {
      throw new NeardupError('store_unsupported', 'Cannot back up a store that is in memory only');
    },
    waiting: () => 0,
    isLost: () => false,
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
  return { ...operations, patient: operations };
}

const presentIn = (shelf: Shelf, now: number) => (id: string) =>
  liveDocument(shelf, id, now) !== undefined;
