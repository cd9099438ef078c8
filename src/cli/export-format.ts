import type { Recipe } from '../fingerprint/recipe.js';

/**
 * The export of a collection: NDJSON, this header in the first line, then a document a line as
 * GET /documents shows it; with `exactHash`, too, if it was taken from a database file.
 */
export interface ExportHeader {
  readonly neardup: 'export';
  readonly version: 1;
  readonly collection: string;
  readonly recipeId: string;
  readonly recipe: Recipe;
}

export const exportVersion = 1;

export function isExportHeader(line: object): line is ExportHeader {
  return 'neardup' in line && line.neardup === 'export';
}
