import type { KeptJob } from '../../contract/jobs.js';
import { read, write } from './operation.js';

/** Stores a job, or replaces its record. Keeps only the latest `keptJobsMax` ended jobs. */
export const keepJob = write<KeptJob>({
  run: ({ keptJobs }, job) => keptJobs.keep(job),
});

/** Returns all kept jobs, in the order of their last change. */
export const jobs = read<void, KeptJob[]>({
  run: ({ keptJobs }) => keptJobs.list(),
});
