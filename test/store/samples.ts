import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Fingerprint, Signature } from '../../src/fingerprint/signature.js';
import type { AddOperation, CheckOperation, CollectionKey } from '../../src/store/store.js';

/** Stores keep recipes and never read them. */
export const recipe: Recipe = {
  version: 1,
  method: 'simhash',
  unicode: '16.0',
  segmenter: 'jieba-2.0.3',
  hmm: false,
  simplify: true,
  lowerCase: true,
  minTermLength: 1,
  stopWords: ['zh', 'en'],
  weighting: 'logTf',
  unknownIdf: 'median',
  topTerms: null,
  hash: 'xxh64',
  shortTextBelow: 16,
  shingle: null,
  sketch: null,
  bands: null,
  checksums: { words: '0123456789abcdef' },
};

export const newCollection = (name: string) => ({
  name,
  recipe,
  recipeId: 'f00dfeedf00dfeed',
  maxDistance: 3,
  collectionsMax: 10,
  now: 1_000,
});

/**
 * A signature whose fingerprint is all zeros but for the bits given.
 * @param content tells contents of one fingerprint apart
 */
export function signature(bits: readonly number[] = [], content = 0): Signature {
  const fingerprint = flip({ high: 0, low: 0 }, bits);
  return signatureOf(fingerprint, content);
}

/** @param content -1: a fingerprint that was made elsewhere, without a text */
export function signatureOf(fingerprint: Fingerprint, content = 0): Signature {
  const hash = [content + 1, 7, fingerprint.high, fingerprint.low];
  return {
    exactHash: hash.map((word) => word.toString(16).padStart(8, '0')).join(''),
    fingerprint,
    featureCount: content < 0 ? null : 20 + content,
    shortText: content % 2 === 1,
  };
}

export function flip({ high, low }: Fingerprint, bits: readonly number[]): Fingerprint {
  let flippedHigh = high;
  let flippedLow = low;
  for (const bit of bits) {
    if (bit < 32) flippedLow ^= 1 << bit;
    else flippedHigh ^= 1 << (bit - 32);
  }
  return { high: flippedHigh >>> 0, low: flippedLow >>> 0 };
}

export function addition(
  collection: CollectionKey,
  id: string,
  changes: Partial<AddOperation> = {},
): AddOperation {
  return { collection, id, signature: signature(), metadata: null, now: 2_000, ...changes };
}

export function checking(
  collection: CollectionKey,
  id: string | null,
  changes: Partial<CheckOperation> = {},
): CheckOperation {
  return {
    collection,
    id,
    newId: id ?? 'made-up',
    signature: signature(),
    metadata: null,
    store: 'ifNew',
    maxDistance: 3,
    limit: 10,
    now: 3_000,
    ...changes,
  };
}
