import type { TaskContext } from '../../quota/task-context.js';
import type { OfOneOrAll } from './collections.js';
import type { Decision } from './documents.js';

/** Figures on the size and activity of a store, for monitoring. */

export interface StoreStats extends DecisionStatistics {
  readonly documents: number;
  readonly contents: number;
  readonly fingerprints: number;
  /** Number of claimed documents. */
  readonly claims: number;
  /** Size of the files on disk in bytes; null for a store without files. */
  readonly bytes: number | null;
  /** Size of the write-ahead log, included in `bytes`. */
  readonly walBytes: number | null;
}

/** Result of a backup. */
export interface BackupStatistics {
  readonly bytes: number;
}

/** Options of a store call. */
export interface StoreCall extends TaskContext {
  /** Object that the store fills in with the timings of the call. */
  readonly timings?: StoreTimings | undefined;
}

/** Durations of the phases of one operation, in milliseconds. A store fills in only the phases that it measures. */
export interface StoreTimings {
  /**
   * Time from the call until the engine was free to execute the operation's group: until the group had been sent, and
   * the previous group had been answered.
   */
  storeQueueMs?: number;
  /** Time from the end of `storeQueueMs` until the replies of the group arrived. */
  storeGroupMs?: number;
  /** Duration of the commit and its sync to disk, included in `storeGroupMs`. */
  commitMs?: number;
}

/** Measurements of one group of operations. */
export interface GroupStatistics {
  readonly operations: number;
  /** Duration of the commit and its sync to disk, in milliseconds; null if nothing was written. */
  readonly commitMs: number | null;
  readonly searches: readonly SearchEffort[];
  /** Number of expired documents removed. */
  readonly expired: number;
  /** Number of expired claims that were ended. */
  readonly expiredClaims: number;
}

export interface SearchEffort {
  /** Number of index lookups. */
  readonly probes: number;
  /** Number of stored texts that were compared. */
  readonly candidates: number;
}

export type DecisionCounts = Record<Decision, number>;

/** Counts of checks. Dry runs, renewals of claims and repeated requests (idempotency.ts) are not counted. */
export interface DecisionStatistics {
  readonly decisions: DecisionCounts;
  /** Histogram of the best match's distance, 0 to 64. */
  readonly distances: number[];
  /** Histogram of the best match's similarity, in bins of 0.05; the last bin includes 1. */
  readonly similarities: number[];
}

/** Figures of one collection in a list of collections. */
export interface CollectionStats {
  readonly documents: number;
  readonly contents: number;
  readonly decisions: DecisionCounts;
  /**
   * Start of the latest hour with a decision, among the hours for which counts are kept; null if there is none, or if
   * the store keeps no hourly counts.
   */
  readonly lastDecisionHour: number | null;
}

/** Decisions of one hour. */
export interface DecisionPoint extends DecisionCounts {
  /** Start of the hour. */
  readonly at: number;
}

/** Decisions about the ids of one host, over several days. */
export interface HostDecisions extends DecisionCounts {
  /** Host (host.ts); null for ids that are not URLs. */
  readonly host: string | null;
}

/** Orders of a list of hosts: by the number of all decisions, or of pages refused as duplicates. */
export const hostOrders = ['decisions', 'refused'] as const;
export type HostOrder = (typeof hostOrders)[number];

/** Number of days for which counts by hour, and by host and day, are kept. */
export const historyDaysMax = 90;

/** Period and number of hosts of `hosts`. */
export interface ListHosts extends OfOneOrAll {
  /** Beginning of the first day. */
  readonly since: number;
  readonly order: HostOrder;
  readonly limit: number;
}
