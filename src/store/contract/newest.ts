import type { DocumentWithCluster } from './clusters.js';
import type { CollectionKey } from './collections.js';

export interface ListNewest {
  readonly collection: CollectionKey;
  /** `next` of the page before; null: the newest document first. */
  readonly before: number | null;
  readonly limit: number;
  /** About how many documents are looked at, those of other collections included. */
  readonly rows: number;
  /** Only documents whose `storedAt` is not earlier; null: all. */
  readonly storedAfter: number | null;
  /** Only documents whose `storedAt` is earlier; null: all. */
  readonly storedBefore: number | null;
  /** Only documents whose id or title contains it; ASCII letters are in lower case, and their case does not count. null: all. */
  readonly search: string | null;
  readonly only: DocumentKind | null;
  readonly now: number;
}

/**
 * Kinds of documents that can be listed alone: members of a cluster, those that are only similar to their match,
 * those with an earlier version, with a short text, and claimed ones.
 */
export const documentKinds = ['clustered', 'similar', 'changed', 'short', 'claimed'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface NewestPage {
  readonly documents: readonly NumberedDocument[];
  /** Start of the next page, which may be empty; null: there is none. */
  readonly next: number | null;
}

/** A document with its number in the order of arrival, which is constant while the document exists. */
export interface NumberedDocument {
  readonly number: number;
  readonly document: DocumentWithCluster;
}
