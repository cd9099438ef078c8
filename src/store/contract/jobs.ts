/** Number of jobs that are kept. */
export const keptJobsMax = 100;

/** A job as kept for later processes, for example after a restart. */
export interface KeptJob {
  readonly id: string;
  /** Opaque to the store. */
  readonly record: string;
}
