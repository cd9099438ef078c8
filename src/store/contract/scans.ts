import type { Signature } from '../../fingerprint/signature.js';
import type { CollectionKey } from './collections.js';

export interface ListSignatures {
  readonly collection: CollectionKey;
  /** `next` of the previous page; 0 for the first page. */
  readonly after: number;
  /** Number of consecutive row numbers that a page covers. Rows of other collections are skipped. */
  readonly rows: number;
  readonly now: number;
}

/** Fields of a document that a scan compares. */
export interface SignedDocument {
  readonly id: string;
  readonly storedAt: number;
  readonly metadata: string | null;
  readonly signature: Signature;
}

export interface SignaturePage {
  readonly documents: readonly SignedDocument[];
  /** `after` of the next page; null if this is the last page. */
  readonly next: number | null;
}

export interface SeatFound {
  readonly collection: CollectionKey;
  readonly found: readonly FoundMatch[];
  readonly now: number;
}

/** A document and its best match, each identified by its id and the exact hash of the text that was compared. */
export interface FoundMatch {
  readonly document: DocumentContent;
  readonly match: DocumentContent;
  /** True if the documents match only by their parts (fingerprint/parts.ts). */
  readonly byParts: boolean;
  /**
   * True: the document is deleted, and its id is recorded as a refused member of the cluster that its match belongs to.
   */
  readonly deletes: boolean;
  /** Id for the cluster, if one has to be created. */
  readonly newClusterId: string;
}

export interface DocumentContent {
  readonly id: string;
  readonly exactHash: string;
}

/**
 * Number of documents that were added to a cluster (`seated`), deleted, or skipped (`left`). Documents for which there
 * was nothing to do are not counted.
 */
export interface SeatedFound {
  readonly seated: number;
  readonly deleted: number;
  readonly left: number;
}

export const noneSeated: SeatedFound = { seated: 0, deleted: 0, left: 0 };
