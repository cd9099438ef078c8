import type { Signature } from '../../fingerprint/signature.js';
import { type CheckReason, checkReasons } from '../../matching/decide.js';
import type { Additions } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { StoredDocument } from './documents.js';
import type { LabelName } from './labels.js';

/**
 * Decisions that are recorded in the log.
 *
 * - `duplicate`: the page is a duplicate of its match; `stored` shows if the page was stored anyway
 * - `similar`: the page is similar to its match, but not a duplicate; stored unless its family is full (`reason`)
 * - `changed`: the page was stored under an id that had other content
 * - `replaced`: a stored document was deleted because another one replaced it
 */
export const loggedDecisions = ['duplicate', 'similar', 'changed', 'replaced'] as const;
export type LoggedDecision = (typeof loggedDecisions)[number];

/** Limits of the log. Entries beyond them are deleted, oldest first. */
export interface DecisionLogLimits {
  /** Number of days after which entries are deleted; 0: nothing is recorded. */
  readonly days: number;
  /** Maximum number of entries over all collections. */
  readonly rows: number;
}

/** Maximum number of log records kept for one id, among the newest tens of thousands of records. */
export const decisionsOfIdMax = 100;

export const decisionLogDefault: DecisionLogLimits = { days: 30, rows: 10_000_000 };

/**
 * Additions of a page to its match, as recorded in the log: counts of words are rounded to integers, and `share` to
 * thousandths.
 */
export type LoggedAdditions = Additions;

/**
 * Record of one decision, written in the transaction that stores, refuses or replaces the document. The record survives
 * the deletion of the match. Checks of new pages are not recorded, and neither are checks that change nothing: dry
 * runs, repeated requests, and checks of unchanged pages.
 */
export interface DecisionRecord {
  /** Position in the log. Later decisions have higher numbers, and numbers are never reused. */
  readonly number: number;
  /** Time of the decision; never earlier than the time of the previous record. */
  readonly at: number;
  /**
   * Id of the checked document, or of the replaced one; null if the check had no id and its page has not been stored.
   */
  readonly id: string | null;
  readonly decision: LoggedDecision;
  readonly stored: boolean;
  /** Reason in the outcome of the check. */
  readonly reason: CheckReason | null;
  /**
   * Id of the best match, or of the replacing document. Null if `forgetDecisions` has removed it, and always null for
   * `changed`, because such a page is measured against its own previous version.
   */
  readonly match: string | null;
  /** Hamming distance to the match or previous version, 0 to 64; null if not measured. */
  readonly distance: number | null;
  /** Similarity to the match or previous version, 0 to 1, rounded to four decimals; null if not measured. */
  readonly similarity: number | null;
  readonly exact: boolean;
  readonly adds: LoggedAdditions | null;
  /** Certainty of a refusal, 0 to 1 (rules/decision-log.ts); null if the decision is not a refusal. */
  readonly certainty: number | null;
  /** A person's verdict on the decision; null if there is none yet. */
  readonly verdict: Verdict | null;
  /** True if the content of the refused page is kept. */
  readonly kept: boolean;
  /**
   * True if the match has been deleted or has got other content since, and nothing has been decided about the page
   * after that. Set by `markGone`.
   */
  readonly gone: boolean;
  /** Up to 80 characters from the beginning of the page's title; null if unknown. */
  readonly title: string | null;
}

