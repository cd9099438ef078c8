import { classOf, han, mark } from '../text/code-points.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { type Lexicon, numberLimit, textOf } from '../text/lexicon.js';
import { leastOfHeaviest } from './heaviest.js';
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
 * @returns views that are valid until the next call: a page has too few words for arrays of its own,
 *   which cost more than counting
 */
export function weigh(
  words: Int32Array,
  isFeature: (number: number) => boolean,
  options: WeightOptions,
  dictionaries: WeightDictionaries,
): WeightedWords {
  const { lexicon } = dictionaries;
  const count = countFeatures(words, isFeature, numberLimit(lexicon));
  weighCounted(words, count, options, dictionaries);
  const { topTerms } = options;
  const kept = topTerms === null ? count : keepHeaviest(count, topTerms, lexicon);
  return { numbers: distinct.subarray(0, kept), weights: weights.subarray(0, kept) };
}

export type WeightDictionaries = Pick<Dictionaries, 'lexicon' | 'rareIdf'>;

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

/** The distinct features of the document at hand, in the order in which they are met. */
let distinct = new Int32Array(2 ** 12);
/** How often each of them occurs. */
let counts = new Int32Array(2 ** 12);
let weights = new Float64Array(2 ** 12);

/** Fills `weights`. */
function weighCounted(
  words: Int32Array,
  count: number,
  { weighting, unknownIdf }: WeightOptions,
  dictionaries: WeightDictionaries,
): void {
  switch (weighting) {
    case 'none':
      weights.fill(weightScale, 0, count);
      break;
    case 'tf':
      for (let index = 0; index < count; index++) weights[index] = counts[index]! * weightScale;
      break;
    case 'logTf':
      for (let index = 0; index < count; index++) weights[index] = logTf(counts[index]!);
      break;
    case 'tfIdf': {
      const { idfAverages } = dictionaries.lexicon.trie;
      const unknown = idfAverages[unknownIdf === 'median' ? 0 : 1]!;
      for (let index = 0; index < count; index++) {
        const idf = idfOf(distinct[index]!, dictionaries) ?? unknown;
        weights[index] = Math.round(counts[index]! * idf * weightScale);
      }
      break;
    }
    case 'textRank': {
      const scores = textRank(featureSequence(words, distinct.subarray(0, count)), count);
      for (let index = 0; index < count; index++) {
        weights[index] = Math.round(scores[index]! * weightScale);
      }
    }
  }
}

/** The weights of the usual counts, as a logarithm costs more than all else about a word. */
const logTfs = Float64Array.from({ length: 64 }, (_, count) => weightOfCount(count));

function logTf(count: number): number {
  return count < logTfs.length ? logTfs[count]! : weightOfCount(count);
}

function weightOfCount(count: number): number {
  return Math.round((1 + Math.log(count)) * weightScale);
}

/**
 * The idf of a word, or undefined. jieba's table holds words that its dictionary lacks, too, all of
 * Han; only for such a word it is read.
 */
function idfOf(number: number, { lexicon, rareIdf }: WeightDictionaries): number | undefined {
  const { trie } = lexicon;
  if (number < trie.wordCount) {
    const value = trie.idfValues[trie.idfIndex[number]!]!;
    return Number.isNaN(value) ? undefined : value;
  }
  const word = textOf(lexicon, number);
  return isHan(word) ? rareIdf().get(word) : undefined;
}

function isHan(word: string): boolean {
  for (const character of word) {
    if ((classOf[character.codePointAt(0)!]! & ~mark) !== han) return false;
  }
  return true;
}

/** How often each word occurs in the document at hand, by number; 0 between documents. */
let occurrences = new Int32Array(2 ** 19);

/** Fills `distinct` and `counts` and says how many features there are. */
function countFeatures(
  words: Int32Array,
  isFeature: (number: number) => boolean,
  limit: number,
): number {
  if (occurrences.length < limit) occurrences = new Int32Array(2 * limit);
  if (distinct.length < words.length) {
    distinct = new Int32Array(2 * words.length);
    counts = new Int32Array(2 * words.length);
    weights = new Float64Array(2 * words.length);
  }
  const times = occurrences;
  const met = distinct;
  let metCount = 0;
  for (let index = 0; index < words.length; index++) {
    const number = words[index]!;
    if (times[number]!++ === 0) met[metCount++] = number;
  }
  let count = 0;
  for (let index = 0; index < metCount; index++) {
    const number = met[index]!;
    if (isFeature(number)) {
      counts[count] = times[number]!;
      met[count++] = number;
    }
    times[number] = 0;
  }
  return count;
}

/** The words in order, each as its index in `features`; −1 where it is none. */
function featureSequence(words: Int32Array, features: Int32Array): Int32Array {
  const places = occurrences;
  for (let index = 0; index < features.length; index++) places[features[index]!] = index + 1;
  const sequence = words.map((number) => places[number]! - 1);
  for (let index = 0; index < features.length; index++) places[features[index]!] = 0;
  return sequence;
}

/**
 * Moves the `limit` words of the highest weight to the front, of equally heavy ones the first by the
 * bytes, and says how many there are.
 */
function keepHeaviest(count: number, limit: number, lexicon: Lexicon): number {
  if (limit >= count) return count;
  const least = leastOfHeaviest(weights, count, limit);
  const level: { number: number; text: string }[] = [];
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const weight = weights[index]!;
    const number = distinct[index]!;
    if (weight > least) {
      weights[kept] = weight;
      distinct[kept++] = number;
    } else if (weight === least) level.push({ number, text: '' });
  }
  if (level.length > limit - kept) {
    for (const each of level) each.text = textOf(lexicon, each.number);
    level.sort((a, b) => compareCodePoints(a.text, b.text));
  }
  weights.fill(least, kept, limit);
  for (let index = 0; kept < limit; index++) distinct[kept++] = level[index]!.number;
  return kept;
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
