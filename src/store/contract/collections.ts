import type { Recipe } from '../../fingerprint/recipe.js';
import type { Refusal } from '../../matching/match.js';

/**
 * Names one life of a collection: a collection that was deleted and created again under the same
 * name has another generation, and an operation on the earlier one gets `collection_not_found`.
 */
export interface CollectionKey {
  readonly name: string;
  readonly generation: number;
}

export interface OfCollection {
  readonly collection: CollectionKey;
}

export interface OfOneOrAll {
  /** Absent: all collections. */
  readonly collection?: CollectionKey | undefined;
}

export interface Collection extends CollectionKey {
  readonly recipe: Recipe;
  readonly recipeId: string;
  /** Defaults for requests that name none. */
  readonly maxDistance: number;
  readonly minSimilarity: number;
  /** null: by their parts no documents match; always null where the recipe has no parts. */
  readonly minContainment: number | null;
  readonly duplicateIf: Refusal;
  /** True: pages are different if each title has a word that the other lacks. */
  readonly compareTitles: boolean;
  /**
   * Time to live of documents that arrive without an expiry of their own; null: they are kept permanently.
   */
  readonly ttlSeconds: number | null;
  /** True if texts are kept with their contents. */
  readonly keepText: boolean;
  /** Number of refused ids that a cluster remembers; the first ones stay. */
  readonly keepRefused: number;
  /** Least size of a family of which no similar document is stored; null: each is stored. */
  readonly keepPerFamily: number | null;
  /** Contents of refused pages that are kept, so that a refusal can be undone; null: none. */
  readonly refusedPages: RefusedPages | null;
  readonly createdAt: number;
}

export interface RefusedPages {
  readonly days: number;
  /** True: the texts of refused pages are kept as well. Collections with `keepText` always keep them. */
  readonly texts: boolean;
}

/** Mutable fields of a collection. */
export type CollectionSettings = Pick<
  Collection,
  | 'maxDistance'
  | 'minSimilarity'
  | 'minContainment'
  | 'duplicateIf'
  | 'compareTitles'
  | 'ttlSeconds'
  | 'keepText'
  | 'keepRefused'
  | 'keepPerFamily'
  | 'refusedPages'
>;

export interface UpdateCollection {
  readonly collection: CollectionKey;
  /** Those that change. */
  readonly settings: Partial<CollectionSettings>;
}

export interface CreateCollection extends CollectionSettings {
  readonly name: string;
  readonly recipe: Recipe;
  readonly recipeId: string;
  readonly collectionsMax: number;
  readonly now: number;
}
