import type { Signature } from '../../fingerprint/signature.js';
import type { CollectionKey } from './collections.js';

export interface ListSignatures {
  readonly collection: CollectionKey;
  /** Number after which the page starts; 0: the first page. */
  readonly after: number;
  /** Approximate number of documents per page, including those of other collections. */
  readonly rows: number;
  readonly now: number;
}

/** Fields of a document that a scan compares. */
export interface SignedDocument {
  readonly id: string;
  readonly storedAt: number;
  /** As in `StoredDocument`. */
  readonly page: string | null;
  readonly signature: Signature;
}

export interface SignaturePage {
  readonly documents: readonly SignedDocument[];
  /** Start of the next page; null: this is the last page. */
  readonly next: number | null;
}

export interface SeatFound {
  readonly collection: CollectionKey;
  readonly found: readonly FoundMatch[];
  readonly now: number;
}

/** A document and its best match, by id and compared content. */
export interface FoundMatch {
  readonly document: DocumentContent;
  readonly match: DocumentContent;
  /** True if the match is based on parts alone. */
  readonly byParts: boolean;
  /** True: deletes the document and remembers only its id, as for a refused document. */
  readonly deletes: boolean;
  /** Id for a new cluster. */
  readonly newClusterId: string;
}

export interface DocumentContent {
  readonly id: string;
  readonly exactHash: string;
}

/** Numbers of documents added to clusters, deleted and skipped. */
export interface SeatedFound {
  readonly seated: number;
  readonly deleted: number;
  readonly left: number;
}

export const noneSeated: SeatedFound = { seated: 0, deleted: 0, left: 0 };
