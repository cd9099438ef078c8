import { setMaxListeners } from 'node:events';
import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Client } from '../shares/client.js';
import { newUuid } from './new-id.js';

/** Work that continues after its request was answered. */
export interface Job {
  readonly id: string;
  readonly kind: 'reindex' | 'delete' | 'scan';
  readonly collection: string;
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /**
   * Documents done, and their number at the start, null if they were not counted; `done` may exceed
   * the total.
   */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** Documents per second, so far or in total. */
  readonly documentsPerSecond: number;
  /** Result of a scan that succeeded; else null. */
  readonly result: ScanResult | null;
  readonly error: NeardupError | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** Result of a scan, and its effects. */
export interface ScanResult {
  /** Documents that were compared. */
  readonly documents: number;
  /** Documents whose best match makes them a duplicate, by the rule of the collection. */
  readonly duplicates: number;
  /** Documents with another best match. */
  readonly similar: number;
  /** Documents that took a seat in a cluster; those that had one are not among them. */
  readonly seated: number;
  readonly deleted: number;
  /** Documents that were left alone, as they or their matches changed or went meanwhile. */
  readonly left: number;
  /** The first pairs that were found, in the order of storing, if nothing was to be written; else null. */
  readonly pairs: readonly ScanPair[] | null;
  /** True if more pairs were found than `pairs` lists. */
  readonly truncated: boolean;
}

/** One of both is null. */
export interface ScanPair {
  readonly id: string;
  readonly duplicateOf: string | null;
  readonly similarTo: string | null;
  readonly similarity: number | null;
  readonly distance: number | null;
}

export interface ScanOptions {
  /** True to delete documents that are duplicates of one that stays. */
  readonly deleteDuplicates: boolean;
  /** True to write nothing, and only to report the effects. */
  readonly dryRun: boolean;
}

/** Part of the detector: work that continues after its request was answered. */
export interface JobUseCases {
  /**
   * Starts a job that moves a collection to another recipe while it is in use.
   * @param recipe fields over the default recipe
   * @param client for whom
   * @throws `collection_not_found`; `text_not_kept` if the collection keeps no texts;
   *   `recipe_mismatch`; `collection_exists` if it is being moved already; `store_unsupported`
   */
  reindex(name: string, recipe: Partial<Recipe>, client?: Client): Promise<Job>;
  /**
   * Starts a job that deletes all documents whose id begins with a prefix. It walks once through
   * the ids from the first to the last: what is stored meanwhile under an id that it has passed
   * stays. Four jobs of one owner run at a time; the next ones wait for their turn.
   * @param client for whom
   * @throws `collection_not_found`; `overloaded` if the share of the owner has not ended yet
   */
  takeDown(name: string, idPrefix: string, client?: Client): Promise<Job>;
  /**
   * Starts a job that finds duplicates among the stored documents, as checks of them would in the order of
   * their first storing, by the defaults of the collection. They take seats in clusters, or go. What is
   * stored meanwhile is left for the next scan. A scan that ended early leaves what it has done.
   * @throws `collection_not_found`, `store_unsupported`; `job_running` if the collection is being
   *   scanned or reindexed
   */
  scan(name: string, options: ScanOptions, client?: Client): Promise<Job>;
  /**
   * Cancels a job, which ends soon and keeps the work done so far; a job that has ended stays as it is.
   * @throws `job_not_found`
   */
  cancelJob(id: string): Job;
  /** @throws `job_not_found` */
  getJob(id: string): Job;
  /** Running jobs and the last that ended, oldest first. */
  listJobs(): Job[];
}

type RunJob = (
  report: (done: number) => void,
  signal: AbortSignal,
) => Promise<ScanResult | undefined>;

/** Jobs of this process. They do not outlive it. */
export interface Jobs extends Pick<JobUseCases, 'getJob' | 'listJobs' | 'cancelJob'> {
  /**
   * Starts a job.
   * @param total documents at the start; null: not counted
   * @param run reports the number of documents done, and stops soon after the signal is given
   */
  start(description: Pick<Job, 'kind' | 'collection'>, total: number | null, run: RunJob): Job;
  /** @throws `job_running` if one of these kinds is under way in the collection */
  refuseBeside(action: string, collection: string, kinds: readonly Job['kind'][]): void;
  /** Stops all jobs and waits for their end. */
  close(): Promise<void>;
}

/** Number of ended jobs that are remembered. */
const endedMax = 100;

/** Jobs end unfinished with their process; the next opening of the store removes their remains. */
export function createJobs(clock: () => number): Jobs {
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // all that waits for a thread on behalf of jobs
  const running = new Set<Promise<void>>();
  const cancelling = new Map<string, AbortController>();

  function start(
    description: Pick<Job, 'kind' | 'collection'>,
    total: number | null,
    run: RunJob,
  ): Job {
    const id = newUuid();
    const update = (changes: Partial<Job>) =>
      jobs.set(id, { ...(jobs.get(id) as Job), ...changes });
    jobs.set(id, {
      id,
      ...description,
      state: 'running',
      progress: { done: 0, total },
      documentsPerSecond: 0,
      result: null,
      error: null,
      startedAt: clock(),
      endedAt: null,
    });
    const cancel = new AbortController();
    cancelling.set(id, cancel);
    const signal = AbortSignal.any([stopping.signal, cancel.signal]);
    setMaxListeners(0, signal);
    const startedAt = performance.now();
    const report = (done: number) => {
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      update({ progress: { done, total }, documentsPerSecond: Math.round(done / seconds) });
    };
    const ended = run(report, signal)
      .then((result) => update({ state: 'succeeded', result: result ?? null, endedAt: clock() }))
      .catch((error: unknown) => update({ ...endOf(error, cancel.signal), endedAt: clock() }))
      .then(() => {
        cancelling.delete(id);
        running.delete(ended);
        forgetOldest();
      });
    running.add(ended);
    return jobs.get(id) as Job;
  }

  function getJob(id: string): Job {
    const job = jobs.get(id);
    if (job !== undefined) return job;
    throw new NeardupError('job_not_found', `No job "${id}"; a restart forgets all jobs`);
  }

  function cancelJob(id: string): Job {
    const job = getJob(id);
    cancelling.get(id)?.abort(new NeardupError('shutting_down', 'The job was cancelled'));
    return job;
  }

  function refuseBeside(action: string, collection: string, kinds: readonly Job['kind'][]): void {
    const other = [...jobs.values()].find(
      (job) => job.state === 'running' && job.collection === collection && kinds.includes(job.kind),
    );
    if (other === undefined) return;
    throw new NeardupError(
      'job_running',
      `Cannot ${action} collection "${collection}": job "${other.id}" (${other.kind}) is in progress there; wait for its end, or cancel it`,
    );
  }

  async function close(): Promise<void> {
    stopping.abort(new NeardupError('shutting_down', 'The service is stopping'));
    await Promise.all(running);
  }

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter(({ state }) => state !== 'running');
    for (const { id } of ended.slice(0, -endedMax)) jobs.delete(id);
  }

  return { start, refuseBeside, getJob, cancelJob, listJobs: () => [...jobs.values()], close };
}

function endOf(error: unknown, cancelled: AbortSignal): Pick<Job, 'state' | 'error'> {
  const isCancelled = cancelled.aborted && error instanceof NeardupError;
  if (isCancelled && error.code === 'shutting_down') return { state: 'cancelled', error: null };
  return { state: 'failed', error: rememberedError(error) };
}

/** Not the error itself: its stack would keep the pages of documents of the job in memory. */
function rememberedError(error: unknown): NeardupError {
  return error instanceof NeardupError
    ? new NeardupError(error.code, error.message)
    : new NeardupError('internal', 'The job failed unexpectedly');
}
