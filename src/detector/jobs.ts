import { setMaxListeners } from 'node:events';
import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Client, TaskContext } from '../quota/task-context.js';
import { type KeptJob, keptJobsMax } from '../store/contract/jobs.js';
import type { KeepRule } from './duplicate-search.js';
import { failsEveryWrite } from './expected-failures.js';
import { newUuid } from './new-id.js';
import type { Observer } from './observer.js';

/** Work that a request starts and that continues after the response. */
export interface Job {
  readonly id: string;
  readonly kind: 'reindex' | 'delete' | 'scan';
  readonly collection: string;
  /** Options of the request that started the job. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /**
   * `done` is the number of processed documents. `total` is the number of documents when the job started, or null if
   * they were not counted. `done` may exceed `total`.
   */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** Average number of documents per second since the job started; once it has ended, over the whole job. */
  readonly documentsPerSecond: number;
  /** Result of a scan once it has succeeded; otherwise null. */
  readonly result: ScanResult | null;
  readonly error: NeardupError | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** Matches that a scan found, and the changes that it made. */
export interface ScanResult {
  /** Number of compared documents. */
  readonly documents: number;
  /** Number of documents whose best match makes them duplicates under the settings of the collection. */
  readonly duplicates: number;
  /** Number of documents whose best match does not make them a duplicate. */
  readonly similar: number;
  /** Number of documents that the scan added to a cluster. */
  readonly seated: number;
  readonly deleted: number;
  /** Number of documents left unchanged because they or their matches were changed or deleted in the meantime. */
  readonly left: number;
  /** In a dry run, the first pairs in the order in which the documents were compared; otherwise null. */
  readonly pairs: readonly ScanPair[] | null;
  /** True if there are more pairs than `pairs` lists. */
  readonly truncated: boolean;
}

/** A document and its best match, which is either in `duplicateOf` or in `similarTo`; the other is null. */
export interface ScanPair {
  readonly id: string;
  readonly duplicateOf: string | null;
  readonly similarTo: string | null;
  readonly similarity: number | null;
  readonly distance: number | null;
}

export interface ScanOptions {
  /** True to delete the duplicates of documents that are kept. */
  readonly deleteDuplicates: boolean;
  /** Document of a group that stays. A rule other than `first` requires `deleteDuplicates`. */
  readonly keep: KeepRule;
  /** True to report what the scan would change, without writing anything. */
  readonly dryRun: boolean;
}

/** Use cases that start, list and cancel jobs. */
export interface JobUseCases {
  /**
   * Starts a job that reindexes a collection: rebuilds the collection with another recipe while it remains in use.
   * @param recipe fields that override the default recipe
   * @param client client on whose behalf the job runs
   * @throws `collection_not_found`; `text_not_kept` if the collection keeps no texts; `recipe_mismatch`;
   *   `collection_exists` if another reindexing is in progress; `store_unsupported`
   */
  reindex(name: string, recipe: Partial<Recipe>, client?: Client): Promise<Job>;
  /**
   * Starts a job that deletes all documents whose id begins with a prefix. The job goes through the ids once, in order.
   * A document that is stored meanwhile is not deleted if its id precedes the position that the job has reached. At
   * most four such jobs of one owner run at a time; further jobs wait.
   * @param client client on whose behalf the job runs
   * @throws `collection_not_found`; `overloaded` if the owner has too many unfinished jobs
   */
  takeDown(name: string, idPrefix: string, client?: Client): Promise<Job>;
  /**
   * Starts a job that finds duplicates among the stored documents: those that checks with the defaults of the
   * collection would have found, had the documents been checked in the order in which `keep` prefers them.
   * Duplicates are added to clusters, or deleted. Documents stored during the scan are left for the next scan. A
   * cancelled scan keeps the work done so far.
   * @throws `collection_not_found`, `store_unsupported`; `job_running` if a scan or a reindexing of the collection is
   *   in progress
   */
  scan(name: string, options: ScanOptions, client?: Client): Promise<Job>;
  /**
   * Cancels a job, which stops shortly afterwards. A scan or a deletion keeps the work done so far; a reindexing leaves
   * the collection unchanged. Has no effect on a job that has already ended.
   * @throws `job_not_found`
   */
  cancelJob(id: string): Job;
  /** @throws `job_not_found` */
  getJob(id: string): Job;
  /** Returns the running jobs and the most recently ended jobs, including jobs of former processes, oldest first. */
  listJobs(): Job[];
  /** Loads the jobs of former processes. Must be called before the first job starts. */
  recallJobs(): Promise<void>;
}

/** Client of a job, and the signal that stops the job. */
export type JobContext = TaskContext & { readonly signal: AbortSignal };

type RunJob = (
  report: (done: number) => void,
  signal: AbortSignal,
) => Promise<ScanResult | undefined>;

/** Description of a job to start. */
type JobDescription = Pick<Job, 'kind' | 'collection' | 'parameters'>;

/** Jobs of this process, which end with the process, and the last jobs of former processes. */
export interface Jobs
  extends Pick<JobUseCases, 'getJob' | 'listJobs' | 'cancelJob' | 'recallJobs'> {
  /**
   * Starts a job.
   * @param total number of documents at the start; null if they were not counted
   * @param run reports the number of processed documents, and stops soon after the signal aborts
   */
  start(description: JobDescription, total: number | null, run: RunJob): Job;
  /**
   * Rejects an action that must not run at the same time as certain jobs.
   * @throws `job_running` if a job of one of these kinds is in progress in the collection
   */
  refuseBeside(action: string, collection: string, kinds: readonly Job['kind'][]): void;
  /** Stops all jobs, waits until they have ended, and stores the records that could not be stored before. */
  close(): Promise<void>;
}

/** Persistent storage for the records of jobs. */
export interface JobMemory {
  keepJob(job: KeptJob): Promise<void>;
  jobs(): Promise<readonly KeptJob[]>;
}

/**
 * Creates the list of jobs. A job ends with its process, even if unfinished; the leftovers of the job are deleted when
 * the store is next opened.
 * @param memory storage of the jobs; if undefined, jobs are forgotten when the process ends
 * @param onUnkept called if the record of a job cannot be stored for an unexpected reason; storing it is retried later
 * @param onBroken called if a job fails for an unexpected reason
 */
export function createJobs(
  clock: () => number,
  memory?: JobMemory,
  onUnkept?: Observer['jobNotKept'],
  onBroken?: Observer['jobBroken'],
): Jobs {
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // avoids a warning: each time a job waits for a thread, it adds a listener
  const running = new Set<Promise<void>>();
  /** Jobs whose latest record is not stored yet. */
  const unkept = new Set<string>();
  const cancelling = new Map<string, AbortController>();

  function start(description: JobDescription, total: number | null, run: RunJob): Job {
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
    const begun = keep(id);
    const ended = run(report, signal)
      .then((result) => update({ state: 'succeeded', result: result ?? null, endedAt: clock() }))
      .catch((error: unknown) => {
        update({ ...describeEnd(error, cancel.signal), endedAt: clock() });
        const isUnexpected = !(error instanceof NeardupError) || error.code === 'internal';
        if (isUnexpected) onBroken?.(id, error);
      })
      .then(() => begun)
      .then(() => keep(id))
      .then(() => {
        cancelling.delete(id);
        running.delete(ended);
        forgetOldest();
      });
    running.add(ended);
    return jobs.get(id) as Job;
  }

  /**
   * Stores the record of a job, and the records that could not be stored earlier. A record that cannot be stored is
   * retried later; the outcome of its job does not change. A failure that affects all writes, such as a full disk, is
   * reported by other requests; any other failure is reported here.
   */
  async function keep(id: string): Promise<void> {
    unkept.add(id);
    for (const each of [...unkept]) {
      const job = jobs.get(each);
      if (!unkept.delete(each) || job === undefined) continue;
      try {
        await memory?.keepJob({
          ...{ id: each, hasEnded: job.state !== 'running', record: formatRecord(job) },
        });
      } catch (error) {
        unkept.add(each);
        if (failsEveryWrite(error)) return;
        onUnkept?.(each, error);
      }
    }
  }

  async function recallJobs(): Promise<void> {
    const kept = ((await memory?.jobs()) ?? []).map(({ record }) => recalled(record));
    for (const job of kept.sort((a, b) => a.startedAt - b.startedAt)) jobs.set(job.id, job);
    forgetOldest();
  }

  function getJob(id: string): Job {
    const job = jobs.get(id);
    if (job !== undefined) return job;
    throw new NeardupError(
      'job_not_found',
      `No job "${id}"; only the last ${keptJobsMax} are remembered`,
    );
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
    const [first] = unkept;
    if (first !== undefined) await keep(first);
  }

  /** Forgets all ended jobs except the `keptJobsMax` that ended last. */
  function forgetOldest(): void {
    const jobTime = ({ endedAt, startedAt }: Job) => endedAt ?? startedAt;
    const ended = [...jobs.values()].filter(({ state }) => state !== 'running');
    ended.sort((a, b) => jobTime(a) - jobTime(b));
    for (const { id } of ended.slice(0, -keptJobsMax)) jobs.delete(id);
  }

  return {
    ...{ start, refuseBeside, getJob, cancelJob, recallJobs, close },
    listJobs: () => [...jobs.values()],
  };
}

function describeEnd(error: unknown, cancelled: AbortSignal): Pick<Job, 'state' | 'error'> {
  const isCancelled = cancelled.aborted && error instanceof NeardupError;
  if (isCancelled && error.code === 'shutting_down') return { state: 'cancelled', error: null };
  return { state: 'failed', error: rememberedError(error) };
}

/** Copies the error without its stack, which would keep documents of the job in memory. */
function rememberedError(error: unknown): NeardupError {
  return error instanceof NeardupError
    ? new NeardupError(error.code, error.message)
    : new NeardupError('internal', 'The job failed unexpectedly');
}

/** Returns the record of a job, without the (possibly many) pairs that a scan found. */
function formatRecord({ result, error, ...job }: Job): string {
  return JSON.stringify({
    ...job,
    result: result && { ...result, pairs: null },
    error: error && { code: error.code, message: error.message },
  });
}

/**
 * Reads the record of a job that a former process started. A job recorded as running ended with that process, so it has
 * failed.
 */
function recalled(record: string): Job {
  const { error, ...job } = JSON.parse(record) as Job;
  if (job.state === 'running') {
    const ended = new NeardupError('shutting_down', 'The service ended before the job did');
    return { ...job, state: 'failed', error: ended };
  }
  return { ...job, error: error && new NeardupError(error.code, error.message) };
}
