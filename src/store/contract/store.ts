import type { DocumentWithCluster } from './clusters.js';
import type {
  Collection,
  CollectionKey,
  CreateCollection,
  OfOneOrAll,
  UpdateCollection,
} from './collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
  DocumentsById,
  ListOperation,
  QueryOperation,
  QueryOutcome,
} from './documents.js';
import type { StoreFeatures } from './features.js';
import type { CollectionStats, StoreCall, StoreStats } from './statistics.js';
import type { ArchiveDocument, RestoreOperation } from './successors.js';

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
  /** Name of the engine, for messages: `sqlite`, or the scheme of the address of a cluster. */
  readonly engine: string;
  /** Features of the store. It has the operations of each (embedded-store.ts). */
  readonly features: StoreFeatures;
  /**
   * The same store for background work, such as a job or a long stream. These operations wait instead of failing with
   * `overloaded`, and take no place of other operations. The caller must limit the number of waiting operations.
   */
  readonly withBackpressure: StoreOperations;
  /**
   * Number of operations waiting in the queue; in a store without a queue, number of operations in progress.
   */
  waiting(): number;
  /** Returns true if the store has failed permanently, which makes every call fail. Costs nothing. */
  isLost(): boolean;
  /** Completes earlier calls, then releases all resources. Idempotent. */
  close(): Promise<void>;
}

/** Operation as a method: it takes effect at one moment between the call and the response. */
export type Method<Input, Output = void> = (input: Input, call?: StoreCall) => Promise<Output>;

/** Operations of every store. */
export interface StoreOperations {
  /** Returns the collection with this name, or undefined. Cheap enough to call for every request. */
  getCollection(name: string): Promise<Collection | undefined>;
  /** Returns all collections, by name. */
  listCollections(): Promise<Collection[]>;
  /**
   * Creates an empty collection.
   * @throws `collection_exists`; `validation_failed` if `collectionsMax` collections exist
   */
  readonly createCollection: Method<CreateCollection, Collection>;
  /** Changes settings of a collection, for later operations. @throws `collection_not_found` */
  readonly updateCollection: Method<UpdateCollection, Collection>;
  /**
   * Deletes a collection: its name can be used again, and all operations treat its documents as absent. `sweep` deletes
   * the rows of the collection later.
   * @throws `collection_not_found`
   */
  readonly deleteCollection: Method<Pick<Collection, 'name'>>;
  /** Stores a document without comparing it with others. Costs as much as a `check` without its search. */
  readonly add: Method<AddOperation, AddOutcome>;
  /**
   * Decides whether a document is a duplicate. If not, stores the document. The decision and all changes are one atomic
   * step: if matching documents are checked concurrently under different ids, only one of them is `new`. The first rule
   * that applies determines the decision:
   *
   * 1. The version stored under the id says the same (`saysTheSame`) → `unchanged`, without a search.
   * 2. It says something else → `changed`. With `onChange: keep`, rule 3 takes precedence.
   * 3. The best match makes the document a duplicate according to `duplicateIf` (the match refuses it) → `duplicate`. A
   *    match that was stored for a shorter lifetime than the document refuses nothing. If that is the best match, the
   *    longest-lived of the best matches that may refuse the document takes its place; if there is none, rule 4 applies.
   * 4. The best match is similar → `similar`. Not stored if at least `keepPerFamily` similar contents of its host are
   *    stored.
   * 5. Otherwise → `new`.
   *
   * Documents declared separate from the checked document never match it. The step also counts the decision, and in a
   * store with clusters adds a document with a match to one (clusters.ts). Options:
   *
   * - `onDuplicate: replace`: if the best match refuses the document, the document replaces all refusing matches that it
   *   covers.
   * - `onCovered: replace`: if the best match does not refuse the document, the document replaces all matches that it
   *   covers.
   * - Claim: if the document is stored, it is also claimed. If the claimant checks the same id and content again, the
   *   check renews the claim and returns the first decision; for other clients, the document is `unchanged`.
   * - Idempotency key: a repeated request gets the stored outcome. If the claim of that outcome has expired and the
   *   document is gone, the request is decided again instead.
   *
   * Cost: the same as for a query, plus one row in each table if the document is stored.
   * @throws `too_many_replaced` if more than `replacedMax` documents would be replaced; nothing is decided or stored
   */
  readonly check: Method<CheckOperation, CheckOutcome>;
  /**
   * Returns the matches of a signature, of a stored document, or of a kept refused page. Returns undefined if the given
   * id has neither a document nor a kept page. If not all candidates are compared, returns the best matches among those
   * that were, and sets `truncated`.
   */
  readonly query: Method<QueryOperation, QueryOutcome | undefined>;
  /**
   * Returns the documents with the given ids, in the order of `ids`. Omits absent documents. Stops when the size of the
   * returned documents reaches `replyBytesMax`; the remaining ids are not looked up.
   */
  readonly get: Method<DocumentsById, DocumentWithCluster[]>;
  /**
   * Deletes documents and the log records of all given ids, in one atomic step or, in a cluster, each in a step of its
   * own. Log records are deleted even for ids that have no document. Repeated ids count once.
   * @throws `precondition_failed` if `ifRevision` is set and any of the documents has another revision
   */
  readonly delete: Method<DeleteOperation, DeleteOutcome>;
  /**
   * Lists documents in the order of the UTF-8 bytes of their ids, starting after `after`. A caller that reads all pages
   * gets each document exactly once, unless the document is created or removed in the meantime.
   */
  readonly list: Method<ListOperation, DocumentWithCluster[]>;
  /**
   * Returns the kept text of each document, in the order of `ids`; null if the document is absent or has no kept text.
   * With `bytesMax`, returns at most that many bytes of each text.
   */
  readonly texts: Method<
    DocumentsById & { readonly bytesMax?: number | undefined },
    (Uint8Array | null)[]
  >;
  /**
   * Returns the documents with the given ids, with their kept texts and claims, in the order of `ids`. Omits absent
   * documents. Not every store reads all of them as of the same moment.
   */
  readonly getArchived: Method<DocumentsById, ArchiveDocument[]>;
  /** Stores or replaces documents exactly as given, with their times, counts, revisions and claims. */
  readonly restore: Method<RestoreOperation>;
  /**
   * Returns the counts of one collection or the sums over all collections, and the sizes of the files, if there are any.
   * Expired documents, and contents without documents, may be counted until the sweep deletes them. Cost: constant.
   */
  readonly stats: Method<OfOneOrAll, StoreStats>;
  /**
   * Returns the document, content and decision counts of each given collection, and the hour of its latest decision, in
   * order; null for a deleted collection. Cost: a few microseconds for each collection.
   */
  readonly statsOfEach: Method<
    { readonly collections: readonly CollectionKey[] },
    (CollectionStats | null)[]
  >;
  /**
   * Returns the sorted names of all extractors that were ever given with a stored document, even if the document's
   * content already had another extractor. Cost: constant.
   */
  readonly extractors: Method<void, string[]>;
  /**
   * Deletes some invisible rows, such as those of expired documents and deleted collections, and
   * releases free space. A call is short enough to run between other operations.
   * @returns true if there may be more
   */
  readonly sweep: Method<{ readonly now: number }, boolean>;
  /** Resolves if the store can read its data; otherwise, rejects with `not_ready` and the reason. */
  readonly ping: Method<void, void>;
}
