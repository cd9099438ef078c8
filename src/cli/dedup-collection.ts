import { describedCollection, readRecipeFile } from '../batch/recipe-file.js';
import { matchRule } from '../detector/collections.js';
import { NeardupError } from '../errors.js';
import { completeRecipe, type Recipe } from '../fingerprint/recipe.js';
import { recipeProblem } from '../fingerprint/recipe-problem.js';
import type { Collection } from '../store/contract/collections.js';
import type { CollectionFacts } from './service/service.js';

export interface CollectionFlags {
  readonly recipe?: string;
  readonly maxDistance?: number;
  readonly minSimilarity?: number;
  readonly minContainment?: number;
  readonly duplicateIf?: Collection['duplicateIf'];
}

/**
 * Returns the collection whose rules apply to the run. Flags override the settings in the recipe file.
 * @param stored stored collection with which the documents are compared; null if they are compared with files or only
 * with each other
 * @throws `recipe_mismatch`, `distance_unsupported`, `validation_failed`, `invalid_json`
 */
export function dedupCollection(
  flags: CollectionFlags,
  defaultRecipe: Recipe,
  stored: CollectionFacts | null = null,
): Collection {
  const { maxDistance, minSimilarity, minContainment, duplicateIf } = flags;
  const collection: Collection = {
    ...openBase(flags, defaultRecipe, stored),
    ...(maxDistance !== undefined && { maxDistance }),
    ...(minSimilarity !== undefined && { minSimilarity }),
    ...(minContainment !== undefined && { minContainment }),
    ...(duplicateIf !== undefined && { duplicateIf }),
  };
  const problem = recipeProblem(collection.recipe, defaultRecipe.checksums);
  if (problem !== null) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use recipe file "${flags.recipe}": ${problem}`,
    );
  }
  // Rejects thresholds that this recipe does not use.
  matchRule('compare', collection, { maxDistance, minSimilarity, minContainment });
  return collection;
}

function openBase(
  flags: CollectionFlags,
  defaultRecipe: Recipe,
  stored: CollectionFacts | null,
): Collection {
  const { recipe: name } = flags;
  if (stored !== null) {
    if (name === undefined) {
      return { ...stored, name: 'default', generation: 0, createdAt: 0, keepPerFamily: null };
    }
    throw new NeardupError(
      'validation_failed',
      'Cannot use --recipe with a collection: its own settings decide',
    );
  }
  const file = name === undefined ? { name, recipe: {}, settings: {} } : readRecipeFile(name);
  return describedCollection(file, completeRecipe(file.recipe, defaultRecipe));
}
