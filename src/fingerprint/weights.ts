import { classOf, han, mark } from '../text/code-points.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { type Lexicon, numberLimit, textOf } from '../text/lexicon.js';
import type { Recipe } from './recipe.js';
import type { Feature } from './signature.js';
import { textRank } from './text-rank.js';

/**
 * Weights are integers in units of 2^-16, so that sums are exact and no order of features matters.
 *
 * A text of 2 MB has at most 2^20 words and the largest idf is below 2^4: all weights of a text sum
 * to less than 2^16 × 2^20 × 2^4 = 2^40. Posted features weigh at most 2^20 each, and 2 MB of JSON
 * hold fewer than 2^17 of them: they sum to less than 2^53, so every sum is a safe integer. Scores of
 * textRank sum to about the number of words.
 */
export const weightScale = 2 ** 16;

/** The distinct features of a document, by their numbers in the lexicon, with their weights. */
export interface WeightedWords {
  readonly numbers: Int32Array;
  readonly weights: Float64Array;
}

/** What of a recipe decides about weights. */
export type WeightOptions = Pick<Recipe, 'weighting' | 'unknownIdf' | 'topTerms'>;

/**
 * Counts the words that are features and weighs them. `tf` is how often the word occurs, not its
 * share of the text: a common factor changes no fingerprint, and dividing would only cost precision.
 *
 *   none: 1     tf: tf     logTf: 1 + ln tf     tfIdf: tf × idf     textRank: see text-rank.ts
 *
 * @param words of the document, in order, by their numbers
 */
export function weigh(
  words: Int32Array,
  isFeature: (number: number) => boolean,
  options: WeightOptions,
  dictionaries: WeightDictionaries,
): WeightedWords {
  const { lexicon } = dictionaries;
  const { numbers, counts } = countFeatures(words, isFeature, numberLimit(lexicon));
  const weights = new Float64Array(numbers.length);
  const weightOf = weighting(words, numbers, counts, options, dictionaries);
  for (let index = 0; index < weights.length; index++) {
    weights[index] = Math.round(weightOf(index) * weightScale);
  }
  const { topTerms } = options;
  if (topTerms === null || topTerms >= numbers.length) return { numbers, weights };
  return heaviest({ numbers, weights }, topTerms, lexicon);
}

export type WeightDictionaries = Pick<Dictionaries, 'lexicon' | 'idf'>;

/**
 * Posted features, sorted by the bytes of their terms. Weights of the same term add up; a weight
 * that rounds to nothing counts as the smallest one.
 */
export function weighFeatures(features: readonly Feature[]): [term: string, weight: number][] {
  const sums = new Map<string, number>();
  for (const { term, weight } of features) {
    const scaled = Math.max(1, Math.round(weight * weightScale));
    sums.set(term, (sums.get(term) ?? 0) + scaled);
  }
  return [...sums].sort(([a], [b]) => compareBytes(a, b));
}

/** The weight of each feature by its index in `numbers`. */
function weighting(
  words: Int32Array,
  numbers: Int32Array,
  counts: Int32Array,
  { weighting, unknownIdf }: WeightOptions,
  dictionaries: WeightDictionaries,
): (index: number) => number {
  switch (weighting) {
    case 'none':
      return () => 1;
    case 'tf':
      return (index) => counts[index]!;
    case 'logTf':
      return (index) => logTf(counts[index]!);
    case 'tfIdf': {
      const { idfAverages } = dictionaries.lexicon.trie;
      const unknown = idfAverages[unknownIdf === 'median' ? 0 : 1]!;
      return (index) => counts[index]! * (idfOf(numbers[index]!, dictionaries) ?? unknown);
    }
    case 'textRank': {
      const scores = textRank(featureSequence(words, numbers), numbers.length);
      return (index) => scores[index]!;
    }
  }
}

/** Of the usual counts, as a logarithm costs more than all else about a word. */
const logTfs = Float64Array.from({ length: 64 }, (_, count) => 1 + Math.log(count));

function logTf(count: number): number {
  return count < logTfs.length ? logTfs[count]! : 1 + Math.log(count);
}

/**
 * The idf of a word, or undefined. jieba's table holds words that its dictionary lacks, too, all of
 * Han; only for such a word it is read.
 */
function idfOf(number: number, { lexicon, idf }: WeightDictionaries): number | undefined {
  const { trie } = lexicon;
  if (number < trie.wordCount) {
    const value = trie.idfValues[trie.idfIndex[number]!]!;
    return Number.isNaN(value) ? undefined : value;
  }
  const word = textOf(lexicon, number);
  return isHan(word) ? idf().byWord.get(word) : undefined;
}

function isHan(word: string): boolean {
  for (const character of word) {
    if ((classOf[character.codePointAt(0)!]! & ~mark) !== han) return false;
  }
  return true;
}

/** How often each word occurs in the document at hand, by number; 0 between documents. */
let occurrences = new Int32Array(2 ** 19);
/** The distinct words of the document at hand. */
let distinct = new Int32Array(2 ** 12);

function countFeatures(
  words: Int32Array,
  isFeature: (number: number) => boolean,
  limit: number,
): { numbers: Int32Array; counts: Int32Array } {
  if (occurrences.length < limit) occurrences = new Int32Array(2 * limit);
  if (distinct.length < words.length) distinct = new Int32Array(2 * words.length);
  let met = 0;
  for (let index = 0; index < words.length; index++) {
    const number = words[index]!;
    if (occurrences[number]!++ === 0) distinct[met++] = number;
  }
  const counts = new Int32Array(met);
  let count = 0;
  for (let index = 0; index < met; index++) {
    const number = distinct[index]!;
    if (isFeature(number)) {
      counts[count] = occurrences[number]!;
      distinct[count++] = number;
    }
    occurrences[number] = 0;
  }
  return { numbers: distinct.slice(0, count), counts };
}

/** The words in order, each as its index in `features`; −1 where it is none. */
function featureSequence(words: Int32Array, features: Int32Array): Int32Array {
  const places = occurrences;
  for (let index = 0; index < features.length; index++) places[features[index]!] = index + 1;
  const sequence = words.map((number) => places[number]! - 1);
  for (let index = 0; index < features.length; index++) places[features[index]!] = 0;
  return sequence;
}

/** The `limit` words of the highest weight; of equally heavy ones the first by the bytes. */
function heaviest(
  { numbers, weights }: WeightedWords,
  limit: number,
  lexicon: Lexicon,
): WeightedWords {
  const least = weights.toSorted().at(-limit)!;
  const above: number[] = [];
  const level: number[] = [];
  weights.forEach((weight, index) => {
    if (weight > least) above.push(index);
    else if (weight === least) level.push(index);
  });
  const wanted = limit - above.length;
  if (level.length > wanted) {
    const texts = new Map(level.map((index) => [index, textOf(lexicon, numbers[index]!)]));
    level.sort((a, b) => compareCodePoints(texts.get(a)!, texts.get(b)!));
  }
  const chosen = [...above, ...level.slice(0, wanted)];
  return {
    numbers: Int32Array.from(chosen, (index) => numbers[index]!),
    weights: Float64Array.from(chosen, (index) => weights[index]!),
  };
}

/** The order of the bytes in UTF-8, for texts without lone surrogates: that of code points. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [unitA, unitB] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unitA !== unitB) return placeOf(unitA) - placeOf(unitB);
  }
  return a.length - b.length;
}

/** Surrogates behind the units from U+E000 to U+FFFF, as what they stand for lies beyond those. */
function placeOf(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
