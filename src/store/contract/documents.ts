import type { TextParts } from '../../fingerprint/parts.js';
import type { Fingerprint, Signature } from '../../fingerprint/signature.js';
import type { CheckPolicy, CheckReason } from '../../matching/decide.js';
import type {
  Additions,
  Closeness,
  Level,
  Match,
  MatchRule,
  MatchSummary,
} from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { Idempotency, Repeatable } from './idempotency.js';
import type { Scope } from './scope.js';

/**
 * Version of the form in which the outcomes in this file are stored for repeated requests (rules/idempotency.ts). Must
 * be increased when a field changes its meaning, or when a new field is required.
 */
export const outcomesVersion = 7;

/** Maximum number of documents that one check replaces. */
export const replacedMax = 100;

/** Possible decisions of a check. */
export const decisions = ['new', 'similar', 'duplicate', 'changed', 'unchanged'] as const;

export type Decision = (typeof decisions)[number];

/** A document as stored; input and output of document operations. */
export interface StoredDocument {
  readonly id: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  /** Facts that the page states about itself, as text that the store does not interpret; null if none are known. */
  readonly page: string | null;
  /** Extractor given with the first document that had this content. That document may have expired since. */
  readonly extractor: string | null;
  /** Version of the document: 1 when first stored, one more after every replacement. */
  readonly revision: number;
  /** Time at which the id was first stored. */
  readonly storedAt: number;
  /** Time at which the id was last stored or replaced. */
  readonly updatedAt: number;
  /** Time at which the id was last stored or found unchanged. */
  readonly lastSeenAt: number;
  /** Number of times the id was stored or found unchanged. */
  readonly seenCount: number;
  /** Time at which the document expires; null if it never does. */
  readonly expiresAt: number | null;
  /**
   * Lifetime that was requested for the document, in milliseconds: the longest that an addition or a check of this
   * version has named. Null exactly if `expiresAt` is null.
   */
  readonly lifetimeMs: number | null;
}

/** Request to claim the document that a check stores (claims.ts). */
export interface NewClaim {
  /** Client that may confirm the claim and obtain its decision again. */
  readonly claimant: string;
  /** Time at which the claim expires; at most the expiry of the stored document. */
  readonly expiresAt: number;
}

interface Idempotent {
  /** Idempotency key of the request; if undefined, a repeated request is executed again. */
  readonly idempotency?: Idempotency | undefined;
}

export interface AddOperation extends Idempotent {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly signature: Signature;
  /** JSON text of an object, or null. It is returned verbatim, but the order of its keys is ignored in comparisons. */
  readonly metadata: string | null;
  /**
   * Facts that the page states about itself, as in `StoredDocument`. If nothing else differs, the document counts as
   * unchanged and keeps its old facts.
   */
  readonly page: string | null;
  /**
   * Text to keep, which the store does not interpret; null for none. A content keeps the text of the first document
   * that has one.
   */
  readonly text: Uint8Array | null;
  /**
   * Name and version of the extractor that extracted the text from a page; null for plain text. A content keeps the
   * extractor of its first document.
   */
  readonly extractor: string | null;
  /** Time from which the document counts as absent, even if it is unchanged; null: it never expires. */
  readonly expiresAt: number | null;
  readonly now: number;
}

export interface AddOutcome extends Repeatable {
  /** `unchanged`: same content and metadata. Only `lastSeenAt`, `seenCount` and expiry are written. */
  readonly status: 'created' | 'replaced' | 'unchanged';
  readonly document: StoredDocument;
}

export interface CheckOperation extends Idempotent {
  readonly collection: CollectionKey;
  /** Id of the document; null if the client gave none. If a document without an id is stored, it gets `newId`. */
  readonly id: string | null;
  readonly newId: string;
  /** Id for the cluster that the check creates if its match is not in a cluster. */
  readonly newClusterId: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  /** Facts that the page states about itself, as in `AddOperation`. */
  readonly page: string | null;
  readonly text: Uint8Array | null;
  /** Text to keep if the page is refused and `text` is null, in the same form as `text`. */
  readonly refusedText?: Uint8Array | null | undefined;
  readonly extractor: string | null;
  /**
   * Time from which the document counts as absent; null: it never expires. An unchanged document keeps its expiry if that
   * is later. A match that was stored for a shorter lifetime (`expiresAt - now`) does not make the page a duplicate.
   */
  readonly expiresAt: number | null;
  /** Rule that determines which matches make the document a duplicate. */
  readonly duplicateIf: Level;
  /**
   * Action for a duplicate. With `replace`, here or in `onCovered`, the check fails if it would replace more than
   * `replacedMax` documents.
   */
  readonly onDuplicate: CheckPolicy['onDuplicate'];
  /** Action if the id has other content. `keep` requires an id and `onDuplicate: skip`. */
  readonly onChange: CheckPolicy['onChange'];
  readonly onCovered: CheckPolicy['onCovered'];
  /** True: the check decides but writes nothing. */
  readonly dryRun: boolean;
  /** Claim to make on the stored document; null to make none. Never combined with `dryRun`. */
  readonly claim: NewClaim | null;
  readonly rule: MatchRule;
  /** Documents with which the page is compared; undefined: all. */
  readonly scope?: Scope | undefined;
  /**
   * Maximum number of returned matches. Fewer are returned once their size reaches `replyBytesMax`. The decision
   * considers all matches.
   */
  readonly limit: number;
  readonly now: number;
}

