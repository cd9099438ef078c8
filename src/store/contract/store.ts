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
 * Equal things are stored once: 200,000 documents with one content are one content, one fingerprint and one entry in
 * each block table.
 *
 * Order: operations on one store object for one connection of a client, or for no client, take effect in call order.
 * Those of different clients take turns. In any case, an operation takes effect at one moment between its call and its
 * response. Calls without a client come from the service itself. Stores whose operations do not queue may ignore
 * clients. A call whose signal is aborted before it has begun fails with the reason of the signal. Visibility: an operation sees everything acknowledged before its call. Durability: a promise resolves only
 * when its writes would survive `kill -9` and power loss (if the store has a disk at all). Time is an argument, in
 * milliseconds since 1970.
 *
 * Expiry: a document whose `expiresAt` is not after the `now` of an operation is absent, as if deleted at its
 * `expiresAt`, whether or not `sweep` has removed it. Until then, only the following depends on it: `stats` and clusters
 * (clusters.ts) count it. Its content is kept, with its text and extractor, which another document with this content
 * gets. `restore` and `restoreMembers`, which have no time, replace it or seat it like any stored document.
 *
 * Claims: an unconfirmed claim expires (claims.ts) before any operation whose `now` is not earlier. At most
 * `lapsedAtOnce` claims expire at a time; the rest expire before later operations.
 *
 * Idempotency: an add, check or delete with an `idempotency` takes effect at most once per key, and its outcome is
 * stored in the same step. Until the key expires, a repeated request returns that outcome, whatever became of the
 * documents. One exception: a check whose claim has ended is decided again. Another request with the same key fails
 * with `idempotency_key_reused`.
 *
 * Size: a response with documents, matches, clusters, members or separations ends with the item that reaches
 * `replyBytesMax` (reply-bytes.ts). A page shorter than its limit need not be the last one; only an empty page is.
 *
 * The caller has validated all shapes: names, ids, ranges of numbers. A store validates only what depends on its data.
 * Errors are `NeardupError`s; a failed operation has written nothing.
 */
export interface Store extends StoreOperations {
  /**
   * All stores support the core: add, check, query, get, list, delete, collections, texts and restore. Only SQLite also
   * supports the other operations, claims, and recipes with custom words or parts. Other stores reject these with
   * `store_unsupported` and change nothing (docs/cassandra.md).
   */
  readonly engine: StoreEngine;
  /**
   * The same store for background work, such as a job or a long stream. If the queue is full, operations wait for room
   * instead of failing with `overloaded`. They use at most half of the queue, so that others still find room. Waiting
   * operations enter in call order and count as called on entry. The caller bounds their number.
   */
  readonly patient: StoreOperations;
  /**
   * Writes a copy of the whole store into a new file: complete, synced, consistent as of one moment after the call, and
   * usable as a store. Other operations continue without long waits.
   * @throws `validation_failed` if the file exists; `overloaded` if another backup is running; `shutting_down` if the
   *   signal was aborted; `disk_full`
   */
  backup(file: string, signal: AbortSignal): Promise<BackupStatistics>;
  /** Number of queued operations. */
  waiting(): number;
  /** True after a permanent failure, when every call fails. Costs nothing. */
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
