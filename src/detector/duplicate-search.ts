import type { Recipe } from '../fingerprint/recipe.js';
import type { MatchRule, Refusal } from '../matching/match.js';
import type { FoundMatch, SignedDocument } from '../store/contract/scans.js';

/** Rules for comparing documents, and for the duplicates among them. */
export interface DuplicateRules {
  readonly recipe: Recipe;
  readonly rule: MatchRule;
  readonly duplicateIf: Refusal;
  /** True to delete a document that is a duplicate of one that stays. */
  readonly deletes: boolean;
  /** Pairs of ids that were declared separate. */
  readonly separated: Iterable<{ readonly a: string; readonly b: string }>;
}

/** Finds duplicates among many documents, outside the memory and off the thread of the caller. */
export type OpenDuplicateSearch = (rules: DuplicateRules) => DuplicateSearch;

export interface DuplicateSearch {
  /** Takes a document. @throws `disk_full` */
  add(document: SignedDocument): void;
  /**
   * Finds the documents for which checks would have found a match, made in the order of first storing or,
   * within a millisecond, in the order of addition. Returns them in this order.
   * @throws the reason of the signal, soon after it is given; `disk_full`
   */
  find(signal: AbortSignal): Promise<Iterable<FoundDuplicate>>;
  /** Removes all that it wrote. */
  close(): Promise<void>;
}

/** A document and its best match. */
export interface FoundDuplicate extends Pick<FoundMatch, 'document' | 'match' | 'byParts'> {
  /** True if the match makes it a duplicate; else it is only similar. */
  readonly isDuplicate: boolean;
  /** To four decimals; null: not known, as with `simhash`. */
  readonly similarity: number | null;
  /** Hamming distance, 0 to 64; null: not known. */
  readonly distance: number | null;
}
