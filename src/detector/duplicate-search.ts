import type { Recipe } from '../fingerprint/recipe.js';
import type { MatchRule, Refusal } from '../matching/match.js';
import type { FoundMatch, SignedDocument } from '../store/contract/scans.js';

/** Rules for comparing documents and for handling duplicates. */
export interface DuplicateRules {
  readonly recipe: Recipe;
  readonly rule: MatchRule;
  readonly duplicateIf: Refusal;
  /** True if the search deletes the duplicates of the documents that it keeps. */
  readonly deletes: boolean;
  /** Pairs of ids that were declared separate. */
  readonly separated: Iterable<{ readonly a: string; readonly b: string }>;
}

/** Opens a search for duplicates among many documents, on disk and on another thread. */
export type OpenDuplicateSearch = (rules: DuplicateRules) => DuplicateSearch;

export interface DuplicateSearch {
  /** Adds a document. @throws `disk_full` */
  add(document: SignedDocument): void;
  /**
   * Finds the documents for which checks would have found a match, if made in the order of first storing (ties:
   * in the order of addition). Returns them in this order.
   * @throws the reason of the signal, soon after it aborts; `disk_full`
   */
  find(signal: AbortSignal): Promise<Iterable<FoundDuplicate>>;
  /** Deletes all files of the search. */
  close(): Promise<void>;
}

/** A document and its best match. */
export interface FoundDuplicate extends Pick<FoundMatch, 'document' | 'match' | 'byParts'> {
  /** True if the match makes the document a duplicate, not merely similar. */
  readonly isDuplicate: boolean;
  /** Rounded to four decimals; null: unknown, as with `simhash`. */
  readonly similarity: number | null;
  /** Hamming distance, 0 to 64; null: unknown. */
  readonly distance: number | null;
}
