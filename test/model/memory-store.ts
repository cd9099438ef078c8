import { NeardupError } from '../../src/errors.js';
import { compareUtf8 } from '../../src/matching/match-order.js';
import {
  closeness,
  keptSignature,
  storedSignature,
  toldOf,
} from '../../src/matching/match-rule.js';
import { allCapabilities, type StoreCapabilities } from '../../src/store/contract/capabilities.js';
import type { CollectionKey } from '../../src/store/contract/collections.js';
import {
  type AddOperation,
  type AddOutcome,
  type CheckOperation,
  type CheckOutcome,
  type DeleteOperation,
  type DeleteOutcome,
  replacedMax,
} from '../../src/store/contract/documents.js';
import type { Store, StoreOperations } from '../../src/store/contract/store.js';
import { addStatistics, noDecisions, noStatistics } from '../../src/store/rules/decision-counts.js';
import { idempotent } from '../../src/store/rules/idempotency.js';
import { cannotLabel, labelBytes } from '../../src/store/rules/labels.js';
import { sameMetadata } from '../../src/store/rules/metadata.js';
import { refusedOperations } from '../../src/store/rules/refused-operations.js';
import { documentBytes, pageOf } from '../../src/store/rules/reply-bytes.js';
import { comparePairs } from '../../src/store/rules/separations.js';
import { nextVersion, sameContent, seenAgain } from '../../src/store/rules/versions.js';
import { claimDocument, confirm, confirmOne, formerOf, lapse, renewedClaim } from './claims.js';
import {
  type CollectionState,
  count,
  emptyCollectionState,
  emptyMemory,
  exactHashOf,
  forgetOldHours,
  historyOf,
  liveDocument,
  liveDocuments,
  put,
  remove,
  replace,
  seatDuplicate,
  seated,
  see,
  toldClaim,
} from './collection-state.js';
import { createIdempotencyRecords } from './idempotency-records.js';
import { withLabel, withoutLabel } from './labels.js';
import { commonShareIn, compareWithAll } from './matches.js';
import { createScans } from './scans.js';
import { createSuccessors } from './successors.js';
import { sweepState } from './sweep.js';

/**
 * The contract of a store in the least code: every question is answered by looking at every
 * document. It is the oracle with which the other stores are compared, and stores nothing on disk.
 */
/** There is no file to copy. */
export const memoryCapabilities: StoreCapabilities = { ...allCapabilities, backup: false };