/** Comparison of a document with the previous version stored under its id. */
export interface PreviousVersion extends Closeness {
  /** Additions of the document to the previous version; null if either has no evidence. */
  readonly adds: Additions | null;
  /** Number of lines of the previous version that the document lacks; null if either has no evidence. */
  readonly gone: number | null;
}

export interface CheckOutcome extends Repeatable {
  readonly decision: Decision;
  /** True if this check stored the document; false for `unchanged`. */
  readonly stored: boolean;
  /**
   * Reason why a similar document was not stored, or why a document was not made a duplicate although its best match
   * says the same; otherwise null.
   */
  readonly reason: CheckReason | null;
  /** True if the document was stored under an id that had no document before. */
  readonly created: boolean;
  readonly id: string | null;
  /** Id of the best match if the checked document is a duplicate of it; otherwise null. */
  readonly duplicateOf: string | null;
  /** Id of the best match if the checked document is similar to it but not a duplicate; otherwise null. */
  readonly similarTo: string | null;
  /**
   * Ids of the documents that this check replaces: immediately or, with a claim, on its confirmation. In a dry run, ids
   * of the documents that the check would replace.
   */
  readonly replaced: readonly string[];
  /** Measures of the best match, even if `limit` keeps it out of `matches`; null if there is no match. */
  readonly best: MatchSummary | null;
  /**
   * Id of the cluster that the stored or unchanged document belongs to or, if the document was not stored, of the
   * cluster that its best match belongs to. Null if there is no such cluster.
   */
  readonly cluster: string | null;
  /**
   * Comparison of the document with the previous version stored under its id; null if there is no previous version.
   */
  readonly previous: PreviousVersion | null;
  readonly matches: readonly Match[];
  /** True if there are more matches, or may be: not all candidates were compared (matching/bounds.ts). */
  readonly truncated: boolean;
  /**
   * Number of similar contents of the host of the page stored before this check, counted up to 16 (matching/bounds.ts).
   * Null if they were not counted, because the content is unchanged or a claim was renewed.
   */
  readonly family: number | null;
  /**
   * Claim on the stored or unchanged document, or on the document that this one duplicates; undefined or null if it is
   * not claimed.
   */
  readonly claim?: OutcomeClaim | null;
  /**
   * Expiry of the best match, if the document was not stored, or was stored because it outlives the match; undefined if
   * the match stays or there is none, and if the store does not know.
   */
  readonly matchExpiresAt?: number | undefined;
  /**
   * Set if the check renewed a claim. The other fields then repeat the outcome of the check that made the claim, except
   * that `claim` has the new expiry, `matches` is empty and `family` is null.
   */
  readonly renewed?: true;
}

export interface OutcomeClaim extends Pick<NewClaim, 'expiresAt'> {
  /**
   * Exact hash of the stored document, only if the check renewed a claim: the checked document says the same, but its
   * own hash may differ.
   */
  readonly contentHash?: string;
}

export interface QueryOperation {
  readonly collection: CollectionKey;
  /** Signature or id of the document to find matches for. A stored document never matches itself. */
  readonly probe:
    | { readonly signature: Signature }
    | {
        readonly id: string;
        /**
         * All parts of the document's text, because the store keeps only a sample of them; undefined if they are
         * unknown.
         */
        readonly parts?: TextParts | undefined;
      };
  readonly rule: MatchRule;
  /** As in `CheckOperation`. */
  readonly scope?: Scope | undefined;
  /**
   * False: skips computing what the probe adds to each inexact match, the only part of a comparison that takes longer
   * for longer texts. `adds` is then null, and does not affect the order of matches.
   */
  readonly judges?: false | undefined;
  readonly limit: number;
  readonly now: number;
}

export interface QueryOutcome {
  readonly fingerprint: Fingerprint;
  readonly matches: readonly Match[];
  /** Number of distinct candidate contents that were compared. */
  readonly candidates: number;
  /** As in `CheckOutcome`. */
  readonly truncated: boolean;
  /**
   * Share of the sampled shingles of the text that find no matches, because too many stored texts contain them
   * (`measureCommonShare`); null if it was not requested or is unknown.
   */
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
  /** Prefix of the listed ids; null to list all. */
  readonly idPrefix: string | null;
  /** Id after which the page starts; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  readonly now: number;
}
