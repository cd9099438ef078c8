import { z } from 'zod';
import { collectionName, keepPerFamily, minContainment, ttlSeconds } from '../api/fields.js';
import { parsed } from '../api/validation.js';
import { NeardupError } from '../errors.js';
import { completeRecipe, type Recipe, recipeId } from '../fingerprint/recipe.js';
import { type Level, levels } from '../matching/match.js';
import { keepRefusedMax } from '../store/contract/clusters.js';

/**
 * The export of a collection: NDJSON with this header in the first line, then one document per line.
 *
 *   version 1   from a service: documents as GET /documents returns them
 *   version 2   from a database file: documents with all stored data (archive-line.ts)
 *   version 3   like version 2, with separations before the documents, and labels and clusters after the
 *               documents (cluster-lines.ts), so that labels and clusters refer only to earlier lines
 */
export interface ExportHeader {
  readonly neardup: 'export';
  readonly version: (typeof exportVersions)[number];
  readonly collection: string;
  readonly recipeId: string;
  readonly recipe: Recipe;
  /**
   * Present since version 2 of the format, without settings that the recipe does not use. Version 3 added
   * `keepRefused`.
   */
  readonly settings?: CollectionSettings;
}

/** A checked header. Its recipe is in the format of this build, even if the export is older. */
export interface ReadHeader extends ExportHeader {
  /** True if the export has a recipe of an earlier version, so its texts must be signed again. */
  readonly isEarlier: boolean;
}

/** Settings of an imported collection, apart from its recipe. */
export interface CollectionSettings
  extends Omit<AnySettings, 'duplicateIf' | 'refuse' | 'compareTitles'> {
  readonly duplicateIf?: Level | undefined;
}

type AnySettings = z.infer<typeof settings> & Partial<z.infer<typeof settingsWithRefused>>;

const settings = z.strictObject({
  maxDistance: z.int().min(0).optional(),
  minSimilarity: z.number().min(0).max(1).optional(),
  // This field and the next two are missing in earlier exports.
  minContainment: minContainment.optional(),
  // Earlier exports call the level `page` `addsNothing`.
  duplicateIf: z.enum([...levels, 'addsNothing']).optional(),
  // Name of `duplicateIf` in still earlier exports.
  refuse: z.enum(['exact', 'same', 'similar']).optional(),
  // Only earlier exports have this field. It is ignored.
  compareTitles: z.unknown().optional(),
  ttlSeconds: ttlSeconds.nullable(),
  keepText: z.boolean(),
});

const settingsWithRefused = settings.extend({
  keepRefused: z.int().min(0).max(keepRefusedMax),
  keepPerFamily: keepPerFamily.optional(),
  siteLines: z.boolean().optional(),
  refusedPages: z.strictObject({ days: z.int().min(1), texts: z.boolean() }).optional(),
});

const exportVersions = [1, 2, 3] as const;

const anyHeader = z.object({
  collection: collectionName,
  recipeId: z.string(),
  recipe: z.looseObject({ version: z.number() }),
});
const headers = {
  1: anyHeader,
  2: anyHeader.extend({ settings }),
  3: anyHeader.extend({ settings: settingsWithRefused }),
};

interface EarlierFields {
  readonly traits?: unknown;
}

export function isExportHeader(line: object): line is ExportHeader {
  return 'neardup' in line && line.neardup === 'export';
}

/**
 * Checks a header, and upgrades a recipe of an earlier version to this build.
 * @param defaultRecipe returns the default recipe of this build; called only for a recipe of an earlier version
 * @throws NeardupError `recipe_mismatch` for an unknown version of the format, or a recipe that does not match its id;
 * `validation_failed` for a malformed header
 */
export function checkedHeader(header: ExportHeader, defaultRecipe: () => Recipe): ReadHeader {
  if (!exportVersions.includes(header.version)) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot import version ${header.version} of the export format: this neardup reads the versions ${exportVersions.join(', ')}`,
    );
  }
  parsed(headers[header.version], header, 'the header of the export');
  const raised = header.settings && { settings: raisedSettings(header.settings) };
  if (header.recipe.version < 3) {
    // Recipes of earlier versions had the field `traits`, which is dropped.
    const { version, checksums, traits: _, ...fields } = header.recipe as Recipe & EarlierFields;
    const recipe = completeRecipe(fields, defaultRecipe());
    return { ...header, ...raised, recipe, recipeId: recipeId(recipe), isEarlier: true };
  }
  if (header.version === 1 || recipeId(header.recipe) === header.recipeId) {
    return { ...header, ...raised, isEarlier: false };
  }
  throw new NeardupError(
    'recipe_mismatch',
    'Cannot import: the recipe in the header of the export does not match its id; export the collection again',
  );
}

/** Converts settings of an earlier export to the names of this build. */
function raisedSettings(given: AnySettings): CollectionSettings {
  const { refuse, duplicateIf = refuse, compareTitles: _, ...settings } = given;
  if (duplicateIf === undefined) return settings;
  const isNamedBefore = duplicateIf === 'same' || duplicateIf === 'addsNothing';
  return { ...settings, duplicateIf: isNamedBefore ? 'page' : duplicateIf };
}
