import type { Recipe } from '../../fingerprint/recipe.js';
import type { CollectionKey } from './collections.js';
import type { ArchiveDocument } from './documents.js';

/** What rebuilding a collection takes, besides what all stores do. */

export interface BeginSuccessor {
  readonly collection: CollectionKey;
  readonly recipe: Recipe;
  readonly recipeId: string;
}

export interface RestoreOperation {
  readonly collection: CollectionKey;
  readonly documents: readonly ArchiveDocument[];
}
