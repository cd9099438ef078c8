import { existsSync } from 'node:fs';
import type { ExportHeader } from '../../archive/export-format.js';
import type { Config } from '../../config.js';
import type { ArchiveDocument } from '../../detector/transfer.js';
import { NeardupError } from '../../errors.js';
import type { Page } from '../../extract/extract.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { SeatedMembers, Separation } from '../../store/contract/clusters.js';
import type { Collection, CollectionSettings } from '../../store/contract/collections.js';
import { openFileService } from './file-service.js';
import { openRemoteService } from './remote-service.js';

/** A document as POST /documents takes it; only its collection is certain before it was checked. */
export interface DocumentLine {
  readonly [field: string]: unknown;
  readonly collection: string;
}

/** A page as it was fetched. */
export interface FetchedPage extends Page {
  readonly content: Uint8Array;
}

/** The same as a document. */
export interface PageDocument {
  readonly id: string;
  readonly collection: string;
  readonly page: FetchedPage;
}

/** A status of POST /documents or a decision of POST /check, or what is wrong with the document. */
export type Outcome = string | Error;

/** What a service and a database file alike tell of a collection. */
export type CollectionFacts = CollectionSettings & Pick<Collection, 'recipe' | 'recipeId'>;

/** What import and export need, of a running service and of a database file alike. */
export interface Service {
  /** @throws `collection_not_found`, `unauthorized`, `not_ready` if the service does not answer */
  getCollection(name: string): Promise<CollectionFacts>;
  /**
   * Adds or checks documents, in their order where they are several. Resolves, once they are on disk,
   * with what became of each.
   * @throws NeardupError of what is no fault of any of them
   */
  send(documents: readonly DocumentLine[], mode: 'add' | 'check'): Promise<readonly Outcome[]>;
  /** How many times it may be called at the same moment, and still works in the order of the calls. */
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
  /** @throws `job_not_found` */
  getJob(id: string): Promise<JobState>;
  /** Collections with all that is stored of them; null: only what the API shows and takes. */
  readonly archive: ArchiveCollections | null;
  /** All documents of a collection as the API shows them, in the byte order of their ids. */
  list(collection: string): AsyncIterable<object>;
  /**
   * Copies the database.
   * @param file of a database file: where to; of a service: a name in its directory of backups, or
   *   undefined
   * @throws NeardupError as the endpoint does
   */
  backup(file: string | undefined): Promise<{ readonly name: string; readonly bytes: number }>;
  close(): Promise<void>;
}

/** What a database file can do beyond the API. */
export interface ArchiveCollections {
  /** @throws `collection_not_found` */
  getCollection(name: string): Promise<Collection>;
  /**
   * The collection that an export goes into, which is created if it is absent. The default one, which
   * is there from the start, takes over the settings of the export while it holds no documents.
   * @throws `recipe_mismatch` if this build cannot serve the recipe of the export
   */
  openCollection(name: string, header: ExportHeader): Promise<Collection>;
  /** In the byte order of their ids. */
  list(collection: string): AsyncIterable<ArchiveDocument>;
  /** Stores a document as it is given; replaces what has its id. */
  restore(collection: string, document: ArchiveDocument): Promise<void>;
  /** Clusters by their ids; those of many members in parts, in the order of the members. */
  listMembers(collection: string): AsyncIterable<SeatedMembers>;
  /** Seats members as they are given, in this order; their documents must be there. */
  restoreMembers(collection: string, seated: readonly SeatedMembers[]): Promise<void>;
  listSeparations(collection: string): AsyncIterable<Separation>;
  restoreSeparation(collection: string, separation: Separation): Promise<void>;
}

/** A job as GET /jobs/{id} shows it. */
export interface JobState {
  readonly id: string;
  readonly state: 'running' | 'succeeded' | 'failed';
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly error: { readonly detail: string } | null;
}

/** Command-line flags that say which service is meant; the settings fill in the rest. */
export interface ServiceFlags {
  readonly url?: string;
  readonly data?: string;
}

export const urlFlag = ['--url <url>', 'address of a running service'] as const;
export const dataFlag = [
  '--data <file>',
  'database file that no service has open (NEARDUP_DATA, default ./data/neardup.db)',
] as const;

/** Opens the service at `--url`, else the database file. */
export async function openService({ url }: ServiceFlags, config: Config): Promise<Service> {
  if (url === undefined) return openFileService(config);
  if (url.includes('@')) {
    throw new NeardupError(
      'validation_failed',
      'Cannot use this --url: it must hold no user and no password; the key is NEARDUP_API_KEY',
    );
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new NeardupError(
      'validation_failed',
      `Cannot use --url "${url}": it must be like http://127.0.0.1:8080`,
    );
  }
  return openRemoteService(url, config.apiKey);
}

/** @throws NeardupError `not_ready` where a database file is needed and opening would make one */
export function refuseMissingFile(
  action: string,
  { url }: ServiceFlags,
  { dataFile }: Config,
): void {
  if (url !== undefined || existsSync(dataFile)) return;
  throw new NeardupError(
    'not_ready',
    `Cannot ${action} "${dataFile}": there is no such file; name it with --data, or a running service with --url`,
  );
}
