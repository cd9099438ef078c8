import { readFileSync } from 'node:fs';
import { NeardupError, reasonOf } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';

/**
 * Reads fields of a recipe from a JSON file, or the recipe of a collection as printed by `neardup recipe`. Does
 * not validate the values.
 */
export function readRecipeFile(file: string): Partial<Recipe> {
  const value = readJsonFile(file);
  return isObject(value.recipe) ? value.recipe : value;
}

/** Reads a JSON object. @throws NeardupError `invalid_json` */
export function readJsonFile(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readText(file));
    if (isObject(value)) return value;
    throw new Error('it must be a JSON object');
  } catch (error) {
    throw new NeardupError(
      'invalid_json',
      `Cannot use recipe file "${file}": ${(error as Error).message}`,
      { cause: error },
    );
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a text file in UTF-8; - is standard input. @throws NeardupError `extraction_failed` with the reason
 * alone
 */
export function readText(name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(name === '-' ? 0 : name));
  } catch (error) {
    const reason = reasonOf(error as Error);
    throw new NeardupError('extraction_failed', reason, { cause: error });
  }
}
