import type { ArchiveCollections } from '../../archive/archive-collections.js';
import type { AgainstMatch } from '../../batch/dedup/notes.js';
import type { CheckLimits } from '../../detector/check.js';
import type { CollectionChanges, NewCollection } from '../../detector/collections.js';
import type { ScanOptions, ScanResult } from '../../detector/jobs.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { DocumentLine } from '../../input/document-lines.js';
import type { PageDocument } from '../../input/fetched-page.js';
import type { Collection, CollectionSettings } from '../../store/contract/collections.js';
import type { DecisionFilter, DecisionRecord } from '../../store/contract/decision-log.js';

/** Outcome of a document: a status of POST /documents, a decision of POST /check, or the fault of the document. */
export type Outcome = string | Error;

/** Facts of a collection that both a service and a database file report. */
export type CollectionFacts = CollectionSettings & Pick<Collection, 'recipe' | 'recipeId'>;

/** A collection as listed by GET /collections. */
export type ListedCollection = CollectionFacts & {
  readonly name: string;
  readonly problem: string | null;
  readonly [field: string]: unknown;
};

/** Thresholds that override those of the collection. */
export type DryRunLimits = Pick<
  CheckLimits,
  'maxDistance' | 'minSimilarity' | 'minContainment' | 'duplicateIf'
>;

/** Filters of GET /decisions, with times in ISO 8601. */
export type DecisionQuery = Pick<
  DecisionFilter,
  'id' | 'idPrefix' | 'host' | 'decision' | 'maxSimilarity'
> & {
  readonly since?: string;
  readonly order?: 'newest' | 'certainty';
};

/** A decision as listed by GET /decisions. */
export type ListedDecision = Omit<DecisionRecord, 'at'> & { readonly at: string };

/** Operations of commands on a running service or on a database file. */
export interface Service {
  /** @throws `collection_not_found`, `unauthorized`, `not_ready` if the service does not answer */
  getCollection(name: string): Promise<CollectionFacts>;
  /** Sorted by name. */
  listCollections(): Promise<readonly ListedCollection[]>;
  /** @throws NeardupError the error of the endpoint, as do `updateCollection` and `deleteCollection` */
  createCollection(collection: NewCollection): Promise<ListedCollection>;
  updateCollection(name: string, changes: CollectionChanges): Promise<ListedCollection>;
  deleteCollection(name: string): Promise<void>;
  /**
   * Adds or checks documents in order. Resolves with the outcomes once they are on disk.
   * @throws NeardupError for failures that are not the fault of a document
   */
  send(documents: readonly DocumentLine[], mode: 'add' | 'check'): Promise<readonly Outcome[]>;
  /**
   * Decides about documents without storing them. Resolves with the outcomes.
   * @throws NeardupError for failures that are not the fault of a document
   */
  tryChecks(
    documents: readonly DocumentLine[],
    limits: DryRunLimits,
  ): Promise<readonly (AgainstMatch | Error)[]>;
  /** Maximum number of concurrent calls that take effect in the order of the calls. */
  readonly sendsAtOnce: Readonly<Record<'add' | 'check', number>>;
  /**
   * Like `send`, for a page: resolves with a status of POST /documents or a decision of POST /check.
   * @throws NeardupError as the endpoint does
   */
  sendPage(document: PageDocument, mode: 'add' | 'check'): Promise<string>;
  /**
   * Declares two documents separate, whether or not they are stored.
   * @throws NeardupError as the endpoint does
   */
  separate(a: string, b: string, collection: string): Promise<void>;
  /**
   * Starts a job that rebuilds a collection under another recipe.
   * @throws NeardupError as the endpoint does
   */
  reindex(collection: string, recipe: Partial<Recipe>): Promise<JobState>;
  /**
   * Starts a search for duplicates among the stored documents.
   * @throws NeardupError as the endpoint does
   */
  scan(collection: string, options: ScanOptions): Promise<JobState>;
  /** @throws `job_not_found` */
  getJob(id: string): Promise<JobState>;
  /** Collections with all stored data; null if only the data of the API is available. */
  readonly archive: ArchiveCollections | null;
  /** All documents of a collection as the API returns them, in the byte order of their ids. */
  list(collection: string): AsyncIterable<object>;
  /** Recorded decisions about pages of a collection. @throws NeardupError as the endpoint does */
  decisions(collection: string, query: DecisionQuery): AsyncIterable<ListedDecision>;
  /**
   * Returns the times in ISO 8601 at which documents were last stored or changed, by id. Absent documents have none.
   * @param ids 1 to 1,000
   */
  contentTimes(ids: readonly string[], collection: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Copies the database.
   * @param file for a database file: the target; for a service: a name in its backup directory, or undefined
   * @throws NeardupError as the endpoint does
   */
  backup(file: string | undefined): Promise<{ readonly name: string; readonly bytes: number }>;
  close(): Promise<void>;
}

/** A job as returned by GET /jobs/{id}. */
export interface JobState {
  readonly id: string;
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: ScanResult | null;
  readonly error: { readonly detail: string } | null;
}
