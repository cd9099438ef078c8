/**
 * Terms of the texts of a batch, shared by its processes: how often each is in which text, and in how
 * many texts each is. `recipe` names the rules that cut the texts; see `termRecipe`.
 */
export interface TermStore {
  /**
   * Stores the terms of a text; a name may have several texts. Can be repeated.
   * @throws NeardupError `payload_too_large` if the terms exceed the size of a row
   */
  write(recipe: string, text: TextTerms): Promise<void>;
  /** @returns null for a text that was not written */
  read(recipe: string, name: string, exactHash: string): Promise<CountedTerms | null>;
  /**
   * Counts in how many different texts each term is, of all texts that were written, and stores these counts.
   * Terms of more than `termLengthMax` units are left out, as they are unlikely to recur.
   */
  count(recipe: string): Promise<CountedTexts>;
  /**
   * Counts as they were last stored.
   * @throws NeardupError `not_ready` if no count was finished since one began
   */
  counts(recipe: string): Promise<CountedTexts>;
  close(): Promise<void>;
}

export interface TextTerms extends CountedTerms {
  readonly name: string;
  /** Equal for equal texts. */
  readonly exactHash: string;
}

export interface CountedTerms {
  readonly terms: readonly string[];
  /** Number of occurrences of each term. */
  readonly counts: readonly number[];
}

export interface CountedTexts {
  /** Number of different texts. */
  readonly texts: number;
  /** Number of these texts with each term. */
  readonly counts: ReadonlyMap<string, number>;
}

export const termLengthMax = 64;
