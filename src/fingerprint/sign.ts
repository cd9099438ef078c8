import { hash } from 'node:crypto';
import { NeardupError } from '../errors.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { featureTest } from '../text/feature-test.js';
import { type Lexicon, numberOfText, startDocument } from '../text/lexicon.js';
import { normalizeUnits, wellFormed } from '../text/normalize.js';
import { numberWords } from '../text/segment.js';
import { textOfUnits } from '../text/units.js';
import { toHex } from './blocks.js';
import { type HashedWords, hashedWords, taken } from './hashed-words.js';
import { shingleCount, sketchOf } from './minhash.js';
import type { Recipe } from './recipe.js';
import type { Feature, Fingerprint, Signable, Signature } from './signature.js';
import { simhash, type WeightedHashes } from './simhash.js';
import { type WeightedWords, weigh, weighFeatures } from './weights.js';

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

/** What a signature is computed from. Numbers and hashes are valid until the next document. */
export interface WeighedContent {
  readonly exactHash: string;
  readonly lexicon: Lexicon;
  /** Of all words here. */
  readonly hashes: HashedWords;
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
      : weighPosted(content.features, recipe, dictionaries);
  if (weighed.features.numbers.length > 0) return weighed;
  throw new NeardupError(
    'text_empty',
    'Cannot compute a fingerprint: no word is left of the text after white space, punctuation and stop words',
  );
}

export function signatureOf(content: WeighedContent, recipe: Recipe): Signature {
  const { exactHash, features, words, hashes } = content;
  const { shingle, shortTextBelow } = recipe;
  const featureCount = features.numbers.length;
  const sketched = shingle !== null && words !== null;
  const length = sketched ? shingleCount(words.length, shingle.words) : featureCount;
  return {
    exactHash,
    fingerprint: simhash(hashesOf(content, roomFor(featureCount))),
    featureCount,
    shortText: length < shortTextBelow,
    sketch: sketched
      ? sketchOf(taken(hashes.low, words, roomFor(words.length).low), shingle.words)
      : null,
  };
}

/** The features by the halves of their hashes; `into` takes these if it is given. */
export function hashesOf(
  { features: { numbers, weights }, hashes }: WeighedContent,
  into?: Omit<WeightedHashes, 'weights'>,
): WeightedHashes {
  return {
    high: taken(hashes.high, numbers, into?.high),
    low: taken(hashes.low, numbers, into?.low),
    weights,
  };
}

/** Reused, as arrays of its own would cost a page of usual length more than what it does with them. */
let halves = { high: new Int32Array(2 ** 12), low: new Int32Array(2 ** 12) };

function roomFor(count: number) {
  if (halves.low.length < count) {
    halves = { high: new Int32Array(2 * count), low: new Int32Array(2 * count) };
  }
  return halves;
}

function weighText(text: string, recipe: Recipe, dictionaries: Dictionaries): WeighedContent {
  const normalized = normalizeUnits(text, recipe);
  const { lexicon } = dictionaries;
  startDocument(lexicon);
  const words = numberWords(normalized, recipe, dictionaries);
  return {
    exactHash: exactHash('text', textOfUnits(normalized)),
    lexicon,
    hashes: hashedWords(lexicon, recipe.hash, words),
    features: weigh(words, featureTest(recipe, lexicon), recipe, dictionaries),
    words,
  };
}

function weighPosted(
  posted: readonly Feature[],
  recipe: Recipe,
  { lexicon }: Dictionaries,
): WeighedContent {
  const sums = weighFeatures(
    posted.map(({ term, weight }) => ({ term: wellFormed(term), weight })),
  );
  startDocument(lexicon);
  const numbers = Int32Array.from(sums, ([term]) => numberOfText(lexicon, term));
  return {
    exactHash: exactHash('features', JSON.stringify(sums)),
    lexicon,
    hashes: hashedWords(lexicon, recipe.hash, numbers),
    features: { numbers, weights: Float64Array.from(sums, ([, weight]) => weight) },
    words: null,
  };
}

/** The first 128 bits of the SHA-256; the kind before the content keeps the kinds apart. */
function exactHash(kind: 'text' | 'features' | 'fingerprint', content: string): string {
  return hash('sha256', `${kind}\n${content}`, 'hex').slice(0, 32);
}
