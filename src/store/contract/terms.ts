/**
 * Store of the terms of many texts, shared by the processes of a batch. It contains the number of occurrences of each
 * term in each text, and the number of texts with each term. `recipe` names the rules by which the texts were
 * tokenized; see `termRecipe`.
 */
export interface TermStore {
  /**
   * Stores the terms of a text. Several texts may have the same name. Repeating the call has no further effect.
   * @throws NeardupError `payload_too_large` if the terms exceed the maximum size of a row
   */
  write(recipe: string, text: TextTerms): Promise<void>;
  /** Returns the terms of a text; null if none were written for it. */
  read(recipe: string, name: string, exactHash: string): Promise<CountedTerms | null>;
  /**
   * Counts and stores the number of distinct texts with each term, over all written texts. Skips terms longer than
   * `termLengthMax` UTF-16 units, which are unlikely to recur.
   */
  count(recipe: string): Promise<CountedTexts>;
  /**
   * Returns the counts that the last `count` stored.
   * @throws NeardupError `not_ready` if none has been stored, or if a later `count` has not finished
   */
  counts(recipe: string): Promise<CountedTexts>;
  close(): Promise<void>;
}

export interface TextTerms extends CountedTerms {
  readonly name: string;
  /** Hash of the text, equal for equal texts. */
  readonly exactHash: string;
}

export interface CountedTerms {
  readonly terms: readonly string[];
  /** Number of occurrences of each term. */
  readonly counts: readonly number[];
}

export interface CountedTexts {
  /** Number of distinct texts. */
  readonly texts: number;
  /** Number of texts with each term. */
  readonly counts: ReadonlyMap<string, number>;
}

export const termLengthMax = 64;
