import type { ScanRequest } from '../../api/jobs.js';
import type { ArchiveCollections } from '../../archive/archive-collections.js';
import type { AgainstMatch } from '../../batch/dedup/notes.js';
import type { CheckLimits } from '../../detector/check.js';
import type { CollectionChanges, NewCollection } from '../../detector/collections.js';
import type { ScanResult } from '../../detector/jobs.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { DocumentLine } from '../../input/document-lines.js';
import type { PageDocument } from '../../input/fetched-page.js';
import type { Collection, CollectionSettings } from '../../store/contract/collections.js';
import type { DecisionFilter, DecisionRecord } from '../../store/contract/decision-log.js';
import type { HostOrder } from '../../store/contract/statistics.js';

/**
 * Outcome for a document: a status of POST /documents, a decision of POST /check, or an error that the document caused.
 */
export type Outcome = string | Error;

/** Settings and recipe of a collection, which both a service and a database file report. */
export type CollectionFacts = CollectionSettings & Pick<Collection, 'recipe' | 'recipeId'>;

/** A collection as listed by GET /collections. */
export type ListedCollection = CollectionFacts & {
  readonly name: string;
  readonly problem: string | null;
  readonly [field: string]: unknown;
};

/** Thresholds for a dry run, which override the thresholds of the collection. */
export type DryRunLimits = Pick<
  CheckLimits,
  'maxDistance' | 'minSimilarity' | 'minContainment' | 'duplicateIf'
>;

/** Filters of GET /decisions, with times in ISO 8601. */
export type DecisionQuery = Pick<
  DecisionFilter,
  'id' | 'idPrefix' | 'host' | 'search' | 'decision' | 'reason' | 'maxSimilarity'
> & {
  readonly since?: string;
  readonly order?: 'newest' | 'certainty';
};

/** Period and order of a list of hosts. */
export interface HostQuery {
  readonly days: number;
  readonly order: HostOrder;
}

/** A decision as listed by GET /decisions. */
export type ListedDecision = Omit<DecisionRecord, 'at'> & { readonly at: string };

/** Reply of POST /documents/lookup, as far as commands use it. */
export interface LookedUp {
  /** Stored documents, with the time of the last change of their content in ISO 8601. */
  readonly documents: readonly { readonly id: string; readonly updatedAt: string }[];
  readonly decisions: readonly ListedDecision[];
  /** Ids that are to be looked up again, because the reply was full. */
  readonly remaining: readonly string[];
}

/** Operations that commands perform on a running service or on a database file. */
export interface Service {
  /** @throws `collection_not_found`, `unauthorized`, `not_ready` if the service does not answer */
  getCollection(name: string): Promise<CollectionFacts>;
  /** Returns all collections, sorted by name. */
  listCollections(): Promise<readonly ListedCollection[]>;
  /** @throws NeardupError if the endpoint returns an error, as do `updateCollection` and `deleteCollection` */
  createCollection(collection: NewCollection): Promise<ListedCollection>;
  updateCollection(name: string, changes: CollectionChanges): Promise<ListedCollection>;
  deleteCollection(name: string): Promise<void>;
  /**
   * Adds or checks documents in order. Resolves with the outcomes once the documents are on disk.
   * @throws NeardupError for failures that are not the fault of a document
   */
  send(documents: readonly DocumentLine[], mode: 'add' | 'check'): Promise<readonly Outcome[]>;
  /**
   * Checks documents without storing them. Resolves with the decision and the best match for each document, or the
   * error that the document caused.
   * @throws NeardupError for failures that are not the fault of a document
   */
  tryChecks(
    documents: readonly DocumentLine[],
    limits: DryRunLimits,
  ): Promise<readonly (AgainstMatch | Error)[]>;
  /** Maximum number of concurrent calls of `send` that still take effect in the order of the calls. */
  readonly sendsAtOnce: Readonly<Record<'add' | 'check', number>>;
  /**
   * Adds or checks a page. Resolves with the `status` field returned by POST /documents, or the `decision` field
   * returned by POST /check.
   * @throws NeardupError if the endpoint returns an error
   */
  sendPage(document: PageDocument, mode: 'add' | 'check'): Promise<string>;
  /**
   * Declares that two documents, stored or not, are not duplicates.
   * @throws NeardupError if the endpoint returns an error
   */
  separate(a: string, b: string, collection: string): Promise<void>;
  /**
   * Starts a job that rebuilds a collection under another recipe.
   * @throws NeardupError if the endpoint returns an error
   */
  reindex(collection: string, recipe: Partial<Recipe>): Promise<JobState>;
  /**
   * Starts a search for duplicates among the stored documents.
   * @throws NeardupError if the endpoint returns an error
   */
  scan(collection: string, options: ScanRequest): Promise<JobState>;
  /** Returns the current state of a job. @throws `job_not_found` */
  getJob(id: string): Promise<JobState>;
  /** Access to all stored data of the collections; null if only the data that the API returns is available. */
  readonly archive: ArchiveCollections | null;
  /** Lists all documents of a collection as the API returns them, in the byte order of their ids. */
  list(collection: string): AsyncIterable<object>;
  /** Lists the recorded decisions about pages of a collection. @throws NeardupError if the endpoint returns an error */
  decisions(collection: string, query: DecisionQuery): AsyncIterable<ListedDecision>;
  /**
   * Stores the page of a refusal. Resolves with the reply of POST /decisions/{number}/store.
   * @throws NeardupError if the endpoint returns an error, as do the following operations
   */
  storeRefused(number: number, collection: string): Promise<object>;
  judgeRight(number: number, collection: string): Promise<void>;
  /** Resolves with the reply of GET /decisions/verdicts. */
  countVerdicts(collection: string): Promise<object>;
  /** Resolves with the hosts of GET /stats/hosts. */
  hosts(collection: string, query: HostQuery): Promise<readonly object[]>;
  /**
   * Looks up ids as POST /documents/lookup does, with the last decisions about those that are not stored.
   * @param ids 1 to 1,000 ids
   */
  lookUp(ids: readonly string[], collection: string): Promise<LookedUp>;
  /**
   * Copies the database.
   * @param file path of the file to write; for a service, the name of a file in its backup directory, or undefined for
   * a name that the service derives from the time
   * @throws NeardupError if the endpoint returns an error
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
