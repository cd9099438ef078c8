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

/** What is compared of a document. */
export interface SignedDocument {
  readonly id: string;
  readonly storedAt: number;
  /** As in `StoredDocument`. */
  readonly page: string | null;
  readonly signature: Signature;
}

export interface SignaturePage {
  readonly documents: readonly SignedDocument[];
  /** Where the next page begins; null: this was the last. */
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
  /** Whether it matches by its parts alone. */
  readonly byParts: boolean;
  /** Whether the document goes, and only its id is remembered, as if a check had refused it. */
  readonly deletes: boolean;
  /** Of the cluster, if it takes a new one. */
  readonly newClusterId: string;
}

export interface DocumentContent {
  readonly id: string;
  readonly exactHash: string;
}

/** How many of the documents took a seat, were deleted, and were left out. */
export interface SeatedFound {
  readonly seated: number;
  readonly deleted: number;
  readonly left: number;
}

export const noneSeated: SeatedFound = { seated: 0, deleted: 0, left: 0 };
