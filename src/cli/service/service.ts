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

/** A status of POST /documents or a decision of POST /check, or the fault of the document. */
export type Outcome = string | Error;

/** Facts of a collection that both a service and a database file report. */
export type CollectionFacts = CollectionSettings & Pick<Collection, 'recipe' | 'recipeId'>;

/** A collection as GET /collections lists it. */
export type ListedCollection = CollectionFacts & {
  readonly name: string;
  readonly problem: string | null;
  readonly [field: string]: unknown;
};

/** Thresholds that differ from those of the collection. */
export type DryRunLimits = Pick<
  CheckLimits,
  'maxDistance' | 'minSimilarity' | 'minContainment' | 'duplicateIf'
>;

/** Conditions of GET /decisions, with times in ISO 8601. */
export type DecisionQuery = Pick<
  DecisionFilter,
  'id' | 'idPrefix' | 'host' | 'decision' | 'maxSimilarity'
> & {
  readonly since?: string;
  readonly order?: 'newest' | 'certainty';
};

/** A decision as GET /decisions lists it. */
export type ListedDecision = Omit<DecisionRecord, 'at'> & { readonly at: string };

/** Operations that import and export need, of a running service and of a database file alike. */
export interface Service {
  /** @throws `collection_not_found`, `unauthorized`, `not_ready` if the service does not answer */
  getCollection(name: string): Promise<CollectionFacts>;
  /** Sorted by name. */
  listCollections(): Promise<readonly ListedCollection[]>;
  /** @throws NeardupError as the endpoint does; so do the next two */
  createCollection(collection: NewCollection): Promise<ListedCollection>;
  updateCollection(name: string, changes: CollectionChanges): Promise<ListedCollection>;
  deleteCollection(name: string): Promise<void>;
  /**
   * Adds or checks documents, several in their order. Resolves when they are on disk, with the
   * outcome of each.
   * @throws NeardupError of errors that are no fault of any of them
   */
  send(documents: readonly DocumentLine[], mode: 'add' | 'check'): Promise<readonly Outcome[]>;
  /**
   * Decides about documents without storing anything, with the outcome of each.
   * @throws NeardupError of errors that are no fault of any of them
   */
  tryChecks(
    documents: readonly DocumentLine[],
    limits: DryRunLimits,
  ): Promise<readonly (AgainstMatch | Error)[]>;
  /** Number of calls that may be under way and still take effect in the order of the calls. */
  readonly sendsAtOnce: Readonly<Record<'add' | 'check', number>>;
  /**
   * The same with a page: a status of POST /documents, or a decision of POST /check.
   * @throws NeardupError as the endpoint does
   */
  sendPage(document: PageDocument, mode: 'add' | 'check'): Promise<string>;
  /**
   * Declares two documents, stored or not, to be no duplicates.
   * @throws NeardupError as the endpoint does
   */
  separate(a: string, b: string, collection: string): Promise<void>;
  /**
   * Starts to move a collection to another recipe.
   * @throws NeardupError as the endpoint does
   */
  reindex(collection: string, recipe: Partial<Recipe>): Promise<JobState>;
  /**
   * Starts to look for duplicates among the stored documents.
   * @throws NeardupError as the endpoint does
   */
  scan(collection: string, options: ScanOptions): Promise<JobState>;
  /** @throws `job_not_found` */
  getJob(id: string): Promise<JobState>;
  /** Collections with all that is stored of them; null: only what the API shows and takes. */
  readonly archive: ArchiveCollections | null;
  /** All documents of a collection as the API shows them, in the byte order of their ids. */
  list(collection: string): AsyncIterable<object>;
  /** Recorded decisions about pages of a collection. @throws NeardupError as the endpoint does */
  decisions(collection: string, query: DecisionQuery): AsyncIterable<ListedDecision>;
  /**
   * Times at which documents were last stored or changed, in ISO 8601, by id; absent ones have none.
   * @param ids 1 to 1,000
   */
  contentTimes(ids: readonly string[], collection: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Copies the database.
   * @param file of a database file: where to; of a service: a name in its directory of backups, or
   *   undefined
   * @throws NeardupError as the endpoint does
   */
  backup(file: string | undefined): Promise<{ readonly name: string; readonly bytes: number }>;
  close(): Promise<void>;
}

/** A job as GET /jobs/{id} shows it. */
export interface JobState {
  readonly id: string;
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: ScanResult | null;
  readonly error: { readonly detail: string } | null;
}
