import type { Dictionaries } from '../text/dictionaries.js';
import { wordText } from '../text/lexicon.js';
import { dictionariesFor } from '../text/own-dictionaries.js';
import { tokenize } from '../text/tokens.js';
import { readHashes } from './count-words.js';
import { shingleHashes } from './minhash.js';
import type { Recipe } from './recipe.js';
import { hashFeatures, signContent, type WeighedContent, weighedWords } from './sign.js';
import type { Signable, Signature } from './signature.js';
import type { WeightedHashes } from './simhash.js';

/**
 * A signature together with the words and shingles that it was computed from, which explain a comparison. It has only
 * plain values, so it can be sent between threads. A field is null if it does not exist for this kind of input (text,
 * features or fingerprint), or if it was not stored.
 */
export interface Analysis {
  readonly signature: Signature;
  /** Features by descending weight. Features of equal weight are in UTF-16 order. */
  readonly features: AnalysedFeatures | null;
  /**
   * Set of shingles, as sorted distinct numbers: 53 bits of the hash of each shingle. Even in the longest texts that
   * the service accepts, different shingles practically never have equal hashes, so hashes can be compared instead of
   * shingles.
   */
  readonly shingles: Float64Array | null;
  /** Tokens of the text as it was sent, if requested; see tokens.ts. */
  readonly tokens: readonly string[] | null;
}

/** Arrays of equal length; weights are integers in units of 1 / `weightScale`. */
export interface AnalysedFeatures extends WeightedHashes {
  readonly terms: readonly string[];
}

/** Analyses a text or a list of features. @throws NeardupError `text_empty` if it has no features */
export function analyse(
  content: Signable,
  recipe: Recipe,
  dictionaries: Dictionaries,
  withTokens = true,
): Analysis {
  const weighed = weighedWords(content, recipe, dictionaries);
  return {
    signature: signContent(weighed, recipe),
    features: sortedFeatures(weighed),
    shingles: shingleSet(weighed, recipe),
    tokens:
      withTokens && content.kind === 'text'
        ? tokenize(content.text, recipe, dictionariesFor(recipe, dictionaries))
        : null,
  };
}

/** Returns the analysis of a document if only its signature is stored. */
export function signatureAnalysis(signature: Signature): Analysis {
  return { signature, features: null, shingles: null, tokens: null };
}

function sortedFeatures(weighed: WeighedContent): AnalysedFeatures {
  const { high, low, weights } = hashFeatures(weighed);
  const terms = Array.from(weighed.features.numbers, (number) => wordText(weighed.lexicon, number));
  const order = Int32Array.from(terms.keys()).sort(
    (a, b) => weights[b]! - weights[a]! || (terms[a]! < terms[b]! ? -1 : 1),
  );
  return {
    terms: Array.from(order, (index) => terms[index]!),
    high: order.map((index) => high[index]!),
    low: order.map((index) => low[index]!),
    weights: Float64Array.from(order, (index) => weights[index]!),
  };
}

function shingleSet(
  { records, sequence }: WeighedContent,
  { shingle }: Recipe,
): Float64Array | null {
  if (shingle === null || sequence === null) return null;
  const hashes = readHashes(records, sequence.words);
  const high = shingleHashes(hashes.high, shingle.words);
  const low = shingleHashes(hashes.low, shingle.words);
  const numbers = Array.from(low, (bits, index) => (bits >>> 0) * 2 ** 21 + (high[index]! >>> 11));
  return Float64Array.from(new Set(numbers)).sort();
}
