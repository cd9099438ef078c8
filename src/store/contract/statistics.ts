import type { Client } from '../../shares/client.js';
import type { Decision } from './documents.js';

/** What a store tells of its size and of its work, for whoever measures. */

export interface StoreStats extends DecisionStatistics {
  readonly documents: number;
  readonly contents: number;
  readonly fingerprints: number;
  /** Documents that are claimed. */
  readonly claims: number;
  /** Size of the files on disk; null for a store without any. */
  readonly bytes: number | null;
  /** Of that, the write-ahead log. */
  readonly walBytes: number | null;
}

/** What a backup wrote. */
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

/** Where the time of one operation went, in milliseconds; a store fills in what it knows. */
export interface StoreTimings {
  /** Until its group was begun: a store may send it off earlier, while the one before is under way. */
  storeQueueMs?: number;
  /** From then on until the replies of its group were back. */
  storeGroupMs?: number;
  /** Of that, the commit with its sync to disk. */
  commitMs?: number;
}

/** What a group of operations that were done together took, for whoever measures. */
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
  /** The same by its similarity, in bins of 0.05 of which the last holds 1, too. */
  readonly similarities: number[];
}

/** What a list of collections tells of each. */
export interface CollectionStats {
  readonly documents: number;
  readonly contents: number;
  readonly decisions: DecisionCounts;
  /** When the hour began in which a check decided last; null: in none that is remembered. */
  readonly lastDecisionHour: number | null;
}

/** The decisions of an hour. */
export interface DecisionPoint extends DecisionCounts {
  /** When the hour began. */
  readonly at: number;
}