/** Verdicts of people on refusals. `wrong` is recorded when the refused page is stored (`storeRefused`). */
export const verdicts = ['right', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

/** Content of a refused page, sufficient to create a document. */
export interface RefusedPage {
  /** Recipe under which the signature was computed. */
  readonly recipeId: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  readonly page: string | null;
  readonly extractor: string | null;
  /** Time to live of the document if the page is stored after all; null for unlimited. */
  readonly ttlMs: number | null;
  /** Text of the page, as the store keeps it; null if no text is kept. */
  readonly text: Uint8Array | null;
}

/** Reasons by which decisions can be listed; `gone`: their match is gone. */
export const listedReasons = [...checkReasons, 'gone'] as const;

/** Conditions that listed decisions must fulfil. Undefined conditions are ignored. */
export interface DecisionFilter {
  readonly id?: string | undefined;
  readonly idPrefix?: string | undefined;
  /** Host in the id of a listed record, in the form that `hostFromId` returns. */
  readonly host?: string | undefined;
  /**
   * Part of the id or title of a listed record, without the case of A to Z; given in lower case. A host at its beginning
   * is found in ids in either of its forms (`otherHostForm`).
   */
  readonly search?: string | undefined;
  /** Id of the match of a listed record. */
  readonly match?: string | undefined;
  readonly decision?: LoggedDecision | undefined;
  readonly reason?: (typeof listedReasons)[number] | undefined;
  /** Verdict of a listed record; `none` lists the records without a verdict. */
  readonly verdict?: Verdict | 'none' | undefined;
  /** Inclusive lower bound for the time of the decision. */
  readonly since?: number | undefined;
  /** Exclusive upper bound for the time of the decision. */
  readonly until?: number | undefined;
  readonly minSimilarity?: number | undefined;
  readonly maxSimilarity?: number | undefined;
}

/** Query for the last record of each of some ids; ids without a record are left out. */
export interface LastDecisions {
  readonly collection: CollectionKey;
  readonly ids: readonly string[];
}

export interface ListDecisions {
  readonly collection: CollectionKey;
  readonly filter: DecisionFilter;
  /**
   * `newest`: newest decisions first. `certainty`: only refusals, least certain first; equally certain ones are sorted
   * by number.
   */
  readonly order: 'newest' | 'certainty';
  /** Lists only records that come after this position in the order; null for all records. */
  readonly after: DecisionPlace | null;
  /**
   * Lists only records that come before this position in the order; null for all records. Used only with `certainty`.
   */
  readonly before: DecisionPlace | null;
  /** `position` returned by the previous call, from which the search continues; null to start from the beginning. */
  readonly position: number | null;
  readonly limit: number;
}

/** Position of a record in a sorted list of decisions. The order `newest` ignores the certainty. */
export interface DecisionPlace {
  readonly number: number;
  readonly certainty: number;
}

/**
 * One part of a list of decisions. Each call examines a limited number of records, so a part may contain few records,
 * or none, even if later parts contain more.
 */
export interface DecisionsPart {
  /** Records in the requested order, at most `limit`. */
  readonly decisions: readonly DecisionRecord[];
  /** Position at which the search stopped; null if there is nothing left to examine. */
  readonly position: number | null;
}

/** A document that was deleted or has got other content, and pages for which it was the match. */
export interface GoneMatch {
  readonly collection: string;
  readonly id: string;
  /** Number of pages that were refused or replaced because of the document, and are stored nowhere. */
  readonly pages: number;
}

export interface MarkedGone {
  readonly matches: readonly GoneMatch[];
  /** True if there may be more to mark. */
  readonly more: boolean;
}

export interface DecisionKey {
  readonly collection: CollectionKey;
  readonly number: number;
  readonly now: number;
}

export interface StoreRefused extends DecisionKey {
  /** Id to give to the document if the check had no id. */
  readonly newId: string;
  /** Label to give to the refused page and its match. They are also declared separate, that is, not duplicates. */
  readonly label: Exclude<LabelName, 'same'>;
}

export interface StoredRefused {
  /** `unchanged`: the content was already stored under the id. */
  readonly status: 'created' | 'replaced' | 'unchanged';
  readonly document: StoredDocument;
  /**
   * Id of the match from which the document was declared separate; null if the match is no longer stored or recorded.
   */
  readonly separatedFrom: string | null;
}

export interface JudgeDecision extends DecisionKey {
  readonly verdict: 'right' | null;
}

export interface FindRefused {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly now: number;
}

export interface ForgetDecisions {
  readonly collection: CollectionKey;
  readonly idPrefix: string;
  /** Number of the last record that earlier calls have examined; 0 for the first call. */
  readonly after: number;
}

export interface ForgottenDecisions {
  /** Number of deleted records. */
  readonly deleted: number;
  /** Number of the last examined record, where the next call continues; null if all records have been examined. */
  readonly after: number | null;
}
