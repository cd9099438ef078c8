import { NeardupError } from '../errors.js';
import type { Level } from '../matching/match.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
} from '../store/contract/documents.js';
import type { Store } from '../store/contract/store.js';
import type { Signer } from '../workers/signer.js';
import { type Collections, type MatchLimits, matchesDefault, matchRule } from './collections.js';
import {
  type Content,
  computedFor,
  createCompute,
  type RequestIdentity,
  type WithComputed,
  withIdempotency,
} from './compute.js';
import type { DecisionFeed } from './decision-feed.js';
import { createDescribePage, type FactsToKeep, packFacts } from './kept-facts.js';
import type { Observer, Timings } from './observer.js';
import { createScope } from './scope.js';

export interface Document {
  /** Id of the document; generated if undefined. */
  readonly id?: string | undefined;
  readonly collection: string;
  readonly content: Content;
  /** Metadata of the document as the JSON text of an object; null if it has none. */
  readonly metadata: string | null;
  /** Time to live; defaults to the setting of the collection. */
  readonly ttlSeconds?: number | undefined;
  /** Page title to store with the document; defaults to the title found in the page. */
  readonly title?: string | undefined;
  /** True to return the page's own metadata, with its headings. */
  readonly wantsPage?: boolean | undefined;
}

export interface CheckLimits extends MatchLimits {
  /** Defaults to the setting of the collection. */
  readonly duplicateIf?: Level | undefined;
  /** Defaults to `skip`. */
  readonly onDuplicate?: CheckOperation['onDuplicate'] | undefined;
  /** Defaults to `store`. */
  readonly onChange?: CheckOperation['onChange'] | undefined;
  /** Defaults to `keep`. */
  readonly onCovered?: CheckOperation['onCovered'] | undefined;
  /** Defaults to false. */
  readonly dryRun?: boolean | undefined;
  /**
   * Duration of the claim on the stored document, in seconds. If the claim is not confirmed within that time, the
   * document is removed, and the version that it replaced, if any, is restored. If undefined, the document is
   * stored without a claim.
   */
  readonly claimSeconds?: number | undefined;
  /**
   * Name of the claimant, the client that holds the claim; see `claimantOf` in `OperationOptions`. Undefined if the
   * request names no claimant.
   */
  readonly claimant?: string | undefined;
}

/** Options for the execution of an operation. */
export interface OperationOptions extends TaskContext {
  /** Receives the time of each phase. */
  readonly timings?: Timings | undefined;
  readonly startInOrder?: StartInOrder;
  /** Key under which the operation runs at most once. */
  readonly idempotency?: RequestIdentity | undefined;
  /** True to wait if a queue is full, instead of failing with `overloaded`. */
  readonly backpressure?: boolean;
  /**
   * Returns the claimant for the name in a request, which may be undefined. Without this function, the name itself is
   * the claimant, or an empty string if undefined.
   */
  readonly claimantOf?: ((name: string | undefined) => string) | undefined;
}

/** Operations that store documents. */
export interface CheckUseCases {
  /**
   * Stores a document even if it resembles others, and replaces any document with the same id. Cost: a signature, and
   * one row per table.
   * @throws `collection_not_found`, `recipe_mismatch`, `text_empty`, `extraction_failed`, `overloaded`
   */
  add(document: Document, options?: OperationOptions): Promise<WithComputed<AddOutcome>>;
  /**
   * Decides whether a document is already stored and stores it if not, in one atomic step: of several concurrent checks
   * of the same text, exactly one is `new`. See `Store.check`. Cost: a signature, computed before the store is called,
   * and a search.
   * @throws as `add`; `distance_unsupported`; `validation_failed` for a limit that the recipe does not use;
   *   `too_many_replaced`
   */
  check(
    document: Document,
    limits: CheckLimits,
    options?: OperationOptions,
  ): Promise<WithComputed<CheckOutcome>>;
  /**
   * Returns versions of `add` and `check` that process a sequence of documents in order.
   * @param context client of the whole sequence, and the function that returns its claimants
   */
  inOrder(context?: TaskContext & Pick<OperationOptions, 'claimantOf'>): OrderedChecks;
}

/**
 * Operations on a sequence of documents. Their signatures are computed in parallel, but the store receives the
 * documents in the order of the calls, so that each document is compared with the ones before it. Calls wait while a
 * queue is full, so the caller must limit the number of concurrent calls.
 */
