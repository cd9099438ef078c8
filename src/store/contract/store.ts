import type { Client } from '../../shares/client.js';
import type { StoreCapabilities } from './capabilities.js';
import type { ConfirmOperation, ConfirmOutcome } from './claims.js';
import type { ClusterStore, DocumentWithCluster } from './clusters.js';
import type {
  Collection,
  CollectionKey,
  CreateCollection,
  UpdateCollection,
} from './collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
  ListOperation,
  QueryOperation,
  QueryOutcome,
} from './documents.js';
import type { LabelStore } from './labels.js';
import type { ListNewest, NewestPage } from './newest.js';
import type { ScanStore } from './scans.js';
import type {
  BackupStatistics,
  CollectionStats,
  DecisionPoint,
  StoreStats,
  StoreTimings,
} from './statistics.js';
import type { ArchiveDocument, BeginSuccessor, RestoreOperation } from './successors.js';

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
 * Once: an add, a check or a delete that carries a `once` takes effect at most once for its key, and
 * its outcome is kept in the same step. A caller that sends the key again before it expires gets that
 * outcome, whatever has become of the documents; with another request, `idempotency_key_reused`.
 *
 * Size: what answers with documents, matches, clusters, members or separations ends with the one that
 * reaches `replyBytesMax` (reply-bytes.ts). A page that is shorter than its limit need not be the last:
 * only an empty one is.
 *
 * The caller has checked all shapes: names, ids, ranges of numbers. A store checks only what
 * depends on what it holds. Errors are `NeardupError`s; an operation that fails wrote nothing.
 */
export interface Store extends StoreOperations {
  readonly capabilities: StoreCapabilities;
  /**
   * The same store for work that nobody waits for at this moment, such as a job or a long stream. What
   * finds the queue full waits for room instead of being refused with `overloaded`; it takes at most
   * half of the queue, so that others still find room. Those that wait go in in the order of their
   * calls, and count as called when they do. How many wait is up to the caller.
   */
  readonly patient: StoreOperations;
}

export interface StoreOperations extends ClusterStore, LabelStore, ScanStore {
  /**
   * Creates an empty collection.
   * @throws `collection_exists`; `validation_failed` if there are `collectionsMax` already
   */
  createCollection(operation: CreateCollection): Promise<Collection>;
  /** The collection of this name, or undefined. Cost: none worth naming; call it per request. */
  getCollection(name: string): Promise<Collection | undefined>;
  /** All collections, by name. */
  listCollections(): Promise<Collection[]>;
  /**
   * Changes defaults of a collection, for documents that are stored from then on.
   * @throws `collection_not_found`
   */
  updateCollection(operation: UpdateCollection): Promise<Collection>;
  /**
   * The name is free and the documents are gone from every answer when this resolves; their rows
   * go by `sweep`.
   * @throws `collection_not_found`
   */
  deleteCollection(name: string): Promise<void>;

