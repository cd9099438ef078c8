/** Number of ended jobs that are kept, beside those that run. */
export const keptJobsMax = 100;

/** A job as kept for later processes, for example after a restart. */
export interface KeptJob {
  readonly id: string;
  readonly hasEnded: boolean;
  /** Opaque to the store. */
  readonly record: string;
}