export interface OrderedChecks {
  add(document: Document): Promise<WithComputed<AddOutcome>>;
  check(document: Document, limits: CheckLimits): Promise<WithComputed<CheckOutcome>>;
  /** Rejects, with this error, all calls whose documents have not reached the store. */
  stop(error: Error): void;
}

export interface CheckOptions {
  readonly store: Store;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly observer: Pick<Observer, 'decided'> | undefined;
  readonly feed: Pick<DecisionFeed, 'tell'>;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly newClusterId: () => string;
}

/** Creates the operations. They compute a signature before they call the store, never inside a transaction. */
export function createChecks(options: CheckOptions): CheckUseCases {
  const { store, signer, collections, observer, feed } = options;
  const { clock, newId, newClusterId } = options;
  const compute = createCompute(signer);
  const computeWithBackpressure = createCompute(signer.withBackpressure);
  const describePage = createDescribePage(store, clock);

  function add(
    document: Document,
    options: OperationOptions = {},
  ): Promise<WithComputed<AddOutcome>> {
    const { timings, client, signal, startInOrder = atOnce, idempotency } = options;
    return collections.use(document.collection, async (collection) => {
      const { keepText } = collection;
      const computed = await computeDocument(document, collection, keepText, options);
      const operation = (now: number): AddOperation => ({
        collection,
        id: document.id ?? newId(),
        signature: computed.signature,
        metadata: document.metadata,
        page: pageFacts(document, computed),
        text: computed.text,
        extractor: computed.extractor,
        expiresAt: computeExpiry(document, collection, now),
        now,
      });
      const outcome = await startInOrder(() =>
        storeFor(options).add(withIdempotency(idempotency, computed, operation(clock())), {
          ...{ timings, client, signal },
        }),
      );
      return { outcome, computed: computedFor(outcome, computed) };
    });
  }

  function check(
    document: Document,
    limits: CheckLimits,
    options: OperationOptions = {},
  ): Promise<WithComputed<CheckOutcome>> {
    const { timings, client, signal, startInOrder = atOnce, idempotency } = options;
    return collections.use(document.collection, async (collection) => {
      refuseTogether(document, limits);
      const scopeAt = createScope('check', limits, document.id);
      const rule = matchRule('check', collection, limits);
      const keepText = collection.keepText || collection.refusedPages?.texts === true;
      const computed = await computeDocument(document, collection, keepText, options);
      const operation = (now: number): CheckOperation => ({
        collection,
        id: document.id ?? null,
        newId: document.id ?? newId(),
        newClusterId: newClusterId(),
        signature: computed.signature,
        metadata: document.metadata,
        page: pageFacts(document, computed),
        text: collection.keepText ? computed.text : null,
        refusedText: collection.refusedPages?.texts ? computed.text : null,
        extractor: computed.extractor,
        duplicateIf: limits.duplicateIf ?? collection.duplicateIf,
        onDuplicate: limits.onDuplicate ?? 'skip',
        onChange: limits.onChange ?? 'store',
        onCovered: limits.onCovered ?? 'keep',
        dryRun: limits.dryRun ?? false,
        claim: createClaim(limits, options, computeExpiry(document, collection, now), now),
        rule,
        scope: scopeAt(now),
        limit: limits.limit ?? matchesDefault,
        expiresAt: computeExpiry(document, collection, now),
        now,
      });
      let at = 0;
      const outcome = await startInOrder(() => {
        at = clock();
        return storeFor(options).check(withIdempotency(idempotency, computed, operation(at)), {
          ...{ timings, client, signal },
        });
      });
      if (outcome.replayed === undefined && outcome.renewed === undefined) {
        observer?.decided(outcome.decision);
        const title = document.title ?? computed.facts?.title ?? null;
        feed.tell(() => ({ kind: 'decision', at, collection: collection.name, title, outcome }));
      }
      return { outcome, computed: computedFor(outcome, computed) };
    });
  }

  function inOrder(context?: TaskContext & Pick<OperationOptions, 'claimantOf'>): OrderedChecks {
    const { take, stop } = createOrderedStarts();
    const options = { ...context, backpressure: true };
    return {
      add: (document) => take((startInOrder) => add(document, { ...options, startInOrder })),
      check: (document, limits) =>
        take((startInOrder) => check(document, limits, { ...options, startInOrder })),
      stop,
    };
  }

  async function computeDocument(
    { content, id, title, wantsPage }: Document,
    collection: Collection,
    keepText: boolean,
    options: OperationOptions,
  ) {
    const computeIt = options.backpressure ? computeWithBackpressure : compute;
    const given = { ...options, title };
    const computed = await computeIt(content, collection, keepText, given);
    if (!wantsPage) return computed;
    const { facts } = computed;
    const page = await describePage({ facts, title, id }, collection, options.client);
    return { ...computed, page };
  }

  const storeFor = ({ backpressure = false }: OperationOptions) =>
    backpressure ? store.withBackpressure : store;

  return { add, check, inOrder };
}

