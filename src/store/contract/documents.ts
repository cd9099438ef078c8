import type { TextParts } from '../../fingerprint/parts.js';
import type { Fingerprint, Signature } from '../../fingerprint/signature.js';
import type { CheckPolicy, KeptOutReason } from '../../matching/decide.js';
import type { Closeness, Match, MatchRule, Refusal, ToldMatch } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { Idempotency, Repeatable } from './idempotency.js';

/**
 * Version of the outcomes below, as they are kept for repetitions. Increase it when a field changes its
 * meaning, or when a new field is not optional.
 */
export const outcomesVersion = 5;

/** Largest number of documents that one check replaces. */
export const replacedMax = 100;

/** The decisions of a check. */
export const decisions = ['new', 'similar', 'duplicate', 'changed', 'unchanged'] as const;

export type Decision = (typeof decisions)[number];

/** A document as a store keeps it; input and output of operations on documents. */
export interface StoredDocument {
  readonly id: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  /** Facts that its page states about itself, as text that is opaque to the store; null: none is known. */
  readonly page: string | null;
  /** Extractor of its content, taken from the document that brought the content first. */
  readonly extractor: string | null;
  /** 1 when first stored, one more with every replacement. */
  readonly revision: number;
  /** Time at which the id was first stored. */
  readonly storedAt: number;
  /** Time at which it was last stored or replaced. */
  readonly updatedAt: number;
  /** Time at which it was last stored or found unchanged. */
  readonly lastSeenAt: number;
  /** Number of times it was stored or found unchanged. */
  readonly seenCount: number;
  /** null: never. */
  readonly expiresAt: number | null;
}

/** Request of a check to claim the document that it stores (claims.ts). */
export interface NewClaim {
  /** The client that may confirm the claim, and get its decision again. */
  readonly claimant: string;
  /** Time at which the claim lapses; no later than the expiry of the document that the check stores. */
  readonly expiresAt: number;
}

interface Idempotent {
  /** Absent: each request is executed. */
  readonly idempotency?: Idempotency | undefined;
}

export interface AddOperation extends Idempotent {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly signature: Signature;
  /** JSON text of an object, or null; given back as it is, compared by value. */
  readonly metadata: string | null;
  /** As in `StoredDocument`; never compared, so that a document found unchanged keeps its own. */
  readonly page: string | null;
  /** Text to keep, opaque to the store; one per content, and the first one stays. */
  readonly text: Uint8Array | null;
  /**
   * Name and version of the extractor that took the text from a page; null for plain text. Kept as `text`
   * is.
   */
  readonly extractor: string | null;
  /** Time from which the document is absent; null: never, or, if nothing else changes, unchanged. */
  readonly expiresAt: number | null;
  readonly now: number;
}

export interface AddOutcome extends Repeatable {
  /** `unchanged`: same content and metadata; only `lastSeenAt`, `seenCount` and expiry are written. */
  readonly status: 'created' | 'replaced' | 'unchanged';
  readonly document: StoredDocument;
}

export interface CheckOperation extends Idempotent {
  readonly collection: CollectionKey;
  /** null: the document has no id yet; `newId` is used if it is stored. */
  readonly id: string | null;
  readonly newId: string;
  /** Id of the cluster, if a new one is made. */
  readonly newClusterId: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  /** As in `AddOperation`. */
  readonly page: string | null;
  readonly text: Uint8Array | null;
  /** Text to keep if the page is refused, in its stored form; absent or null: `text`, if there is one. */
  readonly refusedText?: Uint8Array | null | undefined;
  readonly extractor: string | null;
  /** As in `AddOperation`. */
  readonly expiresAt: number | null;
  /** Matches that count as duplicates. */
  readonly duplicateIf: Refusal;
  /** With `replace`, here and in `onCovered`, at most `replacedMax` documents are replaced. */
  readonly onDuplicate: CheckPolicy['onDuplicate'];
  /** `keep` only with an id and `onDuplicate: skip`. */
  readonly onChange: CheckPolicy['onChange'];
  readonly onCovered: CheckPolicy['onCovered'];
  /** True to write nothing at all. */
  readonly dryRun: boolean;
  /** Claim on the document that it stores; null: none. Never with `dryRun`. */
  readonly claim: NewClaim | null;
  readonly rule: MatchRule;
  /**
   * At most this many matches are returned, and fewer if their bytes reach `replyBytesMax`; the
   * decision sees all.
   */
  readonly limit: number;
  readonly now: number;
}

export interface CheckOutcome extends Repeatable {
  readonly decision: Decision;
  /** True if this check stored the document; false for `unchanged`. */
  readonly stored: boolean;
  /** Why a similar document is not stored; null for all others. */
  readonly reason: KeptOutReason | null;
  /** True if the id was not in the store before this check. */
  readonly created: boolean;
  readonly id: string | null;
  /** Id of the best match if it makes a duplicate, else null. */
  readonly duplicateOf: string | null;
  /** Id of the best match if it makes none, else null. */
  readonly similarTo: string | null;
  /** Ids of the documents that were replaced, or will be when the claim is confirmed. */
  readonly replaced: readonly string[];
  /** Closeness of the best match, whatever the limit; null if there is none. */
  readonly best: ToldMatch | null;
  /** Id of the cluster of an unchanged document, or of the best match of a duplicate. */
  readonly cluster: string | null;
  /** Closeness of the earlier version of this id; null if there was none. */
  readonly previous: Closeness | null;
  readonly matches: readonly Match[];
  readonly truncated: boolean;
  /**
   * Number of stored contents that are alike, before this check, at most 16 (matching/family.ts); null: they were not
   * counted, as the content is unchanged, its claim was renewed, or the store cannot count them.
   */
  readonly family: number | null;
  /**
   * Claim on the document that was stored, is unchanged, or makes this one a duplicate; absent or null if
   * that document is not claimed.
   */
  readonly claim?: Pick<NewClaim, 'expiresAt'> | null;
  /**
   * Set if the check renewed a claim: all fields but `claim` and `stored` are those of the first decision.
   */
  readonly renewed?: true;
}

export interface QueryOperation {
  readonly collection: CollectionKey;
  /** A stored document is never its own match. */
  readonly probe:
    | { readonly signature: Signature }
    | {
        readonly id: string;
        /** All of its parts, which are more than the sample that is stored; absent: not known. */
        readonly parts?: TextParts | undefined;
      };
  readonly rule: MatchRule;
  readonly limit: number;
  readonly now: number;
}

export interface QueryOutcome {
  readonly fingerprint: Fingerprint;
  readonly matches: readonly Match[];
  /** Number of distinct contents that are candidates; where there are too many, of those looked at. */
  readonly candidates: number;
  readonly truncated: boolean;
  /** Result of `commonShareOf`; null: not requested, or not known. */
  readonly commonShare: number | null;
}

export interface DeleteOperation extends Idempotent {
  readonly collection: CollectionKey;
  readonly ids: readonly string[];
  readonly ifRevision?: number;
  readonly now: number;
}

export interface DeleteOutcome extends Repeatable {
  readonly deleted: readonly string[];
  readonly missing: readonly string[];
}

export interface DocumentsById {
  readonly collection: CollectionKey;
  readonly ids: readonly string[];
  readonly now: number;
}

export interface ListOperation {
  readonly collection: CollectionKey;
  /** Only ids that begin with this; null: all. */
  readonly idPrefix: string | null;
  /** An id; the page starts after it. null: from the beginning. */
  readonly after: string | null;
  readonly limit: number;
  readonly now: number;
}
