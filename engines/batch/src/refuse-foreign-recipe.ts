import { NeardupError, recipeProblem } from 'neardup/engine';
import type { BatchCollection } from './batch-collection.js';

/**
 * Rejects a recipe that this build cannot serve, because its signatures would be different.
 * @throws NeardupError `recipe_mismatch`
 */
export function refuseForeignRecipe(
  { recipe, recipeId }: BatchCollection,
  checksums: Readonly<Record<string, string>>,
): void {
  const problem = recipeProblem(recipe, checksums);
  if (problem === null) return;
  throw new NeardupError('recipe_mismatch', `Cannot sign by recipe "${recipeId}": ${problem}`);
}
