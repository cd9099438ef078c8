/** Maximum number of ended jobs that are kept. Running jobs are kept in addition. */
export const keptJobsMax = 100;

/** A job as stored, so that a later process can list it, for example after a restart. */
export interface KeptJob {
  readonly id: string;
  readonly hasEnded: boolean;
  /** State of the job, as text that the store does not interpret. */
  readonly record: string;
}
