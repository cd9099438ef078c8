import type { Fingerprint } from '../../fingerprint/signature.js';
import type { Match } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { QueryOperation } from './documents.js';

/** Request for one page of the documents whose fingerprints are within a distance. */
export interface ListNear {
  readonly collection: CollectionKey;
  /** As in `QueryOperation`. A stored document is not in its own list. */
  readonly probe: QueryOperation['probe'];
  /** Maximum Hamming distance, 0 to `exactDistanceMax`. */
  readonly maxDistance: number;
  /** `next` of the previous page; null for the first page. */
  readonly after: NearPlace | null;
  /** Maximum number of documents, at least 1. */
  readonly limit: number;
  readonly now: number;
}

/** Place in the list after which the next page starts, valid within one generation of a collection. */
export interface NearPlace {
  readonly fingerprint: Fingerprint;
  /** Age of the content: a number that increases in the order in which contents were stored. */
  readonly content: number;
  readonly storedAt: number;
  readonly id: string;
}

export interface NearPage {
  /** Fingerprint of the probe. */
  readonly fingerprint: Fingerprint;
  /** Documents, compared by distance and similarity only, so that nothing is known about what the probe adds to them. */
  readonly matches: readonly Match[];
  /** Number of distinct contents that were compared for this page. */
  readonly candidates: number;
  /** Start of the next page; null if there is none. The next page may be empty. */
  readonly next: NearPlace | null;
}
