import type { Analysis } from '../../fingerprint/analyse.js';
import { hashFunctions } from '../../fingerprint/hash64.js';
import type { HashName } from '../../fingerprint/recipe.js';
import type { Fingerprint } from '../../fingerprint/signature.js';
import { simhash } from '../../fingerprint/simhash.js';
import {
  fieldsOf,
  type NamedRecipe,
  type SignedDocument,
  type SignedRow,
  signedColumn,
  signedRow,
} from './signed-row.js';
import { broken } from './stage.js';

/**
 * The vector of terms of a document, as the last column of a line: all of its signature but the
 * fingerprint, which is made of `terms`, pairs of a term and its weight.
 */
export function termColumn(
  row: Omit<SignedDocument, 'signature'> & { readonly analysis: Analysis },
  named: NamedRecipe,
): string {
  const { analysis, ...document } = row;
  const { terms, weights } = analysis.features!;
  const vector = terms.map((term, index) => [term, weights[index]]);
  const signed = signedColumn({ ...document, signature: analysis.signature }, named);
  return JSON.stringify({ ...JSON.parse(signed), fingerprint: noFingerprint, terms: vector });
}

/**
 * The signed document of such a column.
 * @throws NeardupError as `signedRow`
 */
export function signedByTerms(column: string, named: NamedRecipe): SignedRow {
  const row = signedRow(column, named);
  if ('error' in row) return row;
  const { terms } = fieldsOf(column);
  if (!isVector(terms)) throw broken('it holds no vector of terms');
  const fingerprint = simhashOfTerms(terms, named.recipe.hash);
  return { ...row, signature: { ...row.signature, fingerprint } };
}

/** The SimHash of weighted terms, as signing computes it. */
export function simhashOfTerms(
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

const noFingerprint = '0'.repeat(16);

function isVector(value: unknown): value is readonly (readonly [string, number])[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && pair[1] >= 0)
  );
}
