import type { Recipe } from '../../fingerprint/recipe.js';
import type { Claim } from './claims.js';
import type { CollectionKey } from './collections.js';
import type { StoredDocument } from './documents.js';

/** Types of the operations that rebuild a collection under another recipe. */

export interface BeginSuccessor {
  readonly collection: CollectionKey;
  readonly recipe: Recipe;
  readonly recipeId: string;
}

/** All data of a document except its membership in a cluster. */
export interface ArchiveDocument extends StoredDocument {
  /** Kept text of the document; null if no text is kept. */
  readonly text: Uint8Array | null;
  /** Claim on the document; undefined if it is not claimed. */
  readonly claimed?: Claim | undefined;
}

export interface RestoreOperation {
  readonly collection: CollectionKey;
  readonly documents: readonly ArchiveDocument[];
}
