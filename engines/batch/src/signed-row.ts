import {
  fromHex,
  keptSignature,
  NeardupError,
  type Recipe,
  type Signature,
  sketchBytes,
  toHex,
} from 'neardup/engine';
import { broken } from './stage.js';

/**
 * Result of signing a document, as the last column of a line: JSON without tabs. The column contains the recipe id, so
 * that rows of different recipes are never mixed in a batch.
 */
export type SignedRow = SignedDocument | RefusedDocument;

export interface SignedDocument {
  readonly id: string;
  readonly signature: Signature;
  /** Metadata of the document as the JSON text of an object; null if it has none. */
  readonly metadata: string | null;
  /** Facts that the page states about itself, packed as in a store (`packFacts`); null if none are known. */
  readonly page: string | null;
  readonly extractor: string | null;
}

/** A document that the service would reject. It is listed with its error, but not compared. */
export interface RefusedDocument {
  readonly id: string;
  /** Error code such as `text_empty`. */
  readonly error: string;
}

/** A recipe with its id. */
export interface NamedRecipe {
  readonly recipe: Recipe;
  readonly recipeId: string;
}

/** Fields of a recipe that determine the length of a sketch. */
export type SketchFields = Parameters<typeof sketchBytes>[0];

/** Fields of a recipe that identify rows signed with it. */
export interface RowRecipe {
  readonly recipe: SketchFields;
  readonly recipeId: string;
}

export function signedColumn(row: SignedRow, { recipe, recipeId }: NamedRecipe): string {
  if ('error' in row) return JSON.stringify({ id: row.id, recipe: recipeId, error: row.error });
  const { id, metadata, page, extractor } = row;
  const kept = keptSignature(row.signature, recipe);
  const { exactHash, fingerprint, featureCount, shortText, sketch, shingles, evidence } = kept;
  return JSON.stringify({
    id,
    recipe: recipeId,
    exactHash,
    fingerprint: toHex(fingerprint),
    featureCount,
    shortText,
    sketch: sketch === null ? null : sketchText(sketch),
    shingles,
    evidence: evidence === null ? null : sketchText(evidence),
    metadata,
    page,
    extractor,
  });
}

/**
 * Inverse of `signedColumn`.
 * @throws NeardupError `validation_failed` for a column that `signedColumn` cannot have written; `recipe_mismatch` for
 * a
 *   row of another recipe
 */
export function signedRow(column: string, named: RowRecipe): SignedRow {
  const row = parseFields(column);
  const { id, recipe, error } = row;
  if (typeof id !== 'string' || typeof recipe !== 'string')
    throw broken('it is not a signed document');
  if (recipe !== named.recipeId) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot use a signature of recipe "${recipe}" where the recipe is "${named.recipeId}"`,
    );
  }
  if (typeof error === 'string') return { id, error };
  const { exactHash, fingerprint, featureCount, shortText, sketch, shingles, evidence } = row;
  const { metadata, page, extractor } = row;
  if (
    !isHex(exactHash, 32) ||
    !isHex(fingerprint, 16) ||
    !isCountOrNull(featureCount) ||
    !isCountOrNull(shingles) ||
    typeof shortText !== 'boolean' ||
    !isTextOrNull(sketch) ||
    !isTextOrNull(evidence) ||
    !isTextOrNull(metadata) ||
    !isTextOrNull(page) ||
    !isTextOrNull(extractor)
  ) {
    throw broken('it is not a signed document');
  }
  return {
    id,
    metadata,
    page,
    extractor,
    signature: {
      exactHash,
      fingerprint: fromHex(fingerprint),
      featureCount,
      shortText,
      sketch: sketch === null ? null : parseSketch(sketch, named.recipe),
      shingles,
      evidence: evidence === null ? null : new Uint8Array(Buffer.from(evidence, 'base64')),
      parts: null,
    },
  };
}

/**
 * Parses a column into its fields.
 * @throws NeardupError `validation_failed` unless the column is a JSON object
 */
export function parseFields(column: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(column);
  } catch (error) {
    throw broken((error as Error).message);
  }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw broken('its last column is no JSON object');
}

export function sketchText(sketch: Uint8Array): string {
  return Buffer.from(sketch).toString('base64');
}

/**
 * Decodes a sketch.
 * @throws NeardupError `validation_failed` if its length is not the length of a sketch
 */
export function parseSketch(text: string, recipe: SketchFields): Uint8Array {
  return bytesOfText(text, 'a sketch has', sketchBytes(recipe));
}

export function isHex(value: unknown, digits: number): value is string {
  return typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);
}

function isCountOrNull(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function bytesOfText(text: string, what: string, length: number): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  if (bytes.length === length) return bytes;
  throw broken(`${what} ${bytes.length} bytes, not ${length}`);
}