  /** Stores a document whatever it resembles. Cost: as `check` without the search. */
  add(operation: AddOperation, timings?: StoreTimings, client?: Client): Promise<AddOutcome>;
  /**
   * Compares and stores in one step: of any number of concurrent checks of matching documents
   * under different ids, exactly one is `new`.
   *
   * 1. same id, same content → `unchanged`; no search is made
   * 2. else the id exists → `changed`; with `onChange: keep` only if 3 does not hold
   * 3. else a match among the other documents that refuses, by `duplicateIf` → `duplicate`
   * 4. else a match → `similar`; not stored if its family has `keepPerFamily` contents or more
   * 5. else → `new`
   *
   * A document that was declared separate from this one is no match. What is decided is counted, and
   * what has a match takes its seat in a cluster (clusters.ts), in the same step. With `onDuplicate:
   * replace` the documents that refuse this one go if it covers them, with `onCovered: replace` those that
   * it covers where it adds something, and this one comes, in the same step.
   *
   * With a claim, what is stored is claimed. For the same id and content, a claim of the same claimant is
   * renewed, and its first decision told again; to anybody else it is `unchanged`.
   *
   * Cost: a query, and on storing one row per table.
   * @throws `too_many_replaced` if more than `replacedMax` documents were to be replaced; nothing is decided
   *   or stored
   */
  check(operation: CheckOperation, timings?: StoreTimings, client?: Client): Promise<CheckOutcome>;
  /**
   * Matches of a signature or of a stored document; undefined if that document is absent. Where a store
   * bounds candidates and there are more, the best of those that it compared, and `truncated`.
   */
  query(
    operation: QueryOperation,
    timings?: StoreTimings,
    client?: Client,
  ): Promise<QueryOutcome | undefined>;
  /**
   * The documents with these ids, in the order of `ids`; absent ones are left out. If their bytes reach
   * `replyBytesMax`, the ids after that of the last document were not looked for.
   */
  get(
    collection: CollectionKey,
    ids: readonly string[],
    now: number,
    client?: Client,
  ): Promise<DocumentWithCluster[]>;
  /**
   * Deletes documents, in one step; ids given twice count once.
   * @throws `precondition_failed` if `ifRevision` is given and any of them is at another one
   */
  delete(operation: DeleteOperation, client?: Client): Promise<DeleteOutcome>;
  /**
   * Stores claimed documents for good: those of this claimant. Ids that are stored for good already count
   * as confirmed, so that it can be repeated.
   * @returns of ids given twice one; what is `left` was not looked at, and is to be asked for again
   */
  confirm(operation: ConfirmOperation, client?: Client): Promise<ConfirmOutcome>;
  /**
   * Documents in the order of the UTF-8 bytes of their ids, from after `after` on. Walking page by
   * page meets every document that exists throughout the walk exactly once.
   */
  list(operation: ListOperation, client?: Client): Promise<DocumentWithCluster[]>;
  /**
   * Documents in the order in which they came, the newest first. A document that is replaced keeps its
   * place; one that is deleted or has been swept gets a new one when it comes again. `restore` takes
   * documents in as they come, whatever their times are: so an import, or a reindexing, is an order of its
   * own. Walking page by page meets every document that exists throughout the walk exactly once.
   */
  newest(operation: ListNewest, client?: Client): Promise<NewestPage>;
  /**
   * The kept texts of documents by id, in the order of `ids`; null where there is none.
   * @param bytesMax so many bytes of each, from its beginning; absent: all of them
   */
  texts(
    collection: CollectionKey,
    ids: readonly string[],
    now: number,
    client?: Client,
    bytesMax?: number,
  ): Promise<(Uint8Array | null)[]>;
  /**
   * The documents with these ids together with their kept texts, all as they are at one moment (over
   * Cassandra: each of them), in the order of `ids`; absent ones are left out.
   */
  getArchived(
    collection: CollectionKey,
    ids: readonly string[],
    now: number,
    client?: Client,
  ): Promise<ArchiveDocument[]>;
  /**
   * Begins to rebuild a collection under another recipe: an empty successor that no name leads to.
   * From here on the ids of documents that are written or deleted in the collection are remembered.
   * Successors that are neither completed nor abandoned go when the store is opened again.
   * @throws `collection_not_found`; `collection_exists` if it has a successor already
   */
  beginSuccessor(operation: BeginSuccessor, client?: Client): Promise<Collection>;
  /** Stores documents as they are given: times, counts and revisions included; replaces. */
  restore(operation: RestoreOperation, client?: Client): Promise<void>;
  /** Ids that changed since `beginSuccessor` or since this was last called, at most `limit`. */
  takeChanges(collection: CollectionKey, limit: number, client?: Client): Promise<string[]>;
  /**
   * Puts the successor in the place of its collection, under its name, and deletes the former one;
   * false, and nothing happens, if changes are left to take. Clusters, separations and counts of
   * decisions stay.
   */
  completeSuccessor(collection: CollectionKey, client?: Client): Promise<boolean>;
  /** Gives up the successor of a collection; nothing happens if there is none. */
  abandonSuccessor(collection: CollectionKey, client?: Client): Promise<void>;
  /**
   * Removes a little of what nobody can see any more: what is left of deleted collections, contents that
   * no document has, documents and kept outcomes that have expired, hours of decisions that are too old, free space in the
   * file. True: there may be more.
   * Cost: a step is short enough to be done between other operations.
   */
  sweep(now: number): Promise<boolean>;
  /**
   * Counts, of one collection or of all; expired documents, and contents without documents, until they
   * are swept. Cost: constant.
   */
  stats(collection?: CollectionKey, client?: Client): Promise<StoreStats>;
  /**
   * Some counts of each of these collections, in their order; null of one that was deleted. Cost: some
   * microseconds a collection.
   */
  statsOfEach(
    collections: readonly CollectionKey[],
    client?: Client,
  ): Promise<(CollectionStats | null)[]>;
  /** Decisions by the hour, oldest first, from `since` on; hours without any are left out. */
  history(since: number, collection?: CollectionKey, client?: Client): Promise<DecisionPoint[]>;

  /**
   * Writes a copy of everything into a file that does not exist yet: complete, synced, as it is at
   * one moment after the call, and openable as a store. Other operations go on; none waits for long.
   * @throws `validation_failed` if there is such a file; `overloaded` if another backup is under way;
   *   `shutting_down` if the signal was given; `disk_full`
   */
  backup(file: string, signal: AbortSignal): Promise<BackupStatistics>;
  /** How many operations wait for their turn. */
  waiting(): number;
  /** Whether it failed for good: nothing that is called can succeed any more. Cost: none. */
  isLost(): boolean;
  /**
   * Names of all extractors that documents were ever stored with, sorted: the names as they were given,
   * also of documents whose content keeps another. Cost: constant.
   */
  extractors(): Promise<string[]>;

  /** Resolves if the store can do work; rejects with `not_ready` and the reason otherwise. */
  ping(): Promise<void>;
  /** Completes what was called before, then lets go of everything. Idempotent. */
  close(): Promise<void>;
}
