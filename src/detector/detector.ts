import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { limits } from '../quota/limits.js';
import { createLongWork } from '../quota/long-work.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { Signer } from '../workers/signer.js';
import { type BackupUseCases, createBackup } from './backup.js';
import { type CheckUseCases, createChecks } from './check.js';
import { type ClusterUseCases, createClusters } from './clusters.js';
import { type CollectionPageUseCases, createCollectionPages } from './collection-pages.js';
import { type CollectionUseCases, createCollections } from './collections.js';
import { type CompareUseCases, createCompare } from './compare.js';
import { createDecisionFeed, type DecisionFeed } from './decision-feed.js';
import { createDecisionLog, type DecisionLogUseCases } from './decision-log.js';
import { createDocuments, type DocumentUseCases } from './documents.js';
import type { OpenDuplicateSearch } from './duplicate-search.js';
import { createExcerpts } from './excerpts.js';
import { createExplain } from './explain.js';
import { createGoneMatches } from './gone-matches.js';
import { createJobs, type JobUseCases } from './jobs.js';
import { createLabels, type LabelUseCases } from './labels.js';
import { newUuid } from './new-id.js';
import { createNewest, type NewestUseCases } from './newest.js';
import type { Observer } from './observer.js';
import { createOverlap, type OverlapUseCases } from './overlap.js';
import { createQueries, type QueryUseCases } from './query.js';
import { createReindex } from './reindex.js';
import { createScan } from './scan.js';
import { createState, type StateUseCases } from './service-state.js';
import { createSides } from './sides.js';
import { createSiteMarks } from './site-marks.js';
import { createSites, type SiteUseCases } from './sites.js';
import { startSweeping } from './sweeping.js';
import { createTakeDown } from './take-down.js';
import { type ArchiveUseCases, createTransfer } from './transfer.js';

/**
 * The use cases of neardup, independent of HTTP. Each part is documented in its file.
 *
 *   check.ts        add, check, inOrder
 *   decision-feed.ts  listen
 *   query.ts        query, fingerprint, extract        compare.ts   compare
 *   overlap.ts      overlap
 *   documents.ts    get, getWith, lookup, list, delete, deleteOne, confirm
 *   newest.ts       listNewest
 *   sites.ts        listSiteLines
 *   decision-log.ts  listDecisions, storeRefused, removeRefused, judgeDecision
 *   clusters.ts     listClusters, getCluster, getClusterOfHost, listHosts, listMembers, separate, …
 *   labels.ts       label, unlabel, listLabels, uncertainPairs, recommendation
 *   collections.ts  createCollection, updateCollection, getCollection, listCollections,
 *                   deleteCollection
 *   collection-pages.ts  pageOfCollections
 *   jobs.ts         reindex, takeDown, scan, getJob, …
 *   transfer.ts     unchanged copies of a collection: listArchived, …, restoreArchived, …
 *   backup.ts       backup, backupTo
 *   service-state.ts  stats, history, listHostDecisions, extractors, load, readiness, isLost
 *
 * Callers validate the form of inputs. The detector and the store validate against collections, recipes and stored
 * documents, and fail with a `NeardupError`. Calls that need the store also fail with `overloaded` if the queue is
 * full, `not_ready` if the store has failed permanently, and `shutting_down` once it is closed.
 *
 * A `client`, or a `context` (a client with an abort signal), names the client of the work, so that clients share the
 * service fairly. Work without a client belongs to the service itself.
 */
export interface Detector
  extends CheckUseCases,
    QueryUseCases,
    CompareUseCases,
    OverlapUseCases,
    DocumentUseCases,
    NewestUseCases,
    SiteUseCases,
    DecisionLogUseCases,
    ClusterUseCases,
    LabelUseCases,
    CollectionUseCases,
    CollectionPageUseCases,
    JobUseCases,
    ArchiveUseCases,
    BackupUseCases,
    StateUseCases {
  /** Reports every decision from now on, except those of repeated requests and renewed claims, and matches that are gone. */
  readonly listen: DecisionFeed['listen'];
  /** Ends jobs, completes earlier calls, then releases all resources. */
  close(): Promise<void>;
}