export function createMemoryStore(): Store {
  const states = new Map<string, CollectionState>();
  const extractors = new Set<string>();
  const outcomes = createIdempotencyRecords();
  const idempotency = idempotent(outcomes);
  let generations = 0;
  let closed = false;

  /** The state of a collection or of a successor. @throws `collection_not_found` */
  function requireState({ name, generation }: CollectionKey): CollectionState {
    if (closed) throw new NeardupError('shutting_down', 'The store is closed');
    const named = states.get(name);
    for (const state of [named, named?.successor?.state]) {
      if (state?.collection.generation === generation) return state;
    }
    throw new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);
  }

  function add({ text, ...operation }: AddOperation): AddOutcome {
    const state = requireState(operation.collection);
    const signature = keptSignature(operation.signature, state.collection.recipe);
    const earlier = liveDocument(state, operation.id, operation.now);
    if (
      earlier !== undefined &&
      sameContent(earlier.signature, signature) &&
      sameMetadata(earlier.metadata, operation.metadata)
    ) {
      confirmOne(state, operation.id, operation.now);
      const document = put(state, seenAgain(earlier, operation), null, earlier);
      return { status: 'unchanged', document };
    }
    const kept = storedSignature(signature, state.collection.recipe);
    const version = nextVersion(earlier, { ...operation, signature: kept });
    const document = put(state, version, text, earlier);
    return { status: earlier === undefined ? 'created' : 'replaced', document };
  }

  function check(operation: CheckOperation): CheckOutcome {
    const { id, text, store, rule, limit, refuse, now } = operation;
    const state = requireState(operation.collection);
    const { recipe } = state.collection;
    const signature = keptSignature(operation.signature, recipe);
    const earlier = id === null ? undefined : liveDocument(state, id, now);
    const previous = earlier === undefined ? null : closeness(earlier.signature, signature);
    if (earlier !== undefined && sameContent(earlier.signature, signature)) {
      const renewed = renewedClaim(state, earlier.id, operation.claim);
      if (renewed !== undefined) return renewed;
      if (store !== 'never') {
        see(state, seenAgain(earlier, operation));
        count(state, 'unchanged', null, now);
      }
      return {
        decision: 'unchanged',
        stored: false,
        created: false,
        id,
        duplicateOf: null,
        similarTo: null,
        replaced: [],
        best: null,
        cluster: seated(state, earlier).cluster,
        previous,
        matches: [],
        truncated: false,
        claim: toldClaim(state, earlier.id),
      };
    }
    const separate = id === null ? [] : (state.memory?.clusters.partnersOf(id) ?? []);
    const excluded = new Set([id, ...separate]);
    const { matches } = compareWithAll(state, liveDocuments(state, now), signature, rule, excluded);
    const refusing = matches.filter(
      ({ exact, contradicts, part }) =>
        exact ||
        (refuse !== 'exact' && part?.decides) ||
        (part === undefined &&
          (refuse === 'similar' || (refuse === 'same' && contradicts.length === 0))),
    );
    const joining = matches.filter(({ part }) => part === undefined || part.decides);
    const isDuplicate = refusing.length > 0;
    const former = operation.keepFormer && isDuplicate ? undefined : earlier;
    const decision =
      former !== undefined
        ? 'changed'
        : isDuplicate
          ? 'duplicate'
          : joining.length > 0
            ? 'similar'
            : 'new';
    const replaced =
      operation.onDuplicate === 'replace'
        ? refusing.filter(({ contradicts }) => contradicts.length === 0)
        : [];
    if (replaced.length > replacedMax) {
      throw new NeardupError('too_many_candidates', `${replaced.length} documents are the same`);
    }
    const stored =
      store === 'always' ||
      (store === 'ifNew' && (decision !== 'duplicate' || replaced.length > 0));
    const storedId = id ?? operation.newId;
    const storedForGood = operation.claim === null;
    const before = formerOf(state, storedId, now);
    if (stored) {
      const kept = storedSignature(signature, recipe);
      const version = nextVersion(earlier, { ...operation, signature: kept, id: storedId });
      put(state, version, text, earlier);
    }
    const best = matches[0] ?? null;
    const cluster =
      best && joining.includes(best)
        ? seatDuplicate(state, operation, best, stored ? storedId : null)
        : null;
    if (storedForGood) for (const match of replaced) replace(state, operation, match, storedId);
    const shown = pageOf(matches, limit, documentBytes);
    if (store !== 'never') count(state, decision, best, now);
    const outcome: CheckOutcome = {
      decision,
      stored,
      created: stored && earlier === undefined,
      id: stored ? storedId : id,
      duplicateOf: refusing[0]?.id ?? null,
      similarTo: isDuplicate ? null : (joining[0]?.id ?? null),
      replaced: replaced.map((match) => match.id),
      best: best && toldOf(best),
      cluster,
      previous,
      matches: shown,
      truncated: matches.length > shown.length,
      claim: stored
        ? operation.claim && { expiresAt: operation.claim.expiresAt }
        : isDuplicate
          ? toldClaim(state, refusing[0]!.id)
          : null,
    };
    if (stored && !storedForGood) {
      const replaces = replaced.map(({ fingerprint, metadata, storedAt, ...match }) => ({
        ...match,
        exactHash: exactHashOf(state.documents.get(match.id)!),
      }));
      claimDocument(state, operation, outcome, replaces, before);
    }
    return outcome;
  }

  function deleteMany({ collection, ids, ifRevision, now }: DeleteOperation): DeleteOutcome {
    const state = requireState(collection);
    const wanted = [...new Set(ids)];
    const deleted = wanted.filter((id) => liveDocument(state, id, now) !== undefined);
    for (const id of deleted) {
      const { revision } = state.documents.get(id)!;
      if (ifRevision !== undefined && revision !== ifRevision) {
        throw new NeardupError(
          'precondition_failed',
          `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
        );
      }
    }
    for (const id of deleted) {
      remove(state, id, now);
      state.successor?.changed.add(id);
    }
    return { deleted, missing: wanted.filter((id) => !deleted.includes(id)) };
  }

  function sharedMemory(key: CollectionKey) {
    const { memory } = requireState(key);
    if (memory !== null) return memory;
    throw new NeardupError('collection_not_found', `Collection "${key.name}" is not complete`);
  }

  function lapseAll(now: number): void {
    for (const state of states.values()) {
      for (const each of [state, state.successor?.state]) if (each !== undefined) lapse(each, now);
    }
  }

  const operations: StoreOperations = {
    async createCollection({ collectionsMax, now, ...given }) {
      if (states.has(given.name)) {
        throw new NeardupError('collection_exists', `Collection "${given.name}" exists already`);
      }
      if (states.size >= collectionsMax) {
        throw new NeardupError(
          'validation_failed',
          `Cannot create collection "${given.name}": there are ${collectionsMax} already`,
        );
      }
      const collection = { ...given, generation: ++generations, createdAt: now };
      states.set(given.name, emptyCollectionState(collection, extractors, emptyMemory()));
      return collection;
    },
    async updateCollection({ collection, settings }) {
      const state = requireState(collection);
      for (const each of [state, state.successor?.state]) {
        if (each !== undefined) each.collection = { ...each.collection, ...settings };
      }
      return state.collection;
    },
    async getCollection(name) {
      return states.get(name)?.collection;
    },
    async listCollections() {
      return [...states.values()]
        .map(({ collection }) => collection)
        .sort((a, b) => compareUtf8(a.name, b.name));
    },
    async deleteCollection(name) {
      if (!states.delete(name)) {
        throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
      }
    },
    add: async (operation) => idempotency(add)(operation),
    check: async (operation) => idempotency(check)(operation),
    async query({ collection, probe, rule, limit, now }) {
      const state = requireState(collection);
      const found = state.collection;
      const excluded = 'id' in probe ? probe.id : null;
      const given = 'id' in probe ? liveDocument(state, probe.id, now)?.signature : probe.signature;
      if (given === undefined) return undefined;
      const kept = keptSignature(given, found.recipe);
      const signature =
        'id' in probe && probe.parts !== undefined ? { ...kept, parts: probe.parts } : kept;
      const { matches, candidates } = compareWithAll(
        state,
        liveDocuments(state, now),
        signature,
        rule,
        new Set([excluded]),
      );
      const shown = pageOf(matches, limit, documentBytes);
      return {
        fingerprint: signature.fingerprint,
        matches: shown,
        candidates,
        truncated: matches.length > shown.length,
        commonShare: commonShareIn(state, signature, rule),
      };
    },
    async get(collection, ids, now) {
      const state = requireState(collection);
      const found = ids.flatMap((id) => {
        const document = liveDocument(state, id, now);
        return document === undefined ? [] : seated(state, document);
      });
      return pageOf(found, ids.length, documentBytes);
    },
    delete: async (operation) => idempotency(deleteMany)(operation),
    async confirm({ collection, ...operation }) {
      return confirm(requireState(collection), operation);
    },
    async list({ collection, idPrefix, after, limit, now }) {
      const state = requireState(collection);
      const documents = liveDocuments(state, now)
        .filter(({ id }) => idPrefix === null || id.startsWith(idPrefix))
        .filter(({ id }) => after === null || compareUtf8(id, after) > 0)
        .sort((a, b) => compareUtf8(a.id, b.id));
      return pageOf(documents, limit, documentBytes).map((document) => seated(state, document));
    },
    async newest({ collection, before, limit, storedAfter, storedBefore, now }) {
      const state = requireState(collection);
      const numbered = liveDocuments(state, now)
        .filter(({ storedAt }) => storedAfter === null || storedAt >= storedAfter)
        .filter(({ storedAt }) => storedBefore === null || storedAt < storedBefore)
        .map((document) => ({ number: state.numbers.get(document.id)!, document }))
        .filter(({ number }) => before === null || number < before)
        .sort((a, b) => b.number - a.number);
      const page = pageOf(numbered, limit, ({ document }) => documentBytes(document));
      return {
        documents: page.map(({ number, document }) => ({
          number,
          document: seated(state, document),
        })),
        next: page.length < numbered.length ? (page.at(-1)?.number ?? before) : null,
      };
    },
    async texts(collection, ids, now, _client, bytesMax) {
      const state = requireState(collection);
      return ids.map((id) => {
        const found = liveDocument(state, id, now);
        return (found && state.contents.get(exactHashOf(found))?.text?.slice(0, bytesMax)) ?? null;
      });
    },
    async getArchived(collection, ids, now) {
      const state = requireState(collection);
      return ids.flatMap((id) => {
        const found = liveDocument(state, id, now);
        if (found === undefined) return [];
        const text = state.contents.get(exactHashOf(found))?.text ?? null;
        return [{ ...found, text, claimed: state.claims.get(id) }];
      });
    },
    ...createScans(requireState),
    ...createSuccessors({
      states: states,
      requireState: requireState,
      extractors,
      nextGeneration: () => ++generations,
    }),
    async sweep(now) {
      outcomes.forget(now);
      for (const state of states.values()) {
        for (const each of [state, state.successor?.state]) {
          if (each !== undefined) sweepState(each, now);
        }
        forgetOldHours(state, now);
      }
      return false;
    },
    async stats(key) {
      const counted = key === undefined ? [...states.values()] : [requireState(key)];
      const sum = (count: (state: CollectionState) => number) =>
        counted.reduce((total, state) => total + count(state), 0);
      const decided = noStatistics();
      for (const { memory } of counted) if (memory !== null) addStatistics(decided, memory.decided);
      return {
        ...decided,
        documents: sum(({ documents }) => documents.size),
        claims: sum(({ claims }) => claims.size),
        contents: sum(({ contents }) => contents.size),
        fingerprints: sum(
          ({ contents }) => new Set([...contents.values()].map((each) => each.fingerprint)).size,
        ),
        bytes: null,
        walBytes: null,
      };
    },
    async statsOfEach(keys) {
      return keys.map((key) => {
        const state = [states.get(key.name), states.get(key.name)?.successor?.state].find(
          (each) => each?.collection.generation === key.generation,
        );
        if (state === undefined) return null;
        const hours = [...(state.memory?.hours.keys() ?? [])].sort((a, b) => b - a);
        return {
          documents: state.documents.size,
          contents: state.contents.size,
          decisions: { ...(state.memory?.decided.decisions ?? noDecisions()) },
          lastDecisionHour: hours[0] ?? null,
        };
      });
    },
    async history(since, key) {
      return historyOf(key === undefined ? [...states.values()] : [requireState(key)], since);
    },
    async clusters({ collection, now, ...page }) {
      return sharedMemory(collection).clusters.list(page, presentIn(requireState(collection), now));
    },
    async clustersById({ collection, now, ...page }) {
      return sharedMemory(collection).clusters.listById(
        page,
        presentIn(requireState(collection), now),
      );
    },
    async cluster({ collection, now, ...page }) {
      return sharedMemory(collection).clusters.get(page, presentIn(requireState(collection), now));
    },
    async memberOf({ collection, id, now }) {
      const member = sharedMemory(collection).clusters.seatedMember(id)?.members[0];
      const isThere = member?.stored && liveDocument(requireState(collection), id, now);
      return isThere ? member : null;
    },
    async restoreMembers({ collection, ...given }) {
      sharedMemory(collection).clusters.restore(given, requireState(collection).documents);
    },
    async represent({ collection, ...choice }) {
      return sharedMemory(collection).clusters.represent(
        choice,
        presentIn(requireState(collection), choice.now),
      );
    },
    async separate({ collection, ...pair }) {
      return sharedMemory(collection).clusters.separate(
        pair,
        contentIn(requireState(collection), pair.now),
      );
    },
    async unseparate({ collection, ...pair }) {
      return sharedMemory(collection).clusters.unseparate(
        pair,
        requireState(collection).documents,
        contentIn(requireState(collection), pair.now),
      );
    },
    async separations({ collection, ...page }) {
      return sharedMemory(collection).clusters.separations(page);
    },
    async label({ collection, ...operation }) {
      const state = requireState(collection);
      const memory = sharedMemory(collection);
      for (const id of [operation.a, operation.b]) {
        const isThere = liveDocument(state, id, operation.now) !== undefined;
        if (!isThere) throw cannotLabel(id, collection.name);
      }
      memory.labels = withLabel(memory.labels, operation);
      if (operation.separate) {
        memory.clusters.separate(operation, contentIn(state, operation.now));
      }
    },
    async unlabel({ collection, ...pair }) {
      const memory = sharedMemory(collection);
      const before = memory.labels.length;
      memory.labels = withoutLabel(memory.labels, pair);
      return memory.labels.length < before;
    },
    async labels({ collection, after, limit, now }) {
      const state = requireState(collection);
      const found = sharedMemory(collection).labels.filter(
        (label) =>
          (after === null || comparePairs(label, after) > 0) &&
          [label.a, label.b].every((id) => liveDocument(state, id, now) !== undefined),
      );
      return pageOf(found, limit, labelBytes);
    },
    ...refusedOperations('a store that is in memory only', ['backup']),
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
  const all = lapsing(operations, lapseAll);
  return { ...all, patient: all, capabilities: memoryCapabilities };
}

/** The operations, each after what lapses before its time. */
function lapsing(operations: StoreOperations, lapseAll: (now: number) => void): StoreOperations {
  const wrapped = Object.entries(operations).map(([name, operate]) => {
    const run = operate as (...given: unknown[]) => unknown;
    return [
      name,
      (...given: unknown[]) => {
        const [first, , third] = given;
        const now = name === 'sweep' ? first : ((first as Timed | undefined)?.now ?? third);
        if (typeof now === 'number') lapseAll(now);
        return run(...given);
      },
    ];
  });
  return Object.fromEntries(wrapped) as StoreOperations;
}

interface Timed {
  readonly now?: number;
}

/** The hash of the content of a document, by id; null if it is absent. */
const contentIn = (state: CollectionState, now: number) => (id: string) => {
  const found = liveDocument(state, id, now);
  return found === undefined ? null : exactHashOf(found);
};

const presentIn = (state: CollectionState, now: number) => (id: string) =>
  liveDocument(state, id, now) !== undefined;
