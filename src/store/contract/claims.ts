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
 * A claimed document is found, matched, listed and replaced like any other. Its claim expires unless the claimant (the
 * client that holds the claim) confirms that it has written the page. A crawler that dies between the decision and its
 * own write loses nothing: after a restart, a check with the same id, content and claimant returns the first decision
 * again and renews the claim. The claim also ends if another version is stored under the id, or if the same content is
 * added without a check.
 *
 * A claim never outlasts its document: it ends at the latest at the expiry of the document, and a renewal extends it at
 * most so far. Nothing shortens the life of a claimed document without ending the claim. So a document never expires
 * while claimed.
 *
 * When a claim expires, the version that the claimed document replaced is restored, together with its place in its
 * cluster. If there was no such version, or that version has expired as well, the document is deleted. With
 * `onDuplicate: replace` or `onCovered: replace`, the documents that the claimed one replaces are deleted only on
 * confirmation, and only if their content is unchanged.
 */
export interface Claim extends NewClaim {
  readonly first: FirstDecision;
  /**
   * Version that the claimed document replaced; null if no document had the id. A renewal of the claim does not change
   * this.
   */
  readonly former: FormerVersion | null;
  readonly replaces: readonly ReplacedDocument[];
}

/** Outcome of the check that made the claim, without the fields that a renewal determines itself. */
export type FirstDecision = Omit<
  CheckOutcome,
  'stored' | 'id' | 'matches' | 'truncated' | 'family' | 'claim' | 'renewed' | 'replayed'
>;

export interface FormerVersion extends StoredDocument {
  /** Kept text of the version; null if no text is kept. */
  readonly text: Uint8Array | null;
  /**
   * Cluster to which this version returns when the claim expires, with this version as its only listed member; null if
   * this version was in no cluster. If all stored members of the cluster have expired by then, its refused members are
   * still there before the sweep, and gone after it.
   */
  readonly seated: SeatedMembers | null;
}

/** A document that will be replaced when a claim is confirmed, as it was when the claim was made. */
export interface ReplacedDocument extends MatchedDocument {
  readonly exactHash: string;
}

export interface ConfirmedDocument {
  readonly id: string;
  /** Exact hash of the written page's text. */
  readonly contentHash: string;
}

export interface ConfirmOperation {
  readonly collection: CollectionKey;
  readonly documents: readonly ConfirmedDocument[];
  readonly claimant: string;
  readonly now: number;
}

export interface ConfirmOutcome {
  /** Ids of the documents that are no longer provisional. Some may have been confirmed before this call. */
  readonly confirmed: readonly string[];
  /** Ids of documents that are absent, have other content, or are claimed by another client. */
  readonly missing: readonly string[];
  /**
   * Number of documents at the end of the request's list that were not examined, because the documents before them had
   * already replaced `replacedMax` others or more.
   */
  readonly left: number;
}

/** Maximum number of expired claims that are ended before one operation. The rest are ended before later operations. */
export const claimsExpiredAtOnce = 100;