/** Rejects settings that contradict each other. @throws `validation_failed` */
function refuseTogether(
  { id }: Document,
  { onDuplicate = 'skip', onChange = 'store', dryRun = false, claimSeconds, claimant }: CheckLimits,
): void {
  if (claimSeconds !== undefined && dryRun) {
    throw invalid('claimSeconds', '"dryRun" stores nothing that could be claimed');
  }
  if (claimant !== undefined && claimSeconds === undefined) {
    throw invalid('claimant', 'needs "claimSeconds"');
  }
  if (onChange !== 'keep') return;
  if (id === undefined)
    throw invalid('onChange', '"keep" needs an id, whose former version may stay');
  if (onDuplicate !== 'skip') {
    throw invalid(
      'onChange',
      `"keep" never keeps the former version with "onDuplicate": "${onDuplicate}"`,
    );
  }
}

function invalid(field: string, detail: string): NeardupError {
  return new NeardupError('validation_failed', `Cannot check with ${field}: ${detail}`, {
    errors: [{ pointer: `/${field}`, detail }],
  });
}

/** Returns the claim that a check makes; null if it makes none. The claim ends no later than the document expires. */
function createClaim(
  { claimSeconds, claimant }: CheckLimits,
  { claimantOf = (name = '') => name }: OperationOptions,
  kept: number | null,
  now: number,
): CheckOperation['claim'] {
  if (claimSeconds === undefined) return null;
  const until = now + claimSeconds * 1000;
  return { claimant: claimantOf(claimant), expiresAt: Math.min(until, kept ?? until) };
}

/** Returns the expiry of a document that is stored now; null if it does not expire. */
function computeExpiry(
  { ttlSeconds }: Document,
  collection: Collection,
  now: number,
): number | null {
  const seconds = ttlSeconds ?? collection.ttlSeconds;
  return seconds === null ? null : now + seconds * 1000;
}

/** Runs an action once every earlier operation has begun its action; see `OrderedStarts.take`. */
export type StartInOrder = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs an action at once. */
const atOnce: StartInOrder = (act) => act();

export interface OrderedStarts {
  /**
   * Starts an operation. The operation prepares immediately, but begins its action only after every earlier operation
   * has begun its action or failed.
   */
  take<T>(operate: (startInOrder: StartInOrder) => Promise<T>): Promise<T>;
  /** Rejects, with this error, all operations that have not begun their actions. */
  stop(error: Error): void;
}

/**
 * A queue for operations that prepare in parallel and act in the order of arrival:
 *
 *   line 1   prepare ───────► act · · · done
 *   line 2   prepare ─►(waits) ─► act · · · done        acts once line 1 has begun to act
 *
 * An operation that retries because its collection was replaced does not wait again, because every earlier operation
 * has begun to act.
 */
function createOrderedStarts(): OrderedStarts {
  let last = Promise.resolve();
  let stopped: Error | undefined;

  function take<T>(operate: (startInOrder: StartInOrder) => Promise<T>): Promise<T> {
    const come = last;
    let pass = () => {};
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    last = come.then(() => passed);
    const startInOrder: StartInOrder = async (act) => {
      await come;
      if (stopped !== undefined) throw stopped;
      const acting = act();
      pass();
      return acting;
    };
    return operate(startInOrder).finally(pass);
  }

  return {
    take,
    stop: (error) => {
      stopped ??= error;
    },
  };
}

/** Returns the packed facts of a page. A text without a title has none. */
function pageFacts(document: Document, { facts }: Pick<FactsToKeep, 'facts'>): string | null {
  return facts === null && document.title === undefined ? null : packFacts({ ...document, facts });
}
