import { hash } from 'node:crypto';
import { NeardupError } from '../errors.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { normalize, wellFormed } from '../text/normalize.js';
import { featureTest, segment } from '../text/segment.js';
import { toHex } from './blocks.js';
import { shingleCount, sketchOf } from './minhash.js';
import type { Recipe } from './recipe.js';
import type { Feature, Fingerprint, Signable, Signature } from './signature.js';
import { simhash, type WeightedHashes } from './simhash.js';
import { type NumberedWords, type WeightedWords, weigh, weighFeatures } from './weights.js';
import { numbersOf, startDocument, taken, type WordTable } from './word-table.js';

/**
 * The signature of a content by a recipe that `recipeProblem` has nothing against.
 * @throws NeardupError `text_empty` if no feature is left
 */
export function sign(content: Signable, recipe: Recipe, dictionaries: Dictionaries): Signature {
  return signatureOf(weighedWords(content, recipe, dictionaries), recipe);
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

/** What a signature is computed from. Numbers are those of the table, until its next document. */
export interface WeighedContent {
  readonly exactHash: string;
  readonly table: WordTable;
  /** At least one. */
  readonly features: WeightedWords;
  /** All words in their order, also those that are no features; null where there is no order. */
  readonly words: Int32Array | null;
}

/** @throws NeardupError `text_empty` if no feature is left */
export function weighedWords(
  content: Signable,
  recipe: Recipe,
  dictionaries: Dictionaries,
): WeighedContent {
  const weighed =
    content.kind === 'text'
      ? weighText(content.text, recipe, dictionaries)
      : weighPosted(content.features, recipe);
  if (weighed.features.numbers.length > 0) return weighed;
  throw new NeardupError(
    'text_empty',
    'Cannot compute a fingerprint: no word is left of the text after white space, punctuation and stop words',
  );
}

export function signatureOf(content: WeighedContent, recipe: Recipe): Signature {
  const { exactHash, features, words, table } = content;
  const { shingle, shortTextBelow } = recipe;
  const featureCount = features.numbers.length;
  const sketched = shingle !== null && words !== null;
  const length = sketched ? shingleCount(words.length, shingle.words) : featureCount;
  return {
    exactHash,
    fingerprint: simhash(hashesOf(content)),
    featureCount,
    shortText: length < shortTextBelow,
    sketch: sketched ? sketchOf(taken(table.low, words), shingle.words) : null,
  };
}

/** The features by the halves of their hashes. */
export function hashesOf({ features, table }: WeighedContent): WeightedHashes {
  const { numbers, weights } = features;
  return { high: taken(table.high, numbers), low: taken(table.low, numbers), weights };
}

function weighText(text: string, recipe: Recipe, dictionaries: Dictionaries): WeighedContent {
  const normalized = normalize(text, recipe);
  const table = startDocument(recipe.hash);
  const numbers = numbersOf(table, segment(normalized, recipe, dictionaries));
  const words: NumberedWords = { table, numbers };
  const features = weigh(words, featureTest(recipe, dictionaries), recipe, dictionaries.idf);
  return { exactHash: exactHash('text', normalized), table, features, words: numbers };
}

function weighPosted(posted: readonly Feature[], recipe: Recipe): WeighedContent {
  const sums = weighFeatures(
    posted.map(({ term, weight }) => ({ term: wellFormed(term), weight })),
  );
  const table = startDocument(recipe.hash);
  const features = {
    numbers: numbersOf(
      table,
      sums.map(([term]) => term),
    ),
    weights: Float64Array.from(sums, ([, weight]) => weight),
  };
  return {
    exactHash: exactHash('features', JSON.stringify(sums)),
    table,
    features,
    words: null,
  };
}

/** The first 128 bits of the SHA-256; the kind before the content keeps the kinds apart. */
function exactHash(kind: 'text' | 'features' | 'fingerprint', content: string): string {
  return hash('sha256', `${kind}\n${content}`, 'hex').slice(0, 32);
}
