import type { Signature } from '../../fingerprint/signature.js';
import type { Client } from '../../shares/client.js';
import type { CollectionKey } from './collections.js';

/** What a store does for a search for duplicates among its own documents. */
export interface ScanStore {
  /**
   * Documents with their signatures in the order of their numbers, which is that of their first storing;
   * one that is stored again keeps its number as long as it is there. Walking page by page meets every
   * document that exists throughout the walk exactly once.
   */
  signatures(operation: ListSignatures, client?: Client): Promise<SignaturePage>;
  /**
   * Makes of matches that were found afterwards what checks would have made of them, all in one step.
   * What a document was found to match when it came stays: a member with a match is left alone. Of a
   * member without one, the match takes a seat in its cluster, unless it has one elsewhere. Left out
   * are documents that are gone, have another content or were separated from the match since, and those
   * whose match is. Nothing is deleted that is claimed, or for a match that is: a claim may lapse. No
   * decision is counted.
   */
  seatFound(operation: SeatFound, client?: Client): Promise<SeatedFound>;
}

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
