import type { CheckOutcome } from '../store/contract/documents.js';
import type { GroupStatistics, StoreTimings } from '../store/contract/statistics.js';

/** Receives events to count. Methods must be cheap and must not throw. */
export interface Observer {
  decided(decision: CheckOutcome['decision']): void;
  groupDone(group: GroupStatistics): void;
  /** The store failed permanently. */
  storeLost?(cause: unknown): void;
  /**
   * The record of a job could not be stored, for an unexpected reason. After a restart, the job may appear as failed.
   */
  jobNotKept?(id: string, cause: unknown): void;
  /** A job failed for an unexpected reason, which its record does not contain. */
  jobBroken?(id: string, cause: unknown): void;
  /**
   * Deleting rows that are no longer visible failed for an unexpected reason. Reported once, and again only after a
   * success.
   */
  sweepFailed?(cause: unknown): void;
}

/** Duration of one request by phase, in milliseconds; phases without work may be absent. */
export interface Timings extends StoreTimings {
  /** Reading a page and computing its signature, including the wait for a thread. */
  readingMs?: number;
  /** Computing any other signature, including the wait for a thread. */
  signingMs?: number;
}
