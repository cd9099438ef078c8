import type { Recipe } from '../../fingerprint/recipe.js';
import type { Level } from '../../matching/match.js';

/**
 * Identifies one generation of a collection. A collection that was deleted and recreated under the same name has a new
 * generation, and operations on the earlier one fail with `collection_not_found`.
 */
export interface CollectionKey {
  readonly name: string;
  readonly generation: number;
}

export interface OfCollection {
  readonly collection: CollectionKey;
}

export interface OfOneOrAll {
  /** Collection to which the operation is limited; undefined for all collections. */
  readonly collection?: CollectionKey | undefined;
}

export interface Collection extends CollectionKey {
  readonly recipe: Recipe;
  readonly recipeId: string;
  /** Default thresholds for requests that do not specify them. */
  readonly maxDistance: number;
  readonly minSimilarity: number;
  /**
   * Minimum containment at which documents match by their parts (fingerprint/parts.ts); null if parts are not compared.
   * Always null if the recipe does not sample parts.
   */
  readonly minContainment: number | null;
  readonly duplicateIf: Level;
  /** Time to live of documents that are stored without an expiry; null if such documents never expire. */
  readonly ttlSeconds: number | null;
  /** True if the original texts of documents are also stored. */
  readonly keepText: boolean;
  /** Maximum number of refused ids that a cluster records. Further refused ids are not recorded. */
  readonly keepRefused: number;
  /**
   * Number of stored similar texts at which further similar documents are no longer stored; null for no limit. Similar
   * texts form a family (matching/family.ts).
   */
  readonly keepPerFamily: number | null;
  /**
   * True if lines that a site repeats do not count when its pages are compared (matching/site-lines.ts). Only SQLite
   * learns them; other stores compare every line.
   */
  readonly siteLines: boolean;
  /** Retention of refused pages, so that refusals can be undone; null if refused pages are not kept. */
  readonly refusedPages: RefusedPages | null;
  readonly createdAt: number;
}

export interface RefusedPages {
  readonly days: number;
  /** True: the texts of refused pages are kept as well. Implied by `keepText`. */
  readonly texts: boolean;
}

/** Mutable fields of a collection. */
export type CollectionSettings = Pick<
  Collection,
  | 'maxDistance'
  | 'minSimilarity'
  | 'minContainment'
  | 'duplicateIf'
  | 'ttlSeconds'
  | 'keepText'
  | 'keepRefused'
  | 'keepPerFamily'
  | 'siteLines'
  | 'refusedPages'
>;

export interface UpdateCollection {
  readonly collection: CollectionKey;
  /** Only the settings to change. */
  readonly settings: Partial<CollectionSettings>;
}

export interface CreateCollection extends CollectionSettings {
  readonly name: string;
  readonly recipe: Recipe;
  readonly recipeId: string;
  readonly collectionsMax: number;
  readonly now: number;
}
