import { hammingDistance } from '../src/fingerprint/blocks.js';
import { firstSharedBand } from '../src/fingerprint/minhash.js';
import type { Recipe } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import type { Signature } from '../src/fingerprint/signature.js';
import type { Dictionaries } from '../src/text/dictionaries.js';
import { type EvaluationSet, pairOf } from './sets.js';

/** Number of reported pairs by the index that finds them. */
export interface FoundBy {
  /** Found only by the four tables: no band is shared. */
  readonly tables: number;
  /** Found only by bands: the fingerprints are too far apart. */
  readonly bands: number;
  readonly both: number;
  /** Found only by landmarks, in a family. */
  readonly landmarks: number;
}

/** @param keys keys of pairs that the recipe reports within this distance, or by a band or landmark */
export function foundBy(
  { documents }: Pick<EvaluationSet, 'documents'>,
  keys: Iterable<number>,
  { recipe, maxDistance }: { readonly recipe: Recipe; readonly maxDistance: number },
  dictionaries: Dictionaries,
): FoundBy {
  const signed = new Map<number, Signature>();
  const signatureOf = (number: number): Signature => {
    let signature = signed.get(number);
    if (signature === undefined) {
      const { text } = documents[number]!;
      signature = sign({ kind: 'text', text }, recipe, dictionaries);
      signed.set(number, signature);
    }
    return signature;
  };
  const counts = { tables: 0, bands: 0, both: 0, landmarks: 0 };
  for (const key of keys) {
    const [a, b] = pairOf(key, documents.length).map(signatureOf) as [Signature, Signature];
    const byTables = hammingDistance(a.fingerprint, b.fingerprint) <= maxDistance;
    if (shareBand(a.sketch, b.sketch, recipe)) counts[byTables ? 'both' : 'bands']++;
    else if (byTables) counts.tables++;
    else counts.landmarks++;
  }
  return counts;
}

function shareBand(a: Uint8Array | null, b: Uint8Array | null, { bands }: Recipe): boolean {
  if (a === null || b === null || bands === null) return false;
  return firstSharedBand(a, b, bands) < bands.count;
}
