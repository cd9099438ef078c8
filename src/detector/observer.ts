import type { CheckOutcome } from '../store/contract/documents.js';
import type { GroupStatistics, StoreTimings } from '../store/contract/statistics.js';

/** Gets events to count. Its methods are cheap and never throw. */
export interface Observer {
  decided(decision: CheckOutcome['decision']): void;
  groupDone(group: GroupStatistics): void;
  /** The store failed permanently. */
  storeLost?(cause: unknown): void;
}

/** Time that one request took, by phase, in milliseconds; phases without work may be absent. */
export interface Timings extends StoreTimings {
  /** Reading a page and computing its signature, waiting for a thread included. */
  readingMs?: number;
  /** Computing the signature of anything else, waiting for a thread included. */
  signingMs?: number;
}
