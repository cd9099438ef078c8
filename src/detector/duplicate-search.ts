import type { Recipe } from '../fingerprint/recipe.js';
import type { Level, MatchRule } from '../matching/match.js';
import type { FoundMatch, SignedDocument } from '../store/contract/scans.js';

/**
 * Rule for choosing the copy to keep. A field is the path of a number or a time, and a greater one is preferred. Of
 * several copies that a rule prefers equally, the first is kept.
 */
export type KeepRule =
  | { readonly kind: 'first' | 'last' | 'longest' | 'shortest' | 'https' }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'field'; readonly path: string };

/** Rules for comparing documents and for handling duplicates. */
export interface DuplicateRules {
  readonly recipe: Recipe;
  readonly rule: MatchRule;
  readonly duplicateIf: Level;
  /** True to delete the duplicates of documents that are kept. */
  readonly deletes: boolean;
  readonly keep: KeepRule;
  /** Pairs of ids that were declared separate. */
  readonly separated: Iterable<{ readonly a: string; readonly b: string }>;
}

/** Opens a search for duplicates among many documents, on disk and on another thread. */
export type OpenDuplicateSearch = (rules: DuplicateRules) => DuplicateSearch;

export interface DuplicateSearch {
  /** Adds a document. @throws `disk_full` */
  add(document: SignedDocument): void;
  /**
   * Finds the documents that would have had a match if all documents had been checked in the order in which `keep`
   * prefers them; the first of all is the first stored, or of those stored at the same time the first added. Returns
   * the documents in this order.
   * @throws the abort reason of the signal, soon after the abort; `disk_full`; `validation_failed` if `keep` names a
   *   field of no document
   */
  find(signal: AbortSignal): Promise<Iterable<FoundDuplicate>>;
  /** Deletes all files of the search. */
  close(): Promise<void>;
}

/** A document and its best match. */
export interface FoundDuplicate extends Pick<FoundMatch, 'document' | 'match' | 'byParts'> {
  /** True if the match makes the document a duplicate, false if it is merely similar. */
  readonly isDuplicate: boolean;
  /** Similarity, rounded to three decimals; null if unknown, as with `simhash`. */
  readonly similarity: number | null;
  /** Hamming distance, 0 to 64; null if unknown. */
  readonly distance: number | null;
}
