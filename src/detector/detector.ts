import type { Recipe } from '../fingerprint/recipe.js';
import type { Match } from '../matching/match.js';
import type { Client } from '../shares/client.js';
import type { Errand } from '../shares/lanes.js';
import type { Collection } from '../store/contract/collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  QueryOutcome,
} from '../store/contract/documents.js';
import type { StoreStats } from '../store/contract/statistics.js';
import type { Store } from '../store/contract/store.js';
import { type DecisionPoint, hourMs } from '../store/rules/decision-counts.js';
import type { Signer } from '../workers/signer.js';
import { createBackup } from './backup.js';
import { createClusters } from './clusters.js';
import { createCollections, type MatchLimits, matchRule } from './collections.js';
import { createCompare, type ExplainedMatch, type Probe } from './compare.js';
import {
  type Computed,
  type Content,
  computedOf,
  createCompute,
  type Readable,
} from './compute.js';
import { createDecisionFeed } from './decision-feed.js';
import { createDocuments, documentNotFound } from './documents.js';
import { computedFor, type RequestIdentity, withIdempotency } from './idempotency.js';
import { createJobs } from './jobs.js';
import { newUuid } from './new-id.js';
import type { Observer, Timings } from './observer.js';
import { atOnce, createOrderedStarts, type StartInOrder } from './ordered-start.js';
import { createReindex } from './reindex.js';
import { startSweeping } from './sweeping.js';
import { createTakeDown } from './take-down.js';
import { createTransfer } from './transfer.js';

export interface Document {
  readonly id?: string | undefined;
  readonly collection: string;
  readonly content: Content;
  /** JSON text of an object. */
  readonly metadata: string | null;
  /** For how long it is kept; undefined: as its collection says. */
  readonly ttlSeconds?: number | undefined;
}

export interface CheckLimits extends MatchLimits {
  readonly store?: 'ifNew' | 'always' | 'never' | undefined;
}

export interface QueryLimits extends MatchLimits {
  readonly explain?: boolean | undefined;
}

/** The outcome of a query; its matches carry evidence if it was asked for. */
export interface ExplainedOutcome extends QueryOutcome {
  readonly matches: readonly (Match & Partial<ExplainedMatch>)[];
}

/** How an operation is carried out, apart from what it does. */
export interface OperationOptions extends Errand {
  readonly timings?: Timings | undefined;
  readonly startInOrder?: StartInOrder;
  readonly idempotency?: RequestIdentity | undefined;
  /** Whether it waits where a queue is full, instead of being refused with `overloaded`. */
  readonly patient?: boolean;
}

export interface DetectorOptions {
  readonly store: Store;
  readonly signer: Signer;
  /** Of new collections. */
  readonly defaultRecipe: Recipe;
  readonly collectionsMax: number;
  /** The only place where `backup` writes; undefined: it is refused. */
  readonly backupDirectory?: string | undefined;
  readonly observer?: Pick<Observer, 'decided'> | undefined;
  readonly clock?: () => number;
  /** Between two looks for what is to be swept. */
  readonly sweepIntervalMs?: number | undefined;
  readonly newId?: () => string;
  readonly newClusterId?: () => string;
}

const sweepIntervalDefaultMs = 1000;

/** How many matches a reply lists unless the request names a number. */
const limitDefault = 10;

export type Detector = ReturnType<typeof createDetector>;

/**
 * The use cases of neardup, free of HTTP. Shapes have been checked by the caller; what depends on
 * collections, recipes and stored documents is checked here and in the store.
 *
 * A signature is computed before the store is asked, never inside a transaction.
 */
