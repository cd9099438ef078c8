import type { MatchedDocument } from '../../matching/match.js';
import type { SeatedMembers } from './clusters.js';
import type { CollectionKey } from './collections.js';
import type { CheckOutcome, NewClaim, StoredDocument } from './documents.js';

/**
 * A claim: a document that a check stored for a client that has yet to write the page.
 *
 *   check with a claim ──► claimed ──confirm──► stored
 *                             │
 *                             └──its time is over──► absent, or the former version again
 *
 * A claimed document is found, matched, listed and replaced like any other. It lapses by itself, unless
 * its claimant confirms that the page is written. A crawler that dies between the decision and its own
 * write loses nothing: for the same id, content and claimant a check returns the first decision again.
 * Storing a document under the id, or adding the same content, ends the claim.
 *
 * A claim lasts no longer than its document: a renewal extends it at most until the document expires, and
 * an earlier expiry of the document also ends its claim earlier. So a document never expires while claimed.
 *
 * When a claim lapses, the version that was stored before it comes back with its seat in its cluster;
 * without one the document goes. Documents whose place the claim takes (`onDuplicate: replace`) go when
 * it is confirmed, if they still have the content that they had.
 */
export interface Claim extends NewClaim {
  readonly first: FirstDecision;
  /** null: nothing was stored under the id. If that was a claim, what was stored before it. */
  readonly former: FormerVersion | null;
  readonly replaces: readonly ReplacedDocument[];
}

/** The response of the check that made the claim. */
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
  /** null: none is kept. */
  readonly text: Uint8Array | null;
  /** Its seat; null: it had none. */
  readonly seated: SeatedMembers | null;
}

/** A document whose place a claim takes, as it was. */
export interface ReplacedDocument extends MatchedDocument {
  readonly exactHash: string;
}

export interface ConfirmedDocument {
  readonly id: string;
  /** Exact hash of the content whose page is written. */
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
  /** Number of documents at the end that were not looked at, as too many others were replaced. */
  readonly left: number;
}

/** Number of claims that lapse before one operation; the rest lapse before the following operations. */
export const lapsedAtOnce = 100;
