import type { OperationMethods } from '../sqlite/operations/operations.js';
import type { Collection } from './collections.js';
import type { BackupStatistics } from './statistics.js';

export type StoreEngine = 'sqlite' | 'cassandra';

/**
 * Contract of every store.
 *
 * A store remembers documents, proposes candidates and decides atomically. Each method is a whole operation: it happens
 * entirely or not at all, and no other operation ever sees it half done.
 *
 *   document ──refers to──► content ──has──► fingerprint ──split into──► 4 blocks of 16 bits
 *   (id, metadata, times)   (exact hash)     (64 bits)                   (the index)
 *
 * Equal contents and fingerprints are stored once: 200,000 documents with one content share one fingerprint and one
 * entry in each block table.
 *
 * Order: operations on one store object take effect in call order if they belong to the same connection of a client, or
 * to no client. Calls without a client come from the service itself. Different clients take turns; a store that does
 * not queue operations may ignore clients. Every operation takes effect at one moment between its call and its
 * response. A call whose signal is aborted before the operation has begun fails with the reason of the signal.
 *
 * Visibility: an operation sees every write that was acknowledged before its call. Durability: a promise resolves only
 * when its writes would survive `kill -9` and power loss (if the store has a disk at all). Time is an argument, in
 * milliseconds since 1970.
 *
 * Expiry: a document whose `expiresAt` is at or before the `now` of an operation is absent, as if deleted at its
 * `expiresAt`. Its row is deleted later, by `sweep`. Until the sweep, `stats` and clusters (clusters.ts) still count
 * the document, and its content keeps its text and extractor, which a new document with the same content gets.
 * `restore` and `restoreMembers` have no `now`, so they treat expired documents like all others.
 *
 * Claims (claims.ts): before an operation runs, unconfirmed claims that have expired by its `now` are ended, at most
 * `claimsExpiredAtOnce` of them. The rest are ended before later operations.
 *
 * Idempotency: an add, check or delete with an `idempotency` takes effect at most once per key, and its outcome is
 * stored in the same step. Until the key expires, a repeated request returns that outcome, even if the documents have
 * changed since. The exception is a check whose claim has ended, which is decided again. A different request with the
 * same key fails with `idempotency_key_reused`.
 *
 * Size: a response with documents, matches, clusters, members or separations ends with the item that reaches
 * `replyBytesMax` (reply-bytes.ts). So a page may be shorter than its limit and still be followed by others. In a list
 * without `next` or `position`, only an empty page marks the end.
 *
 * The caller has validated all shapes: names, ids, ranges of numbers. A store validates only what depends on its data.
 * Errors are `NeardupError`s; a failed operation has written nothing.
 */
export interface Store extends StoreOperations {
  /**
   * SQLite supports everything. The Cassandra store supports the operations that `CoreOperations` lists
   * (cassandra-store.ts), but no claims, and no recipes with custom words or parts. Anything else is rejected with
   * `store_unsupported` and changes nothing (engines/cassandra).
   */
  readonly engine: StoreEngine;
  /**
   * The same store for background work, such as a job or a long stream. These operations enter the queue only while it
   * is less than half full, so that other operations still find room. Until then, they wait instead of failing with
   * `overloaded`, and enter in call order (with SQLite, clients take turns). For the order of operations, entering the
   * queue counts as the call. The caller must limit the number of waiting operations.
   */
  readonly withBackpressure: StoreOperations;
  /**
   * Writes a copy of the whole store into a new file, which can be opened as a store. The copy is synced, and contains
   * the store as it was at one moment after the call. Other operations continue without long waits.
   * @throws `validation_failed` if the file exists; `overloaded` if another backup is running; `shutting_down` if the
   *   signal was aborted; `disk_full`
   */
  backup(file: string, signal: AbortSignal): Promise<BackupStatistics>;
  /**
   * Number of operations waiting in the queue, or for room in it; with Cassandra, which has no queue, number of
   * operations in progress.
   */
  waiting(): number;
  /** Returns true if the store has failed permanently, which makes every call fail. Costs nothing. */
  isLost(): boolean;
  /** Completes earlier calls, then releases all resources. Idempotent. */
  close(): Promise<void>;
}

/** One method per operation in sqlite/operations/. */
export interface StoreOperations extends OperationMethods {
  /** Returns the collection with this name, or undefined. Cheap enough to call for every request. */
  getCollection(name: string): Promise<Collection | undefined>;
  /** Returns all collections, by name. */
  listCollections(): Promise<Collection[]>;
}
