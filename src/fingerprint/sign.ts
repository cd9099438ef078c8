import { hash } from 'node:crypto';
import { NeardupError } from '../errors.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { normalize, wellFormed } from '../text/normalize.js';
import { segment } from '../text/segment.js';
import { toHex } from './blocks.js';
import { numberOf, startDocument, wordTable } from './hash64.js';
import type { Recipe } from './recipe.js';
import type { Feature, Fingerprint, Signable, Signature } from './signature.js';
import { simhash } from './simhash.js';
import { type WeightedWords, weigh, weighFeatures } from './weights.js';

/**
 * The signature of a content by a recipe that `recipeProblem` has nothing against.
 * @throws NeardupError `text_empty` if no feature is left
 */
export function sign(content: Signable, recipe: Recipe, dictionaries: Dictionaries): Signature {
  return content.kind === 'text'
    ? signText(content.text, recipe, dictionaries)
    : signFeatures(content.features, recipe);
}

/** The signature of a fingerprint that was made elsewhere. */
export function fingerprintSignature(fingerprint: Fingerprint): Signature {
  return {
    exactHash: exactHash('fingerprint', toHex(fingerprint)),
    fingerprint,
    featureCount: null,
    shortText: false,
    sketch: null,
  };
}

function signText(text: string, recipe: Recipe, dictionaries: Dictionaries): Signature {
  const normalized = normalize(text, recipe);
  const words = segment(normalized, recipe, dictionaries);
  const weighted = weigh(words, recipe, dictionaries.idf);
  return signature(exactHash('text', normalized), weighted, recipe);
}

function signFeatures(features: readonly Feature[], recipe: Recipe): Signature {
  const sums = weighFeatures(
    features.map(({ term, weight }) => ({ term: wellFormed(term), weight })),
  );
  startDocument();
  const weighted = {
    numbers: Int32Array.from(sums, ([term]) => numberOf(term)),
    weights: Float64Array.from(sums, ([, weight]) => weight),
  };
  return signature(exactHash('features', JSON.stringify(sums)), weighted, recipe);
}

function signature(
  hashOfContent: string,
  { numbers, weights }: WeightedWords,
  { shortTextBelow }: Recipe,
): Signature {
  const featureCount = numbers.length;
  if (featureCount === 0) {
    throw new NeardupError(
      'text_empty',
      'Cannot compute a fingerprint: no word is left of the text after white space, punctuation and stop words',
    );
  }
  const high = new Int32Array(featureCount);
  const low = new Int32Array(featureCount);
  for (let index = 0; index < featureCount; index++) {
    high[index] = wordTable.high[numbers[index]!]!;
    low[index] = wordTable.low[numbers[index]!]!;
  }
  return {
    exactHash: hashOfContent,
    fingerprint: simhash({ high, low, weights }),
    featureCount,
    shortText: featureCount < shortTextBelow,
    sketch: null,
  };
}

/** The first 128 bits of the SHA-256; the kind before the content keeps the kinds apart. */
function exactHash(kind: 'text' | 'features' | 'fingerprint', content: string): string {
  return hash('sha256', `${kind}\n${content}`, 'hex').slice(0, 32);
}