export function createDetector(options: DetectorOptions) {
  const { store, signer, observer } = options;
  const clock = options.clock ?? Date.now;
  const newId = options.newId ?? newUuid;
  const newClusterId = options.newClusterId ?? newUuid;
  const feed = createDecisionFeed();
  const collections = createCollections({ ...options, clock });
  const jobs = createJobs(clock);
  const sweeping = startSweeping(store, clock, options.sweepIntervalMs ?? sweepIntervalDefaultMs);
  const compute = createCompute(signer);
  const computePatiently = createCompute(signer.patient);
  const { compare, explain, readPage } = createCompare({ store, signer, collections, clock });

  /** Stores a document whatever it resembles. */
  function add(document: Document, options: OperationOptions = {}): Promise<AddOutcome & Computed> {
    const { timings, client, startInOrder = atOnce, idempotency, patient = false } = options;
    return collections.use(document.collection, async (collection) => {
      const computed = await computeDocument(document, collection, options);
      const operation = (now: number): AddOperation => ({
        collection,
        id: document.id ?? newId(),
        signature: computed.signature,
        metadata: document.metadata,
        text: computed.text,
        extractor: computed.extractor,
        expiresAt: expiryOf(document, collection, now),
        now,
      });
      const outcome = await startInOrder(() =>
        storeFor(patient).add(
          withIdempotency(idempotency, computed, operation(clock())),
          timings,
          client,
        ),
      );
      const { signature, extractor } = computedFor(outcome, computed);
      return { ...outcome, signature, extractor };
    });
  }

  /** Decides whether a document is here already and stores it if not, in one atomic step. */
  function check(
    document: Document,
    limits: CheckLimits,
    options: OperationOptions = {},
  ): Promise<CheckOutcome & Computed> {
    const { timings, client, startInOrder = atOnce, idempotency, patient = false } = options;
    return collections.use(document.collection, async (collection) => {
      const rule = matchRule('check', collection, limits);
      const computed = await computeDocument(document, collection, options);
      const operation = (now: number): CheckOperation => ({
        collection,
        id: document.id ?? null,
        newId: document.id ?? newId(),
        newClusterId: newClusterId(),
        signature: computed.signature,
        metadata: document.metadata,
        text: computed.text,
        extractor: computed.extractor,
        store: limits.store ?? 'ifNew',
        rule,
        limit: limits.limit ?? limitDefault,
        expiresAt: expiryOf(document, collection, now),
        now,
      });
      let at = 0;
      const outcome = await startInOrder(() => {
        at = clock();
        return storeFor(patient).check(
          withIdempotency(idempotency, computed, operation(at)),
          timings,
          client,
        );
      });
      if (outcome.replayed === undefined) {
        observer?.decided(outcome.decision);
        feed.tell(() => ({ ...outcome, at, collection: collection.name }));
      }
      return decided(outcome, computedFor(outcome, computed));
    });
  }

  /**
   * `add` and `check` for documents that come one after the other: signatures are computed side by
   * side, and the store is asked in the order of the calls, so each document sees those before it.
   * Where a queue is full they wait: the caller bounds how many are under way.
   * `stop` fails what the store was not yet asked.
   * @param errand for whom all of them are
   */
  function inOrder(errand?: Errand) {
    const { take, stop } = createOrderedStarts();
    const options = { ...errand, patient: true };
    return {
      add: (document: Document) =>
        take((startInOrder) => add(document, { ...options, startInOrder })),
      check: (document: Document, limits: CheckLimits) =>
        take((startInOrder) => check(document, limits, { ...options, startInOrder })),
      stop,
    };
  }

  /** Matches of a content, or of a stored document, which is then left out. */
  function query(
    probe: Probe,
    collectionName: string,
    limits: QueryLimits,
    options: OperationOptions = {},
  ): Promise<ExplainedOutcome> {
    return collections.use(collectionName, async (collection) => {
      const rule = matchRule('query', collection, limits);
      // What is to be explained is needed as text once more, and read only once.
      const asked =
        limits.explain && probe.kind === 'page' ? await readPage(probe.page, options) : probe;
      const wanted =
        asked.kind === 'id'
          ? { id: asked.id }
          : computedOf(await compute(asked, collection, false, options));
      const limit = limits.limit ?? limitDefault;
      const operation = { collection, rule, probe: wanted, limit, now: clock() };
      const outcome = await store.query(operation, options.timings, options.client);
      if (outcome === undefined) {
        throw documentNotFound(probe.kind === 'id' ? probe.id : '', collection);
      }
      if (!limits.explain) return outcome;
      return { ...outcome, matches: await explain(asked, outcome.matches, collection, options) };
    });
  }

  /** The signature that a document would get, without storing anything. */
  function fingerprint(content: Readable, collectionName: string, errand?: Errand) {
    return collections.use(collectionName, async (collection) => ({
      ...computedOf(await compute(content, collection, false, errand)),
      collection,
    }));
  }

  /** Counts of one collection, or of the whole store. */
  function stats(collectionName?: string, client?: Client): Promise<StoreStats> {
    if (collectionName === undefined) return store.stats(undefined, client);
    return collections.reach(collectionName, (collection) => store.stats(collection, client));
  }

  /** Decisions of the last so many hours, of one collection or of the whole store. */
  function history(
    hours: number,
    collectionName?: string,
    client?: Client,
  ): Promise<DecisionPoint[]> {
    const since = clock() - hours * hourMs;
    if (collectionName === undefined) return store.history(since, undefined, client);
    return collections.reach(collectionName, (collection) =>
      store.history(since, collection, client),
    );
  }

  /** Names and versions of what ever took the text of a document here. Cost: constant. */
  const extractors = (): Promise<string[]> => store.extractors();

  /** What must work for requests to be answered: null if it does, else why it does not. */
  async function readiness(): Promise<Readonly<Record<'store' | 'signing', string | null>>> {
    const probe = { kind: 'text', text: 'ready' } as const;
    const [storeProblem, signingProblem] = await Promise.all([
      problemOf(store.ping()),
      problemOf(Promise.all([signer.sign(probe, options.defaultRecipe), signer.checkThreads()])),
    ]);
    return { store: storeProblem, signing: signingProblem };
  }

  async function close(): Promise<void> {
    await jobs.close();
    await sweeping.stop();
    await signer.close();
    await store.close();
  }

  function computeDocument(
    { content }: Document,
    collection: Collection,
    options: OperationOptions,
  ) {
    const computeIt = options.patient ? computePatiently : compute;
    return computeIt(content, collection, collection.keepText, options);
  }

  const storeFor = (patient: boolean) => (patient ? store.patient : store);

  return {
    add,
    check,
    inOrder,
    query,
    compare,
    fingerprint,
    extract: signer.extract,
    ...createDocuments({ store, collections, clock }),
    takeDown: createTakeDown({ store: store.patient, collections, jobs, clock }),
    createCollection: collections.create,
    updateCollection: collections.update,
    getCollection: collections.get,
    listCollections: collections.list,
    deleteCollection: collections.delete,
    reindex: createReindex({
      store: store.patient,
      signer: signer.patient,
      collections,
      jobs,
      clock,
    }),
    getJob: jobs.get,
    listJobs: jobs.list,
    stats,
    history,
    listen: feed.listen,
    ...createClusters({ store, collections, clock }),
    extractors,
    backup: createBackup({ store, directory: options.backupDirectory, clock }),
    /** Writes a backup to a file of any path. */
    backupTo: (file: string) => store.backup(file, new AbortController().signal),
    ...createTransfer(store, collections, clock),
    /** How much waits at this moment. */
    load: () => ({ storeQueue: store.waiting(), ...signer.load() }),
    readiness,
    /** Whether the store failed for good, so that only a new process can go on. */
    isLost: store.isLost,
    close,
  };
}

/** One literal: what V8 puts together of a spread object and more, it makes and reads by slower ways. */
function decided(outcome: CheckOutcome, { signature, extractor }: Computed) {
  return {
    decision: outcome.decision,
    stored: outcome.stored,
    created: outcome.created,
    id: outcome.id,
    duplicateOf: outcome.duplicateOf,
    best: outcome.best,
    cluster: outcome.cluster,
    previous: outcome.previous,
    matches: outcome.matches,
    truncated: outcome.truncated,
    replayed: outcome.replayed,
    signature,
    extractor,
  };
}

/** When a document expires that is stored now; null: never. */
function expiryOf({ ttlSeconds }: Document, collection: Collection, now: number): number | null {
  const seconds = ttlSeconds ?? collection.ttlSeconds;
  return seconds === null ? null : now + seconds * 1000;
}

function problemOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: Error) => error.message,
  );
}
