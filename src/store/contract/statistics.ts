import type { Client } from '../../shares/client.js';
import type { Decision } from './documents.js';

/** Figures on the size and the work of a store, for monitoring. */

export interface StoreStats extends DecisionStatistics {
  readonly documents: number;
  readonly contents: number;
  readonly fingerprints: number;
  /** Documents that are claimed. */
  readonly claims: number;
  /** Size of the files on disk; null for a store without any. */
  readonly bytes: number | null;
  /** The part of `bytes` that is the write-ahead log. */
  readonly walBytes: number | null;
}

/** Result of a backup. */
export interface BackupStatistics {
  readonly bytes: number;
}

/** Options of a call of the store. */
export interface StoreCall {
  /** The client that the operation is for; absent: the service itself. */
  readonly client?: Client | undefined;
  /** Filled in by the store. */
  readonly timings?: StoreTimings | undefined;
}

/** Time that one operation took, by phase, in milliseconds; a store fills in what it knows. */
export interface StoreTimings {
  /** Time until its group was begun; a store may send a group while the one before is under way. */
  storeQueueMs?: number;
  /** Time from then until the replies of its group arrived. */
  storeGroupMs?: number;
  /** The part of `storeGroupMs` that was the commit with its sync to disk. */
  commitMs?: number;
}

/** Measurements of one group of operations. */
export interface GroupStatistics {
  readonly operations: number;
  /** The commit with its sync to disk, in milliseconds; null: nothing was written. */
  readonly commitMs: number | null;
  readonly searches: readonly SearchEffort[];
  /** Documents that were removed because they had expired. */
  readonly expired: number;
  /** Claims that lapsed. */
  readonly lapsed: number;
}

export interface SearchEffort {
  /** Places of the indexes that were read. */
  readonly probes: number;
  /** Contents that were compared. */
  readonly candidates: number;
}

export type DecisionCounts = Record<Decision, number>;

/** Counts of all checks but dry runs. */
export interface DecisionStatistics {
  readonly decisions: DecisionCounts;
  /** Documents with a match by the distance of their best one, 0 to 64. */
  readonly distances: number[];
  /** Documents with a match by its similarity, in bins of 0.05; the last bin includes 1. */
  readonly similarities: number[];
}

/** Figures of one collection in a list of collections. */
export interface CollectionStats {
  readonly documents: number;
  readonly contents: number;
  readonly decisions: DecisionCounts;
  /** Start of the last remembered hour in which a check decided; null: there is none. */
  readonly lastDecisionHour: number | null;
}

/** The decisions of an hour. */
export interface DecisionPoint extends DecisionCounts {
  /** Start of the hour. */
  readonly at: number;
}
