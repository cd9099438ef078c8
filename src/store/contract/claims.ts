import type { MatchedDocument } from '../../matching/match.js';
import type { SeatedMembers } from './clusters.js';
import type { CollectionKey } from './collections.js';
import type { CheckOutcome, NewClaim, StoredDocument } from './documents.js';

/**
 * A claim: a document that a check stored for a client that has yet to write the page.
 *
 *   check with a claim ──► claimed ──confirm──► stored
 *                             │
 *                             └──expiry──► absent, or the former version again
 *
 * A claimed document is found, matched, listed and replaced like any other. It expires unless its claimant confirms
 * that the page was written. A crawler that dies between the decision and its own write loses nothing: a check with the
 * same id, content and claimant returns the first decision again. Storing a document under the id, or adding the same
 * content, ends the claim.
 *
 * A claim never outlasts its document: a renewal extends the claim at most to the expiry of the document, and an
 * earlier expiry of the document shortens the claim. So a document never expires while claimed.
 *
 * An expired claim restores the version stored before it, with its seat in its cluster. Without such a version the
 * document is deleted. Documents that the claim replaces (`onDuplicate: replace`) are deleted on confirmation, if their
 * content is unchanged.
 */
export interface Claim extends NewClaim {
  readonly first: FirstDecision;
  /** Version that the claimed document replaced. A renewal keeps it. null: none. */
  readonly former: FormerVersion | null;
  readonly replaces: readonly ReplacedDocument[];
}

/** Response of the check that made the claim. */
export type FirstDecision = Pick<
  CheckOutcome,
  | 'decision'
  | 'created'
  | 'duplicateOf'
  | 'similarTo'
  | 'replaced'
  | 'best'
  | 'cluster'
  | 'previous'
>;

export interface FormerVersion extends StoredDocument {
  /** null: no text is kept. */
  readonly text: Uint8Array | null;
  /** Seat of the document in its cluster; null: not in a cluster. */
  readonly seated: SeatedMembers | null;
}

/** A document that will be replaced when a claim is confirmed, as it was when the claim was made. */
export interface ReplacedDocument extends MatchedDocument {
  readonly exactHash: string;
}

export interface ConfirmedDocument {
  readonly id: string;
  /** Exact hash of the written page's content. */
  readonly contentHash: string;
}

export interface ConfirmOperation {
  readonly collection: CollectionKey;
  readonly documents: readonly ConfirmedDocument[];
  readonly claimant: string;
  readonly now: number;
}

export interface ConfirmOutcome {
  /** Ids of documents that are stored permanently, now or before. */
  readonly confirmed: readonly string[];
  /** Ids of documents that are absent, have other content, or are claimed by another client. */
  readonly missing: readonly string[];
  /** Number of documents at the end of the list that were skipped because those before them replaced too many. */
  readonly left: number;
}

/** Maximum number of claims that expire before one operation. Any others expire before later operations. */
export const lapsedAtOnce = 100;
