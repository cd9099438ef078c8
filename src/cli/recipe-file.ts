import { readFileSync } from 'node:fs';
import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';

/** The fields of a recipe in a JSON file; which values they may have is for others to check. */
export function readRecipeFile(file: string): Partial<Recipe> {
  try {
    const value: unknown = JSON.parse(readText(file));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw new Error('it must be a JSON object');
  } catch (error) {
    throw new NeardupError(
      'invalid_json',
      `Cannot use recipe file "${file}": ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** A text file in UTF-8; - is standard input. */
export function readText(name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(name === '-' ? 0 : name));
  } catch (error) {
    throw new NeardupError('extraction_failed', `Cannot read it: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
