import {
  type Collection,
  describedCollection,
  type MatchRule,
  matchRule,
  NeardupError,
  type Recipe,
  readRecipeFile,
} from 'neardup/engine';

export interface BatchCollection extends Collection {
  readonly rule: MatchRule;
}

/**
 * Returns the collection of a batch, as described by a file.
 * @throws NeardupError for the same reasons as `readRecipeFile`; `recipe_mismatch` if the recipe is incomplete, or has
 *   parts (sampled shingles that reveal contained texts)
 */
export function readBatchCollection(name: string): BatchCollection {
  const file = readRecipeFile(name);
  if (file.recipeId === undefined) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use recipe file "${name}": a batch needs a whole recipe with its id; \`neardup recipe --new --recipe ${name}\` prints it`,
    );
  }
  const recipe = file.recipe as Recipe;
  if (recipe.parts) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use recipe file "${name}": a batch finds no parts, so its recipe must have "parts": null`,
    );
  }
  // A batch does not count the members of families (contents that share a band), so `keepPerFamily` has no effect.
  const described = describedCollection(file, recipe);
  const collection = { ...described, keepPerFamily: null, refusedPages: null };
  return { ...collection, rule: matchRule('compare a batch', collection, {}) };
}
