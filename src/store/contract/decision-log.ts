import type { Signature } from '../../fingerprint/signature.js';
import type { KeptOutReason } from '../../matching/decide.js';
import type { Additions } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { StoredDocument } from './documents.js';
import type { LabelName } from './labels.js';

/**
 * Decisions that the log records: checks that refused a page, that stored it beside one that it resembles, or that
 * stored new content of a known id; and documents that another one replaced.
 */
export const loggedDecisions = ['duplicate', 'similar', 'changed', 'replaced'] as const;
export type LoggedDecision = (typeof loggedDecisions)[number];

/** Limits of the log. Older entries are deleted. */
export interface DecisionLogLimits {
  /** 0: nothing is recorded. */
  readonly days: number;
  /** Number of entries of all collections together. */
  readonly rows: number;
}

/** Number of records of one id that are kept. */
export const decisionsOfIdMax = 100;

export const decisionLogDefault: DecisionLogLimits = { days: 30, rows: 10_000_000 };

/** Additions of a page as they are logged: whole numbers of words, and a share in thousandths. */
export type LoggedAdditions = Pick<
  Additions,
  'nothing' | 'words' | 'share' | 'longest' | 'numbers' | 'names' | 'negations' | 'lines' | 'title'
>;

/**
 * Record of one decision. It is written in the transaction of the check, and stays when the match is deleted. A check
 * that changes nothing (a dry run, a repetition, an unchanged page) and a new page have no record.
 */
export interface DecisionRecord {
  /** Position in the log, never reused; higher numbers are later decisions. */
  readonly number: number;
  /** Time of the decision, never before that of the record before. */
  readonly at: number;
  /** null: the check named no id. */
  readonly id: string | null;
  readonly decision: LoggedDecision;
  readonly stored: boolean;
  readonly reason: KeptOutReason | null;
  /**
   * Id of the best match, or of the document that replaced this one; null of `changed`, whose measures compare it with
   * its previous version, and after a take-down of the match.
   */
  readonly match: string | null;
  /** Hamming distance, 0 to 64. */
  readonly distance: number | null;
  /** 0 to 1, rounded to four decimals. */
  readonly similarity: number | null;
  readonly exact: boolean;
  readonly adds: LoggedAdditions | null;
  /** Certainty of a refusal, 0 to 1 (rules/decision-log.ts); null: the document was stored. */
  readonly certainty: number | null;
  /** Judgement of a person; null: none. */
  readonly verdict: Verdict | null;
  /** True if the content of the refused page is kept. */
  readonly kept: boolean;
  /** At most 80 characters of the title of the page; null: none is known. */
  readonly title: string | null;
}

/** Judgements of people about refusals. A page of a wrong refusal is stored. */
export const verdicts = ['right', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

/** Content of a refused page, of which a document can be made. */
export interface RefusedPage {
  /** Recipe of the signature. */
  readonly recipeId: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  readonly page: string | null;
  readonly extractor: string | null;
  /** Time to live that the document would have got; null: unlimited. */
  readonly ttlMs: number | null;
  /** null: it is not kept. */
  readonly text: Uint8Array | null;
}

/** A decision is listed if all of these conditions hold. Those that are undefined always hold. */
export interface DecisionFilter {
  readonly id?: string | undefined;
  readonly idPrefix?: string | undefined;
  /** Host of the id, as `hostOf` returns it. */
  readonly host?: string | undefined;
  readonly decision?: LoggedDecision | undefined;
  readonly reason?: KeptOutReason | undefined;
  /** `none`: only what nobody has judged. */
  readonly verdict?: Verdict | 'none' | undefined;
  /** Inclusive. */
  readonly since?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
  readonly minSimilarity?: number | undefined;
  readonly maxSimilarity?: number | undefined;
}

export interface ListDecisions {
  readonly collection: CollectionKey;
  readonly filter: DecisionFilter;
  /** `certainty`: refusals only, the least certain first, equal ones by number. */
  readonly order: 'newest' | 'certainty';
  /** Only records with a smaller number; null: all. */
  readonly below: number | null;
  /** With `certainty`: only records after this one. */
  readonly after: (Pick<DecisionRecord, 'number'> & { readonly certainty: number }) | null;
  /** With `certainty`: only records of at most this certainty. */
  readonly certaintyMax: number | null;
  readonly limit: number;
}

/** Part of a list. */
export interface DecisionsPart {
  /** Records in the requested order, at most `limit`. */
  readonly decisions: readonly DecisionRecord[];
  /** Number below which the log was not searched; null: it was searched to its beginning. */
  readonly below: number | null;
}

export interface DecisionKey {
  readonly collection: CollectionKey;
  readonly number: number;
  readonly now: number;
}

export interface StoreRefused extends DecisionKey {
  /** Id of the document if the check named none. */
  readonly newId: string;
  /** Label of the page and its match, which are declared separate. */
  readonly label: Exclude<LabelName, 'same'>;
}

export interface StoredRefused {
  /** `unchanged`: the content was stored already. */
  readonly status: 'created' | 'replaced' | 'unchanged';
  readonly document: StoredDocument;
  /** Match from which the document is separate now; null: the match is not stored. */
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
  /** Only records with a greater number. */
  readonly after: number;
}

export interface ForgottenDecisions {
  /** Number of records that were deleted. */
  readonly deleted: number;
  /** Number of the last record that was examined; null: there are no more. */
  readonly after: number | null;
}
