import type { KeptJob } from '../../contract/jobs.js';
import { read, write } from './operation.js';

/** Keeps a job, or replaces its record. Only the last `keptJobsMax` ended jobs are kept. */
export const keepJob = write<KeptJob>({
  run: ({ keptJobs }, job) => keptJobs.keep(job),
});

/** Returns the kept jobs, oldest first. */
export const jobs = read<void, KeptJob[]>({
  run: ({ keptJobs }) => keptJobs.list(),
});
