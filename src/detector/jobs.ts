import { setMaxListeners } from 'node:events';
import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Client } from '../shares/client.js';
import { newUuid } from './new-id.js';

/** Work that continues after its request was answered. */
export interface Job {
  readonly id: string;
  readonly kind: 'reindex' | 'delete';
  readonly collection: string;
  readonly state: 'running' | 'succeeded' | 'failed';
  /**
   * Documents done, and their number at the start, null if they were not counted; `done` may exceed
   * the total.
   */
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly error: NeardupError | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
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
  /** @throws `job_not_found` */
  getJob(id: string): Job;
  /** Running jobs and the last that ended, oldest first. */
  listJobs(): Job[];
}

/** Jobs of this process. They do not outlive it. */
export interface Jobs extends Pick<JobUseCases, 'getJob' | 'listJobs'> {
  /**
   * Starts a job.
   * @param total documents at the start; null: not counted
   * @param run reports how many documents are done, and stops soon after the signal is given
   */
  start(
    description: Pick<Job, 'kind' | 'collection'>,
    total: number | null,
    run: (report: (done: number) => void, signal: AbortSignal) => Promise<void>,
  ): Job;
  /** Tells all jobs to stop and waits until they have. */
  close(): Promise<void>;
}

/** How many jobs that have ended are remembered. */
const endedMax = 100;

/**
 * When a process ends, its jobs end unfinished; the next opening of the store clears up after them.
 */
export function createJobs(clock: () => number): Jobs {
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // all that waits for a thread on behalf of jobs
  const running = new Set<Promise<void>>();

  function start(
    description: Pick<Job, 'kind' | 'collection'>,
    total: number | null,
    run: (report: (done: number) => void, signal: AbortSignal) => Promise<void>,
  ): Job {
    const id = newUuid();
    const update = (changes: Partial<Job>) =>
      jobs.set(id, { ...(jobs.get(id) as Job), ...changes });
    jobs.set(id, {
      id,
      ...description,
      state: 'running',
      progress: { done: 0, total },
      error: null,
      startedAt: clock(),
      endedAt: null,
    });
    const ended = run((done) => update({ progress: { done, total } }), stopping.signal)
      .then(() => update({ state: 'succeeded', endedAt: clock() }))
      .catch((error: unknown) =>
        update({ state: 'failed', error: rememberedError(error), endedAt: clock() }),
      )
      .then(() => {
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

  async function close(): Promise<void> {
    stopping.abort(new NeardupError('shutting_down', 'The service is stopping'));
    await Promise.all(running);
  }

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter(({ state }) => state !== 'running');
    for (const { id } of ended.slice(0, -endedMax)) jobs.delete(id);
  }

  return { start, getJob, listJobs: () => [...jobs.values()], close };
}

/** Not the error itself: its stack would keep the pages of documents of the job in memory. */
function rememberedError(error: unknown): NeardupError {
  return error instanceof NeardupError
    ? new NeardupError(error.code, error.message)
    : new NeardupError('internal', 'The job failed unexpectedly');
}
