import type { OperationMethods } from '../sqlite/operations/operations.js';
import type { Collection } from './collections.js';
import type { BackupStatistics } from './statistics.js';

export type StoreEngine = 'sqlite' | 'cassandra';

/**
 * Promises of every store.
 *
 * A store remembers documents, proposes candidates and decides atomically. Its methods are whole
 * operations: each happens entirely or not at all, and no other operation is ever seen half done.
 *
 *   document ──refers to──► content ──has──► fingerprint ──split into──► 4 blocks of 16 bits
 *   (id, metadata, times)   (exact hash)     (64 bits)                   (the index)
 *
 * Distinct things are kept once: 200,000 documents with one content are one content, one
 * fingerprint and one entry in each block table.
 *
 * Order: operations on behalf of one connection of a client, or of no client, take effect in the order
 * of their calls on one store object; those of different ones in some order, as clients take turns. Whatever
 * the order, each takes effect at one moment between its call and its answer. Who gives no client is the service itself; stores
 * where operations do not wait for each other need not look at it.
 * Visibility: an operation sees everything that was acknowledged before it was called.
 * Durability: a promise resolves only when what it wrote would survive `kill -9` and power loss
 * (where the store has a disk at all). Time comes in as an argument, in milliseconds since 1970.
 *
 * Expiry: a document whose `expiresAt` is not after the `now` of an operation is absent in it, as if
 * it had been deleted; only `stats` counts it until `sweep` has removed it. The data of a content also
 * stays until then. Contents that no document has any more are counted until then.
 *
 * Claims: what a check stored for a claimant lapses when its time is over (claims.ts), before an operation
 * with a `now` that is not earlier. Of more than `lapsedAtOnce`, the others lapse before later operations.
 *
 * Idempotency: an add, a check or a delete with an `idempotency` takes effect at most once for its key, and
 * its outcome is stored in the same step. Until the key expires, a repetition returns that outcome, whatever
 * has become of the documents, except that a check whose claim has ended is decided again. With another
 * request: `idempotency_key_reused`.
 *
 * Size: what answers with documents, matches, clusters, members or separations ends with the one that
 * reaches `replyBytesMax` (reply-bytes.ts). A page that is shorter than its limit need not be the last:
 * only an empty one is.
 *
 * The caller has checked all shapes: names, ids, ranges of numbers. A store checks only what
 * depends on what it holds. Errors are `NeardupError`s; an operation that fails wrote nothing.
 */
export interface Store extends StoreOperations {
  /**
   * The core is add, check, query, get, list, delete, collections, texts and restore; every store has all of it. Only
   * SQLite has the other operations, recipes with words of their own or with parts, and claims: other stores reject
   * them with `store_unsupported`, and nothing changes (docs/scale.md).
   */
  readonly engine: StoreEngine;
  /**
   * The same store for background work, such as a job or a long stream. Operations
   * that find the queue full wait for room instead of being refused with `overloaded`; they take at most
   * half of the queue, so that others still find room. Those that wait enter in the order of their
   * calls, and count as called when they do. The caller bounds how many wait.
   */
  readonly patient: StoreOperations;
  /**
   * Writes a copy of everything into a file that does not exist yet: complete, synced, as it is at
   * one moment after the call, and openable as a store. Other operations continue; none waits for long.
   * @throws `validation_failed` if there is such a file; `overloaded` if another backup is under way;
   *   `shutting_down` if the signal was given; `disk_full`
   */
  backup(file: string, signal: AbortSignal): Promise<BackupStatistics>;
  /** Number of operations that wait for their turn. */
  waiting(): number;
  /** True after a permanent failure: nothing that is called can succeed any more. Cost: none. */
  isLost(): boolean;
  /** Completes earlier calls, then releases everything. Idempotent. */
  close(): Promise<void>;
}

/** Each operation of sqlite/operations/ as a method. */
export interface StoreOperations extends OperationMethods {
  /** The collection of this name, or undefined. Cost: none worth naming; call it per request. */
  getCollection(name: string): Promise<Collection | undefined>;
  /** All collections, by name. */
  listCollections(): Promise<Collection[]>;
}
