import type { Recipe } from '../fingerprint/recipe.js';
import type { Client } from '../quota/task-context.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { StoreFeatures } from '../store/contract/features.js';
import type {
  DecisionPoint,
  HostDecisions,
  HostOrder,
  StoreStats,
} from '../store/contract/statistics.js';
import { dayMs, hourMs, toDay } from '../store/rules/decision-counts.js';
import type { Signer, SignerLoad } from '../workers/signer.js';
import type { Collections } from './collections.js';

/** Use cases that report the state of the service. */
export interface StateUseCases {
  /** Features that the store has beyond those of every store. */
  readonly features: StoreFeatures;
  /**
   * Returns the counts of one collection, or of the whole store. Cost: constant.
   * @throws `collection_not_found`
   */
  stats(collectionName?: string, client?: Client): Promise<StoreStats>;
  /**
   * Returns the decisions of the last `hours` hours, of one collection or of the whole store.
   * @throws `collection_not_found`
   */
  history(hours: number, collectionName?: string, client?: Client): Promise<DecisionPoint[]>;
  /**
   * Returns the first hosts in an order over the last `days` days (UTC), including today, of one collection or of the
   * whole store.
   * @throws `collection_not_found`
   */
  listHostDecisions(
    period: { readonly days: number; readonly order: HostOrder },
    collectionName?: string,
    client?: Client,
  ): Promise<readonly HostDecisions[]>;
  /** Returns the names and versions of all extractors of stored documents, including past ones. Cost: constant. */
  extractors(): Promise<string[]>;
  /** Returns the amount of waiting work. Cost: none. */
  load(): Load;
  /** Returns the state of each component that requests need: null if it works, otherwise the reason why it does not. */
  readiness(): Promise<Readonly<Record<'store' | 'signing', string | null>>>;
  /** Returns true if the store failed permanently and the process must be restarted. Cost: none. */
  isLost(): boolean;
}

export interface Load extends SignerLoad {
  /** Number of operations waiting for the store. */
  readonly storeQueue: number;
}

/** Number of hosts in a list. */
const hostsListed = 50;

export interface StateOptions {
  readonly store: EmbeddedStore;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly defaultRecipe: Recipe;
  readonly clock: () => number;
}

export function createState(options: StateOptions): StateUseCases {
  const { store, signer, collections, defaultRecipe, clock } = options;

  function stats(collectionName?: string, client?: Client): Promise<StoreStats> {
    if (collectionName === undefined) return store.stats({}, { client });
    return collections.reach(collectionName, (collection) =>
      store.stats({ collection }, { client }),
    );
  }

  function history(
    hours: number,
    collectionName?: string,
    client?: Client,
  ): Promise<DecisionPoint[]> {
    const since = clock() - hours * hourMs;
    if (collectionName === undefined) return store.history({ since }, { client });
    return collections.reach(collectionName, (collection) =>
      store.history({ since, collection }, { client }),
    );
  }

  function listHostDecisions(
    { days, order }: { readonly days: number; readonly order: HostOrder },
    collectionName?: string,
    client?: Client,
  ) {
    const wanted = { since: toDay(clock()) - (days - 1) * dayMs, order, limit: hostsListed };
    if (collectionName === undefined) return store.hosts(wanted, { client });
    return collections.reach(collectionName, (collection) =>
      store.hosts({ ...wanted, collection }, { client }),
    );
  }

  async function readiness() {
    const probe = { kind: 'text', text: 'ready' } as const;
    const [storeProblem, signingProblem] = await Promise.all([
      catchProblem(store.ping()),
      catchProblem(Promise.all([signer.sign(probe, defaultRecipe), signer.checkThreads()])),
    ]);
    return { store: storeProblem, signing: signingProblem };
  }

  return {
    features: store.features,
    stats,
    history,
    listHostDecisions,
    extractors: () => store.extractors(),
    load: () => ({ storeQueue: store.waiting(), ...signer.load() }),
    readiness,
    isLost: store.isLost,
  };
}

function catchProblem(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: Error) => error.message,
  );
}
