import type { Recipe } from '../fingerprint/recipe.js';
import type { MatchRule, Refusal } from '../matching/match.js';
import type { FoundMatch, SignedDocument } from '../store/contract/scans.js';

/** By what documents are compared, and what becomes of duplicates. */
export interface DuplicateRules {
  readonly recipe: Recipe;
  readonly rule: MatchRule;
  readonly duplicateIf: Refusal;
  /** Whether a document that is a duplicate of one that stays goes. */
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
   * What checks would find of these documents, made in the order of their first storing; among those of
   * one millisecond, in the order in which they were added. Those with a match, in this order.
   * @throws the reason of the signal, soon after it is given; `disk_full`
   */
  find(signal: AbortSignal): Promise<Iterable<FoundDuplicate>>;
  /** Removes all that it wrote. */
  close(): Promise<void>;
}

/** A document and its best match. */
export interface FoundDuplicate extends Pick<FoundMatch, 'document' | 'match' | 'byParts'> {
  /** Whether the match makes it a duplicate; else it is only similar. */
  readonly isDuplicate: boolean;
}
