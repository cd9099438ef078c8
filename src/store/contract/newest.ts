import type { DocumentWithCluster } from './clusters.js';
import type { CollectionKey } from './collections.js';

export interface ListNewest {
  readonly collection: CollectionKey;
  /** `next` of the previous page; null to start with the newest document. */
  readonly before: number | null;
  readonly limit: number;
  /** Maximum number of rows to scan, approximately. Rows of other collections count as well. */
  readonly rows: number;
  /** Inclusive lower bound of `storedAt`; null for no bound. */
  readonly storedAfter: number | null;
  /** Exclusive upper bound of `storedAt`; null for no bound. */
  readonly storedBefore: number | null;
  /**
   * Lower-case text that the id or title of a listed document must contain; ASCII case is ignored. Null to list all
   * documents.
   */
  readonly search: string | null;
  readonly only: DocumentKind | null;
  readonly now: number;
}

/**
 * Kinds of documents by which the list can be filtered.
 *
 * - `clustered`: stored members of a cluster
 * - `similar`: members that add something to their match
 * - `changed`: documents whose id had an earlier version
 * - `short`: documents with a short text
 * - `claimed`: documents with a claim
 */
export const documentKinds = ['clustered', 'similar', 'changed', 'short', 'claimed'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface NewestPage {
  readonly documents: readonly NumberedDocument[];
  /** Start of the next page, or null if there is none. The next page may be empty. */
  readonly next: number | null;
}

/** A document and its sequence number, which stays the same while the document exists. */
export interface NumberedDocument {
  readonly number: number;
  readonly document: DocumentWithCluster;
}
