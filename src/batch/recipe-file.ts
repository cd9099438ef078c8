import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { collectionRequest } from '../api/collections.js';
import { collectionName, recipeIdHex } from '../api/fields.js';
import { parsed } from '../api/validation.js';
import {
  duplicateIfDefault,
  keepRefusedDefault,
  maxDistanceDefault,
  refuseLimits,
  siteLinesDefault,
} from '../detector/collections.js';
import { describeFileError, NeardupError } from '../errors.js';
import { defaultMinSimilarity, type Recipe, recipeId } from '../fingerprint/recipe.js';
import type { Collection } from '../store/contract/collections.js';

/**
 * Form of a recipe file: the body of POST /collections. If the recipe is complete, its id may be given as `recipeId`,
 * as in the output of `neardup recipe`. A file with only the fields of a recipe is accepted as well.
 */
const form = z.strictObject({
  ...collectionRequest.shape,
  name: collectionName.optional(),
  recipeId: recipeIdHex.optional(),
  recipe: z.looseObject({}),
});

export interface RecipeFile {
  readonly name: string | undefined;
  /** Not validated yet. The recipe is complete if there is a `recipeId`. */
  readonly recipe: Partial<Recipe>;
  readonly recipeId: string | undefined;
  readonly settings: Settings;
}

type Settings = Partial<Omit<z.infer<typeof form>, 'name' | 'recipe' | 'recipeId'>>;

/**
 * Reads a recipe file.
 * @throws NeardupError `invalid_json`; `validation_failed`, also for settings that the recipe's method does not use;
 *   `recipe_mismatch` if `recipeId` is not the id of the recipe
 */
export function readRecipeFile(file: string): RecipeFile {
  const subject = `recipe file "${file}"`;
  const value = readObject(file);
  if (!('recipe' in value)) refuseSettings(subject, value);
  const whole = 'recipe' in value ? value : { recipe: value };
  const { name, recipe: given, recipeId: id, ...settings } = parsed(form, whole, subject);
  const recipe = given as Partial<Recipe>;
  // Only a complete recipe has an id. A complete recipe is recognised by its checksums.
  const actual = recipe.checksums === undefined ? 'none' : recipeId(recipe as Recipe);
  if (id !== undefined && actual !== id) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use ${subject}: its recipe has the id "${actual}", but "recipeId" is "${id}"; remove "recipeId" if you changed the recipe on purpose`,
    );
  }
  const { maxDistance, minSimilarity, minContainment } = settings;
  const limits = { maxDistance, minSimilarity, minContainment };
  refuseLimits(`use ${subject}`, name ?? 'default', recipe as Recipe, limits);
  return { name, recipe, recipeId: id, settings };
}

/** Returns the collection that a recipe file describes. Missing settings have the defaults of a new collection. */
export function describedCollection(
  { name = 'default', settings }: Pick<RecipeFile, 'name' | 'settings'>,
  recipe: Recipe,
): Collection {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given), name, recipe, recipeId: recipeId(recipe) };
}

const defaults = {
  generation: 0,
  createdAt: 0,
  maxDistance: maxDistanceDefault,
  minSimilarity: defaultMinSimilarity,
  minContainment: null,
  duplicateIf: duplicateIfDefault,
  ttlSeconds: null,
  keepText: false,
  keepRefused: keepRefusedDefault,
  keepPerFamily: null,
  siteLines: siteLinesDefault,
  refusedPages: null,
} as const;

/** Rejects a recipe whose fields include settings of a collection. */
function refuseSettings(subject: string, fields: object): void {
  const setting = Object.keys(fields).find((name) => Object.hasOwn(form.shape, name));
  if (setting === undefined) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot use ${subject}: "${setting}" is not a field of a recipe; write {"recipe": {…}, "${setting}": …}, or print a file with \`neardup recipe\``,
  );
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws NeardupError `invalid_json` */
function readObject(file: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseText(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    throw new Error('it must be a JSON object');
  } catch (error) {
    throw new NeardupError(
      'invalid_json',
      `Cannot use recipe file "${file}": ${describeFileError(error as Error)}; \`neardup recipe\` prints one`,
      { cause: error },
    );
  }
}
