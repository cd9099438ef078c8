import { setMaxListeners } from 'node:events';
import { NeardupError } from '../errors.js';
import { newUuid } from './new-id.js';

/** Work that goes on after its request was answered. */
export interface Job {
  readonly id: string;
  readonly kind: 'reindex' | 'delete';
  readonly collection: string;
  readonly state: 'running' | 'succeeded' | 'failed';
  /**
   * Documents done, and how many there were at the start, null if nobody has counted them; done may
   * come to exceed it.
   */
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly error: NeardupError | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export type Jobs = ReturnType<typeof createJobs>;

/** How many jobs that have ended are remembered. */
const endedMax = 100;

/**
 * Jobs of this process, oldest first. They do not outlive it: what a job leaves unfinished is
 * cleared when the store is opened again.
 */
export function createJobs(clock: () => number) {
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // all that waits for a thread on behalf of jobs
  const running = new Set<Promise<void>>();

  /** Starts a job; it reports its progress, and stops soon after the signal is given. */
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

  /** @throws `job_not_found` */
  function get(id: string): Job {
    const job = jobs.get(id);
    if (job !== undefined) return job;
    throw new NeardupError('job_not_found', `No job "${id}"; a restart forgets all jobs`);
  }

  /** Tells all jobs to stop and waits until they have. */
  async function close(): Promise<void> {
    stopping.abort(new NeardupError('shutting_down', 'The service is stopping'));
    await Promise.all(running);
  }

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter(({ state }) => state !== 'running');
    for (const { id } of ended.slice(0, -endedMax)) jobs.delete(id);
  }

  return { start, get, list: () => [...jobs.values()], close };
}

/** Not the error itself, whose stack holds on to what the job was working on: pages of documents. */
function rememberedError(error: unknown): NeardupError {
  return error instanceof NeardupError
    ? new NeardupError(error.code, error.message)
    : new NeardupError('internal', 'The job failed unexpectedly');
}
