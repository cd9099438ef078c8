import { NeardupError } from '../../src/errors.js';
import type { CollectionKey } from '../../src/store/contract/collections.js';
import type {
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
  QueryOperation,
} from '../../src/store/contract/documents.js';
import type { EmbeddedOperations, EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { everyFeature } from '../../src/store/contract/features.js';
import type { Idempotency, Repeatable } from '../../src/store/contract/idempotency.js';
import { type KeptJob, keptJobsMax } from '../../src/store/contract/jobs.js';
import { type Label, labelsMax, labelsOfDocumentMax } from '../../src/store/contract/labels.js';
import type { StoreCall } from '../../src/store/contract/statistics.js';
import { add, check } from './check.js';
import { confirm, endWithDocument, expireClaims, hasClaimExpired } from './claims.js';
import type { Clusters, ContentOf } from './clusters.js';
import {
  allLive,
  commonShare,
  contentIn,
  find,
  isFoundBy,
  isOfKind,
  type Lineage,
  matchesIn,
  newLineage,
  newState,
  put,
  remove,
  type State,
  shown,
  sweep,
  textOf,
} from './collection-state.js';
import { closeness } from './compare.js';
import {
  forgetIds,
  forgetPrefix,
  judge,
  listDecisions,
  markGone,
  newDecisionLog,
  refusedPage,
  removeRefused,
  storeRefused,
} from './decision-log.js';
import { compareIds, comparePairs, countedStrings, pageOf, pairOf } from './lists.js';
import { compared, stored } from './matches.js';
import { nearPage } from './near.js';
import { seatOne } from './scans.js';
import { listRepeated } from './sites.js';
import { forgetOldHours, historyOf, hostsOf, listedStats, statsOf } from './statistics.js';

/** There is no file to copy. */

/**
 * Simplest implementation of the store contract, written from comments and documentation: each query scans everything.
 * Other stores must give the same answers. The model shares no rule with them, so that it does not repeat their errors:
 * it imports only types, the error class, and the limits named by the contract from src/.
 */
export function createModelStore(): EmbeddedStore {
  const states = new Map<string, State>();
  const outcomes = new Map<string, Idempotency & { readonly outcome: object }>();
  const extractors = new Set<string>();
  const jobs = new Map<string, KeptJob>();
  const log = newDecisionLog();
  let generations = 0;
  let closed = false;

  const withSuccessor = (state: State | undefined): State[] =>
    state === undefined ? [] : [state, ...withSuccessor(state.successor?.state)];

  const everyState = () => [...states.values()].flatMap(withSuccessor);

  const lookUp = ({ name, generation }: CollectionKey): State | undefined =>
    withSuccessor(states.get(name)).find(({ collection }) => collection.generation === generation);

  /** Returns the state of a collection or a successor. @throws `collection_not_found` */
  function stateOf(key: CollectionKey): State {
    if (closed) throw new NeardupError('shutting_down', 'The store is closed');
    const state = lookUp(key);
    if (state !== undefined) return state;
    throw new NeardupError(
      'collection_not_found',
      `Collection "${key.name}" was deleted meanwhile`,
    );
  }

  const statesOf = (key: CollectionKey | undefined): State[] =>
    key === undefined ? [...states.values()] : [stateOf(key)];

  function expireAllClaims(now: number): void {
    for (const state of everyState()) expireClaims(state, now);
  }

  /** Returns the state of a collection at a time. */
  function at(key: CollectionKey, now: number): State {
    expireAllClaims(now);
    return stateOf(key);
  }

  /** Returns the duplicate records of a collection. A successor has none. */
  function lineageOf(key: CollectionKey): Lineage {
    const { lineage } = stateOf(key);
    if (lineage !== null) return lineage;
    throw new NeardupError('collection_not_found', `Collection "${key.name}" is not complete`);
  }

  /** Wraps an operation on a collection at a time. */
  function timed<Operation extends Timed, Answer>(
    answer: (state: State, operation: Operation) => Answer,
  ) {
    return async (operation: Operation) =>
      answer(at(operation.collection, operation.now), operation);
  }

  /** Wraps an operation on clusters, given the contents present at a time. */
  function clustered<Operation extends Timed, Answer>(
    answer: (clusters: Clusters, operation: Operation, contentOf: ContentOf) => Answer,
  ) {
    return timed((state, operation: Operation) =>
      answer(lineageOf(operation.collection).clusters, operation, contentIn(state, operation.now)),
    );
  }

  /** Makes an operation with a key take effect once. */
  function once<Operation extends Once, Outcome extends object>(
    operate: (state: State, operation: Operation) => Outcome,
    isOver: (state: State, operation: Operation, outcome: Outcome) => boolean = () => false,
  ) {
    return async (operation: Operation): Promise<Outcome & Repeatable> => {
      const { collection, idempotency, now } = operation;
      expireAllClaims(now);
      if (idempotency === undefined) return operate(stateOf(collection), operation);
      const kept = outcomes.get(idempotency.key);
      const isOther = kept !== undefined && kept.request !== idempotency.request;
      if (
        kept === undefined ||
        kept.expiresAt <= now ||
        (!isOther && isOver(stateOf(collection), operation, kept.outcome as Outcome))
      ) {
        const outcome = keepable(operate(stateOf(collection), operation));
        outcomes.set(idempotency.key, { ...idempotency, outcome });
        return outcome;
      }
      if (!isOther) return { ...(kept.outcome as Outcome), replayed: kept.note };
      throw new NeardupError(
        'idempotency_key_reused',
        'Cannot use this idempotency key again: an earlier request used it with different content',
      );
    };
  }

  const signatureOf = (state: State, probe: QueryOperation['probe'], now: number) =>
    'signature' in probe
      ? probe.signature
      : (find(state, probe.id, now)?.document.signature ??
        refusedPage(state, probe.id, now)?.signature);

  const operations: EmbeddedOperations = {
    async createCollection({ collectionsMax, now, ...given }) {
      expireAllClaims(now);
      if (states.has(given.name)) {
        throw new NeardupError('collection_exists', `Collection "${given.name}" already exists`);
      }
      if (states.size >= collectionsMax) {
        throw new NeardupError(
          'validation_failed',
          `Cannot create collection "${given.name}": there are already ${collectionsMax}`,
        );
      }
      const collection = { ...given, generation: ++generations, createdAt: now };
      states.set(given.name, newState(collection, extractors, newLineage(log)));
      return collection;
    },
    async updateCollection({ collection, settings }) {
      for (const state of withSuccessor(stateOf(collection))) {
        state.collection = { ...state.collection, ...settings };
      }
      return stateOf(collection).collection;
    },
    getCollection: async (name) => states.get(name)?.collection,
    async listCollections() {
      const collections = [...states.values()].map(({ collection }) => collection);
      return collections.sort((a, b) => compareIds(a.name, b.name));
    },
    async deleteCollection({ name }) {
      if (states.delete(name)) return;
      throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
    },

    add: once(add),
    check: once(check, hasClaimExpired),
    delete: once(deleteMany),
    query: timed((state, { probe, rule, scope, judges, limit, now }) => {
      const id = 'id' in probe ? probe.id : null;
      const given = signatureOf(state, probe, now);
      if (given === undefined) return undefined;
      const parts = ('id' in probe ? probe.parts : undefined) ?? given.parts;
      const signature = compared({ ...given, parts }, state.collection.recipe);
      const { fingerprint } = signature;
      const { matches, candidates } = matchesIn(
        ...([state, signature, rule, now] as const),
        ...([[id], judges, id, scope] as const),
      );
      const page = pageOf(matches, limit, countedStrings);
      const truncated = page.length < matches.length;
      const share = commonShare(state, signature, rule, now);
      return { fingerprint, matches: page, candidates, truncated, commonShare: share };
    }),
    near: timed((state, { probe, maxDistance, after, limit, now }) => {
      const given = signatureOf(state, probe, now);
      if (given === undefined) return undefined;
      const documents = allLive(state, now).map(({ document }) => document);
      const others = documents.filter(({ id }) => !('id' in probe) || id !== probe.id);
      const ageOf = (exactHash: string) => state.contents.get(exactHash)!.age;
      const page = { maxDistance, after, limit };
      return nearPage(compared(given, state.collection.recipe), others, ageOf, page);
    }),
    async get({ collection, ids, now }) {
      const state = at(collection, now);
      const found = ids.flatMap((id) => find(state, id, now) ?? []);
      return pageOf(
        found.map((kept) => shown(state, kept)),
        ids.length,
        countedStrings,
      );
    },
    confirm: timed(confirm),
    list: timed((state, { idPrefix, after, limit, now }) => {
      const documents = allLive(state, now)
        .map((kept) => shown(state, kept))
        .filter(({ id }) => id.startsWith(idPrefix ?? ''))
        .filter(({ id }) => after === null || compareIds(id, after) > 0)
        .sort((a, b) => compareIds(a.id, b.id));
      return pageOf(documents, limit, countedStrings);
    }),
    siteLines: timed((state, { site, now }) => listRepeated(state, site, now)),
    newest: timed((state, { before, limit, storedAfter, storedBefore, search, only, now }) => {
      const numbered = allLive(state, now)
        .filter(({ document }) => search === null || isFoundBy(document, search))
        .map((kept) => ({ number: kept.number, document: shown(state, kept) }))
        .filter(({ document }) => only === null || isOfKind(state, document, only))
        .filter(({ document }) => document.storedAt >= (storedAfter ?? document.storedAt))
        .filter(({ document }) => storedBefore === null || document.storedAt < storedBefore)
        .filter(({ number }) => before === null || number < before)
        .sort((a, b) => b.number - a.number);
      const page = pageOf(numbered, limit, ({ document }) => countedStrings(document));
      const isLast = page.length === numbered.length;
      return { documents: page, next: isLast ? null : (page.at(-1)?.number ?? before) };
    }),
    async texts({ collection, ids, now, bytesMax }) {
      const state = at(collection, now);
      return ids.map((id) => {
        const kept = find(state, id, now);
        const text = kept === undefined ? null : textOf(state, kept.document);
        return text?.slice(0, bytesMax) ?? null;
      });
    },
    async getArchived({ collection, ids, now }) {
      const state = at(collection, now);
      const found = ids.flatMap((id) => find(state, id, now) ?? []);
      return found.map(({ document, claim }) => ({
        ...document,
        text: textOf(state, document),
        claimed: claim ?? undefined,
      }));
    },

    /** Returns all signatures on one page. */
    signatures: timed((state, { after, now }) => {
      const kept = after > 0 ? [] : allLive(state, now).sort((a, b) => a.number - b.number);
      const documents = kept.map(({ document: { id, storedAt, metadata, signature } }) => ({
        ...{ id, storedAt, metadata, signature },
      }));
      return { documents, next: after > 0 ? null : 1 };
    }),
    seatFound: timed((state, { found, now }) => {
      const outcomes = found.map((each) => seatOne(state, each, now));
      const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
      return { seated: count('seated'), deleted: count('deleted'), left: count('left') };
    }),

    async beginSuccessor({ collection, recipe, recipeId }) {
      const state = stateOf(collection);
      if (state.successor !== null) {
        throw new NeardupError(
          'collection_exists',
          `Collection "${collection.name}" is already being reindexed`,
        );
      }
      const next = { ...state.collection, recipe, recipeId, generation: ++generations };
      state.successor = { state: newState(next, extractors, null), changed: new Set() };
      return next;
    },
    async restore({ collection, documents }) {
      const state = stateOf(collection);
      for (const { text, claimed, ...given } of documents) {
        const signature = stored(given.signature, state.collection.recipe);
        const earlier = state.documents.get(given.id)?.document.signature;
        const isSame = earlier?.exactHash === signature.exactHash;
        put(state, { ...given, signature }, text, isSame);
        const kept = state.documents.get(given.id)!;
        kept.claim = claimed ?? null;
        endWithDocument(kept);
      }
    },
    async takeChanges({ collection, limit }) {
      const changed = stateOf(collection).successor?.changed ?? new Set();
      const taken = [...changed].sort(compareIds).slice(0, limit);
      for (const id of taken) changed.delete(id);
      return taken;
    },
    async completeSuccessor({ collection }) {
      const { successor, lineage } = stateOf(collection);
      if (successor === null) {
        throw new NeardupError(
          'collection_not_found',
          `Collection "${collection.name}" has no successor`,
        );
      }
      if (successor.changed.size > 0) return undefined;
      if (lineage !== null) lineage.isReseated = true;
      successor.state.lineage = lineage;
      states.set(collection.name, successor.state);
      return successor.state.collection;
    },
    async abandonSuccessor({ collection }) {
      stateOf(collection).successor = null;
    },

    async sweep({ now }) {
      expireAllClaims(now);
      for (const [key, { expiresAt }] of outcomes) if (expiresAt <= now) outcomes.delete(key);
      for (const state of everyState()) {
        sweep(state, now);
        forgetOldHours(state, now);
      }
      const lineages = everyState().map(({ lineage }) => lineage);
      log.entries = log.entries.filter(({ lineage }) => lineages.includes(lineage));
      return false;
    },
    stats: async ({ collection }) => statsOf(statesOf(collection)),
    async statsOfEach({ collections }) {
      const found = collections.map(lookUp);
      return found.map((state) => (state === undefined ? null : listedStats(state)));
    },
    history: async ({ since, collection }) => historyOf(statesOf(collection), since),
    hosts: async ({ collection, ...wanted }) => hostsOf(statesOf(collection), wanted),

    clusters: clustered((clusters, page, contentOf) => clusters.list(page, contentOf)),
    clustersById: clustered((clusters, page, contentOf) => clusters.listById(page, contentOf)),
    cluster: clustered((clusters, page, contentOf) => clusters.get(page, contentOf)),
    represent: clustered((clusters, choice, contentOf) => clusters.represent(choice, contentOf)),
    separate: clustered((clusters, pair, contentOf) => clusters.separate(pair, contentOf)),
    memberOf: clustered((clusters, { id }, contentOf) => {
      const member = clusters.member(id);
      return member?.stored && contentOf(id) !== null ? member : null;
    }),
    async restoreMembers({ collection, ...given }) {
      const { documents } = stateOf(collection);
      lineageOf(collection).clusters.restore(given, (id) => documents.has(id));
    },
    unseparate: clustered((clusters, pair) => clusters.unseparate(pair)),
    separations: async ({ collection, after, limit }) =>
      lineageOf(collection).clusters.separations(after, limit),

    label: clustered((clusters, given, contentOf) => {
      const { collection, a, b, label, now } = given;
      const lineage = lineageOf(collection);
      for (const id of [a, b]) {
        if (contentOf(id) !== null) continue;
        throw new NeardupError(
          'document_not_found',
          `Cannot label a pair of document "${id}": collection "${collection.name}" has no such document`,
        );
      }
      const others = lineage.labels.filter((each) => comparePairs(each, pairOf(a, b)) !== 0);
      if (others.length === lineage.labels.length) refuseLabels(lineage.labels, [a, b]);
      lineage.labels = [...others, { ...pairOf(a, b), label, createdAt: now }];
      if (given.separate) clusters.separate(given, contentOf);
    }),
    async unlabel({ collection, a, b }) {
      const lineage = lineageOf(collection);
      const before = lineage.labels.length;
      lineage.labels = lineage.labels.filter((each) => comparePairs(each, pairOf(a, b)) !== 0);
      return lineage.labels.length < before;
    },
    labels: clustered((_, { collection, after, limit }, contentOf) => {
      const found = lineageOf(collection)
        .labels.filter((label) => after === null || comparePairs(label, after) > 0)
        .filter(({ a, b }) => contentOf(a) !== null && contentOf(b) !== null)
        .sort(comparePairs);
      return pageOf(found, limit, ({ a, b }) => [a, b]);
    }),
    measurePairs: timed((state, { pairs, now }) =>
      pairs.map(({ a, b }) => {
        const [one, other] = [a, b].map((id) => find(state, id, now)?.document.signature);
        if (one === undefined || other === undefined) return null;
        return { ...closeness(one, other), shortText: one.shortText || other.shortText };
      }),
    ),

    decisions: async ({ collection, ...page }) =>
      listDecisions(lineageOf(collection), { collection, ...page }),
    lastDecisions: async ({ collection, ids }) =>
      ids.flatMap((id) => {
        const lineage = lineageOf(collection);
        const isOfId = (entry: (typeof lineage.log.entries)[number]) =>
          entry.lineage === lineage && entry.record.id === id;
        return lineage.log.entries.findLast(isOfId)?.record ?? [];
      }),
    storeRefused: timed(storeRefused),
    removeRefused: timed(removeRefused),
    judgeDecision: timed(judge),
    refusedPage: timed((state, { id, now }) => refusedPage(state, id, now)),
    async markGone({ now }) {
      expireAllClaims(now);
      return markGone([...states.values()], log, now);
    },
    forgetDecisions: async (operation) => forgetPrefix(lineageOf(operation.collection), operation),

    async keepJob(job) {
      jobs.delete(job.id);
      jobs.set(job.id, job);
    },
    jobs: async () => {
      const ended = [...jobs.values()].filter(({ hasEnded }) => hasEnded).slice(-keptJobsMax);
      return [...jobs.values()].filter((job) => !job.hasEnded || ended.includes(job));
    },
    extractors: async () => [...extractors].sort(),
    async ping() {
      if (closed) throw new NeardupError('not_ready', 'The store is closed');
    },
  };
  const wrapped = Object.fromEntries(
    Object.entries(operations).map(([kind, operate]) => [
      kind,
      async (input: never, call?: StoreCall) => {
        call?.signal?.throwIfAborted();
        return operate(input);
      },
    ]),
  ) as unknown as EmbeddedOperations;
  return {
    ...wrapped,
    withBackpressure: wrapped,
    engine: 'sqlite',
    features: everyFeature,
    async backup() {
      throw new NeardupError('store_unsupported', 'Cannot write a backup: the model has no file');
    },
    waiting: () => 0,
    isLost: () => false,
    async close() {
      closed = true;
    },
  };
}

interface Timed {
  readonly collection: CollectionKey;
  readonly now: number;
}

interface Once extends Timed {
  readonly idempotency?: Idempotency | undefined;
}

/** Returns an outcome as returned and recorded: ids and metadata of its matches are cut to 64 KiB. */
function keepable<Outcome extends object>(
  outcome: Outcome & Partial<Pick<CheckOutcome, 'matches'>>,
): Outcome {
  const { matches = [] } = outcome;
  const kept = pageOf(matches, matches.length, countedStrings, 2 ** 16);
  return kept.length === matches.length ? outcome : { ...outcome, matches: kept, truncated: true };
}

function deleteMany(state: State, { ids, ifRevision, now }: DeleteOperation): DeleteOutcome {
  const wanted = [...new Set(ids)];
  const deleted = wanted.filter((id) => find(state, id, now) !== undefined);
  for (const id of deleted) {
    const { revision } = find(state, id, now)!.document;
    if (revision === (ifRevision ?? revision)) continue;
    throw new NeardupError(
      'precondition_failed',
      `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
    );
  }
  for (const id of deleted) remove(state, id, now);
  forgetIds(state.lineage, wanted);
  return { deleted, missing: wanted.filter((id) => !deleted.includes(id)) };
}

/**
 * @throws `validation_failed` if there is no room for another label of two documents
 */
function refuseLabels(labels: readonly Label[], ids: readonly string[]): void {
  const ofId = (id: string) => labels.filter(({ a, b }) => a === id || b === id).length;
  const full = ids.find((id) => ofId(id) >= labelsOfDocumentMax);
  if (full === undefined && labels.length < labelsMax) return;
  throw new NeardupError(
    'validation_failed',
    full === undefined
      ? `Cannot label another pair: the collection already has ${labelsMax} labels`
      : `Cannot label document "${full}" and another one: it already has ${labelsOfDocumentMax} labels`,
  );
}
