import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { collectionName, ttlSeconds } from '../../api/fields.js';
import { parsed } from '../../api/validation.js';
import { compareTitlesDefault, matchRule } from '../../detector/collections.js';
import { NeardupError, reasonOf } from '../../errors.js';
import { type Recipe, recipeId } from '../../fingerprint/recipe.js';
import { exactDistanceMax, type MatchRule, refusals } from '../../matching/match.js';
import type { Collection } from '../../store/contract/collections.js';

/** Output of `neardup recipe` and of GET /collections/{name}: a recipe with its id and thresholds. */
const file = z.object({
  name: collectionName,
  recipeId: z.string(),
  recipe: z.looseObject({ version: z.number() }),
  maxDistance: z.int().min(0).max(exactDistanceMax),
  minSimilarity: z.number().min(0).max(1),
  minContainment: z.null().default(null),
  duplicateIf: z.enum(refusals),
  compareTitles: z.boolean().default(compareTitlesDefault),
  ttlSeconds: ttlSeconds.nullable(),
  keepText: z.boolean(),
  keepRefused: z.int().min(0),
});

export interface BatchCollection extends Collection {
  readonly rule: MatchRule;
}

/**
 * Returns the collection of a batch, as described by a file.
 * @throws NeardupError `invalid_json`, `validation_failed`; `recipe_mismatch` if the recipe does not
 *   have the id given with it, or has parts
 */
export function readBatchCollection(name: string): BatchCollection {
  const described = parsed(file, readJson(name), `recipe file "${name}"`);
  const recipe = described.recipe as unknown as Recipe;
  if (recipeId(recipe) !== described.recipeId) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use recipe file "${name}": its recipe has the id "${recipeId(recipe)}", not "${described.recipeId}" as it says`,
    );
  }
  if (recipe.parts) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use recipe file "${name}": a batch finds no parts, so its recipe must have "parts": null`,
    );
  }
  // A batch does not count families.
  const collection = {
    ...described,
    recipe,
    generation: 0,
    createdAt: 0,
    keepPerFamily: null,
    refusedPages: null,
  };
  return { ...collection, rule: matchRule('compare a batch', collection, {}) };
}

function readJson(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8'));
  } catch (error) {
    throw new NeardupError(
      'invalid_json',
      `Cannot use recipe file "${name}": ${reasonOf(error as Error)}; \`neardup recipe\` prints one`,
      { cause: error },
    );
  }
}
