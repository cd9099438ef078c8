import { readBatchCollection } from '../batch/stream/batch-collection.js';
import {
  compareTitlesDefault,
  matchRule,
  maxDistanceDefault,
  refusalDefault,
} from '../detector/collections.js';
import { NeardupError } from '../errors.js';
import {
  completeRecipe,
  defaultMinSimilarity,
  type Recipe,
  recipeId,
} from '../fingerprint/recipe.js';
import { recipeProblem } from '../fingerprint/recipe-problem.js';
import type { Collection } from '../store/contract/collections.js';
import { readRecipeFile } from './recipe-file.js';
import type { CollectionFacts } from './service/service.js';

export interface CollectionFlags {
  /** File with fields that differ from the default recipe. */
  readonly recipe?: string;
  /** File with a whole recipe, its id and thresholds; not allowed with `recipe`. */
  readonly collectionFile?: string;
  readonly maxDistance?: number;
  readonly minSimilarity?: number;
  readonly minContainment?: number;
  readonly duplicateIf?: Collection['duplicateIf'];
  readonly compareTitles?: boolean;
}

/**
 * Returns the collection whose rules apply. Flags override settings of the file.
 * @param stored collection that the documents are compared with; null: none, or only files
 * @throws `recipe_mismatch`, `distance_unsupported`, `validation_failed`, `invalid_json`
 */
export function dedupCollection(
  flags: CollectionFlags,
  defaultRecipe: Recipe,
  stored: CollectionFacts | null = null,
): Collection {
  const { maxDistance, minSimilarity, minContainment, duplicateIf, compareTitles } = flags;
  const collection: Collection = {
    ...baseOf(flags, defaultRecipe, stored),
    ...(maxDistance !== undefined && { maxDistance }),
    ...(minSimilarity !== undefined && { minSimilarity }),
    ...(minContainment !== undefined && { minContainment }),
    ...(duplicateIf !== undefined && { duplicateIf }),
    ...(compareTitles !== undefined && { compareTitles }),
  };
  const problem = recipeProblem(collection.recipe, defaultRecipe.checksums);
  if (problem !== null) {
    const file = flags.collectionFile ?? flags.recipe;
    throw new NeardupError('recipe_mismatch', `Cannot use recipe file "${file}": ${problem}`);
  }
  // Rejects thresholds that this recipe does not use.
  matchRule('compare', collection, { maxDistance, minSimilarity, minContainment });
  return collection;
}

function baseOf(
  flags: CollectionFlags,
  defaultRecipe: Recipe,
  stored: CollectionFacts | null,
): Collection {
  const { recipe, collectionFile, compareTitles } = flags;
  if (stored !== null) {
    if (recipe === undefined && collectionFile === undefined && compareTitles === undefined) {
      return { ...stored, name: 'default', generation: 0, createdAt: 0, keepPerFamily: null };
    }
    throw new NeardupError(
      'validation_failed',
      'Cannot use --recipe, --collection-file or --compare-titles with a collection: its own settings decide',
    );
  }
  if (collectionFile === undefined) return newCollection(flags, defaultRecipe);
  return readBatchCollection(collectionFile);
}

function newCollection({ recipe: file }: CollectionFlags, defaultRecipe: Recipe): Collection {
  const recipe = completeRecipe(file === undefined ? {} : readRecipeFile(file), defaultRecipe);
  return {
    ...{ name: 'default', generation: 0, recipe, recipeId: recipeId(recipe), createdAt: 0 },
    ...{
      maxDistance: maxDistanceDefault,
      minSimilarity: defaultMinSimilarity,
      duplicateIf: refusalDefault,
      compareTitles: compareTitlesDefault,
    },
    minContainment: null,
    ...{
      ttlSeconds: null,
      keepText: false,
      keepRefused: 0,
      keepPerFamily: null,
      refusedPages: null,
    },
  };
}
