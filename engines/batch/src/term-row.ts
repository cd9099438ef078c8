import {
  type Analysis,
  type Fingerprint,
  type HashName,
  hashFunctions,
  recipeId,
  simhash,
  type TextTerms,
  weightScale,
} from 'neardup/engine';
import {
  type NamedRecipe,
  parseFields,
  type SignedDocument,
  type SignedRow,
  signedColumn,
  signedRow,
} from './signed-row.js';
import { broken } from './stage.js';

/**
 * Encodes the term vector of a document as the last column of a line: a signed document with `terms` (pairs of a term
 * and its weight) instead of the fingerprint.
 */
export function termColumn(
  row: Omit<SignedDocument, 'signature'> & { readonly analysis: Analysis },
  named: NamedRecipe,
): string {
  const { terms, weights } = row.analysis.features!;
  const vector = terms.map((term, index) => [term, weights[index]]);
  return JSON.stringify({ ...JSON.parse(columnWithoutTerms(row, named)), terms: vector });
}

/** Like `termColumn`, but without the terms, which are in a separate store. */
export function columnWithoutTerms(
  { analysis, ...document }: Parameters<typeof termColumn>[0],
  named: NamedRecipe,
): string {
  const signature = { ...analysis.signature, fingerprint: noFingerprint };
  return signedColumn({ ...document, signature }, named);
}

/**
 * Returns the collection with a recipe that only counts terms: fields that only affect weights are left out or fixed.
 */
export function termRecipe<T extends NamedRecipe>(collection: T): T {
  const { ownIdf, ...others } = collection.recipe;
  const { ownIdf: _, ...checksums } = others.checksums;
  const weights = { weighting: 'tf', unknownIdf: 'median', topTerms: null } as const;
  const recipe = { ...others, ...weights, checksums };
  return { ...collection, recipe, recipeId: recipeId(recipe) };
}

/** Returns the terms of a text that was analysed by a recipe from `termRecipe`. */
export function textTerms(name: string, { signature, features }: Analysis): TextTerms {
  const { terms, weights } = features!;
  const counts = Array.from(weights, (weight) => weight / weightScale);
  return { name, exactHash: signature.exactHash, terms, counts };
}

/**
 * Returns the signed document of a column from `termColumn`.
 * @throws NeardupError for the same reasons as `signedRow`, or if the column has no terms
 */
export function signedByTerms(column: string, named: NamedRecipe): SignedRow {
  const row = signedRow(column, named);
  if ('error' in row) return row;
  const { terms } = parseFields(column);
  if (!isVector(terms)) throw broken('it holds no vector of terms');
  const fingerprint = simhashFromTerms(terms, named.recipe.hash);
  return { ...row, signature: { ...row.signature, fingerprint } };
}

/** Computes the SimHash of weighted terms, as signing does. */
export function simhashFromTerms(
  terms: readonly (readonly [term: string, weight: number])[],
  hash: HashName,
): Fingerprint {
  const high = new Int32Array(terms.length);
  const low = new Int32Array(terms.length);
  for (const [index, [term]] of terms.entries()) {
    const bits = hashFunctions[hash](term);
    high[index] = Number(bits >> 32n);
    low[index] = Number(bits & 0xffff_ffffn);
  }
  return simhash({ high, low, weights: Float64Array.from(terms, ([, weight]) => weight) });
}

const noFingerprint: Fingerprint = { high: 0, low: 0 };

function isVector(value: unknown): value is readonly (readonly [string, number])[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && pair[1] >= 0)
  );
}