export interface DetectorOptions {
  readonly store: EmbeddedStore;
  readonly signer: Signer;
  /** Opens the search that `scan` uses. If undefined, `scan` fails. */
  readonly openDuplicateSearch?: OpenDuplicateSearch | undefined;
  /** Recipe of new collections. */
  readonly defaultRecipe: Recipe;
  readonly collectionsMax: number;
  /** The only directory that receives backups. If undefined, `backup` fails. */
  readonly backupDirectory?: string | undefined;
  readonly observer?:
    | Pick<Observer, 'decided' | 'jobNotKept' | 'jobBroken' | 'sweepFailed'>
    | undefined;
  readonly clock?: () => number;
  /** Time between two sweeps, which delete rows that are no longer visible. */
  readonly sweepIntervalMs?: number | undefined;
  readonly newId?: () => string;
  readonly newClusterId?: () => string;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive), for sampling pairs to label. */
  readonly random?: () => number;
}

const sweepIntervalDefaultMs = 1000;

export function createDetector(options: DetectorOptions): Detector {
  const { store, signer, defaultRecipe, collectionsMax, observer } = options;
  const { clock = Date.now, newId = newUuid, newClusterId = newUuid } = options;
  const collections = createCollections({
    ...{ store, defaultRecipe, collectionsMax, clock },
    tryRecipe: (recipe) => signer.sign({ kind: 'text', text: '0' }, recipe).catch(refuseFaults),
  });
  const memory = store.features.has('jobs') ? store.withBackpressure : undefined;
  const jobs = createJobs(clock, memory, observer?.jobNotKept, observer?.jobBroken);
  const { sweepIntervalMs = sweepIntervalDefaultMs } = options;
  const feed = createDecisionFeed();
  const markGone = createGoneMatches(store, feed, clock);
  const sweeping = startSweeping(
    [() => store.sweep({ now: clock() }), markGone],
    sweepIntervalMs,
    observer?.sweepFailed,
  );
  const sideOf = createSides({ store, signer, clock });
  const siteMarks = createSiteMarks({ store, clock });
  const explain = createExplain({ store, signer, clock, sideOf, siteMarks });
  const addExcerpts = createExcerpts(store, clock);
  const longWork = createLongWork(limits.longReads);
  const decisionLog = createDecisionLog({ store, collections, longWork, clock, newId });
  const inJobs = { store: store.withBackpressure, collections, jobs, clock };

  return {
    ...createChecks({
      ...{ store, signer, collections, observer, feed },
      ...{ clock, newId, newClusterId },
    }),
    listen: feed.listen,
    ...createQueries({ store, signer, collections, explain, clock }),
    compare: createCompare({ signer, collections, sideOf, siteMarks }),
    overlap: createOverlap({ store, signer, collections, longWork, clock }),
    ...createDocuments({
      ...{ store, collections, addExcerpts, clock },
    }),
    ...decisionLog,
    ...createNewest({ store, collections, addExcerpts, clock }),
    ...createSites({ store, signer, collections, clock }),
    ...createClusters({ store, collections, addExcerpts, longWork, clock }),
    ...createLabels({
      ...{ store, collections, longWork, clock },
      random: options.random ?? Math.random,
    }),
    createCollection: collections.createCollection,
    updateCollection: collections.updateCollection,
    getCollection: collections.getCollection,
    listCollections: collections.listCollections,
    deleteCollection: collections.deleteCollection,
    ...createCollectionPages({ store, collections }),
    reindex: createReindex({
      ...inJobs,
      signer: signer.withBackpressure,
    }),
    takeDown: createTakeDown({ ...inJobs, features: store.features, markGone }),
    scan: createScan({
      ...inJobs,
      signer: signer.withBackpressure,
      newClusterId,
      openSearch: options.openDuplicateSearch,
    }),
    cancelJob: jobs.cancelJob,
    getJob: jobs.getJob,
    listJobs: jobs.listJobs,
    recallJobs: jobs.recallJobs,
    ...createTransfer(store, signer.withBackpressure, collections, clock),
    ...createBackup({ store, directory: options.backupDirectory, clock }),
    ...createState({ store, signer, collections, defaultRecipe, clock }),
    close: async () => {
      await jobs.close();
      await sweeping.stop();
      await signer.close();
      await store.close();
    },
  };
}

/**
 * Rethrows an error from signing a probe text, except `text_empty`: the stop words of a recipe may remove the whole
 * text.
 */
function refuseFaults(error: unknown): void {
  if (!(error instanceof NeardupError && error.code === 'text_empty')) throw error;
}
