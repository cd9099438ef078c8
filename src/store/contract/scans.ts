import type { Signature } from '../../fingerprint/signature.js';
import type { CollectionKey } from './collections.js';

export interface ListSignatures {
  readonly collection: CollectionKey;
  /** The number behind which the page begins; 0: the first page. */
  readonly after: number;
  /** About how many documents a page holds; documents of other collections count. */
  readonly rows: number;
  readonly now: number;
}

/** The part of a document that a scan compares. */
export interface SignedDocument {
  readonly id: string;
  readonly storedAt: number;
  /** As in `StoredDocument`. */
  readonly page: string | null;
  readonly signature: Signature;
}

export interface SignaturePage {
  readonly documents: readonly SignedDocument[];
  /** Start of the next page; null: this was the last one. */
  readonly next: number | null;
}

export interface SeatFound {
  readonly collection: CollectionKey;
  readonly found: readonly FoundMatch[];
  readonly now: number;
}

/** A document and its best match, by their ids and the contents that were compared. */
export interface FoundMatch {
  readonly document: DocumentContent;
  readonly match: DocumentContent;
  /** True if it matches by its parts alone. */
  readonly byParts: boolean;
  /** True to delete the document and to remember only its id, as if a check had refused it. */
  readonly deletes: boolean;
  /** Id of the cluster, if a new one is made. */
  readonly newClusterId: string;
}

export interface DocumentContent {
  readonly id: string;
  readonly exactHash: string;
}

/** Numbers of documents that were seated, deleted, and left out. */
export interface SeatedFound {
  readonly seated: number;
  readonly deleted: number;
  readonly left: number;
}

export const noneSeated: SeatedFound = { seated: 0, deleted: 0, left: 0 };
