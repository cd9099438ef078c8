import { classOf, han, mark, surrogate } from '../text/code-points.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { firstWordUnit, type Lexicon, wordOrder, wordText } from '../text/lexicon.js';
import { type CountedWords, recordLayout } from './count-words.js';
import type { Recipe } from './recipe.js';
import type { Feature } from './signature.js';
import { textRank } from './text-rank.js';

/**
 * Number of units in a weight of 1. Weights are integers in units of 2^-16, so sums are exact and the order of features
 * does not matter.
 *
 * A text of 2 MB has at most 2^20 words and the largest idf is below 2^4: all weights of a text sum to less than 2^16 ×
 * 2^20 × 2^4 = 2^40. Posted features weigh at most 2^20 each, and 2 MB of JSON contain fewer than 2^17 of them, so
 * their sum is below 2^53. Every sum is a safe integer. TextRank scores add up to about the number of words.
 */
export const weightScale = 2 ** 16;

const { recordSize, countField } = recordLayout;

/** Distinct features of a document, by lexicon number, with their weights. */
export interface WeightedWords {
  readonly numbers: Int32Array;
  readonly weights: Float64Array;
}

/** Fields of a recipe that determine weights. */
export type WeightOptions = Pick<Recipe, 'weighting' | 'unknownIdf' | 'topTerms'>;

/**
 * Weighs the features of a document. `tf` is the count of a feature, not its share of the text: a factor common to all
 * weights does not affect the fingerprint, and dividing would only lose precision.
 *
 *   none: 1     tf: tf     logTf: 1 + ln tf     tfIdf: tf × idf     textRank: see text-rank.ts
 *
 * @returns views that are valid until the next call. If only the heaviest features are used (`topTerms`), the input
 *   array `words.features` is overwritten
 */
export function weigh(
  words: CountedWords,
  options: WeightOptions,
  dictionaries: WeightDictionaries,
): WeightedWords {
  const { features } = words;
  const count = features.length;
  if (weights.length < count) {
    weights = new Float64Array(2 * count);
    level = new Int32Array(2 * count);
  }
  weighCounted(words, options, dictionaries);
  const { topTerms } = options;
  const kept = topTerms === null ? count : keepHeaviest(features, topTerms, dictionaries.lexicon);
  return { numbers: features.subarray(0, kept), weights: weights.subarray(0, kept) };
}

export type WeightDictionaries = Pick<Dictionaries, 'lexicon' | 'rareIdf' | 'ownIdf'>;

/**
 * Returns posted features, sorted by the bytes of their terms. The weights of equal terms are added. A weight that
 * rounds to zero becomes the smallest weight.
 */
export function weighFeatures(features: readonly Feature[]): [term: string, weight: number][] {
  const sums = new Map<string, number>();
  for (const { term, weight } of features) {
    const scaled = Math.max(1, Math.round(weight * weightScale));
    sums.set(term, (sums.get(term) ?? 0) + scaled);
  }
  return [...sums].sort(([a], [b]) => compareBytes(a, b));
}

/**
 * Features whose weight equals the lowest weight among the `topTerms` heaviest features. If there are too many such
 * features, only some of them are used.
 */
let level = new Int32Array(2 ** 12);
let weights = new Float64Array(2 ** 12);

/** Fills `weights`, in the order of the features. */
function weighCounted(
  words: CountedWords,
  { weighting, unknownIdf }: WeightOptions,
  dictionaries: WeightDictionaries,
): void {
  const { features, counts } = words;
  const count = features.length;
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
      const { ownIdf } = dictionaries;
      const unknown = ownIdf?.unknown ?? idfAverages[unknownIdf === 'median' ? 0 : 1]!;
      for (let index = 0; index < count; index++) {
        const idf = lookUpIdf(features[index]!, dictionaries) ?? unknown;
        weights[index] = Math.round(counts[index]! * idf * weightScale);
      }
      break;
    }
    case 'textRank': {
      const scores = textRank(featureSequence(words), count);
      for (let index = 0; index < count; index++) {
        weights[index] = Math.round(scores[index]! * weightScale);
      }
    }
  }
}

/**
 * Weights under `logTf` by count, computed in advance, because a logarithm costs more than all other work for a word.
 */
const logTfs = Float64Array.from({ length: 64 }, (_, count) => weightOfCount(count));

function logTf(count: number): number {
  return count < logTfs.length ? logTfs[count]! : weightOfCount(count);
}

function weightOfCount(count: number): number {
  return Math.round((1 + Math.log(count)) * weightScale);
}

/**
 * Returns the idf of a word; undefined if the idf table lacks the word. For words in jieba's dictionary, the trie
 * stores the idf, or NaN if the idf table lacks the word. The idf table also has words that the dictionary lacks. All
 * of these are written in Han, so other words are not looked up there. A custom idf table replaces both the trie and
 * the table.
 */
function lookUpIdf(
  number: number,
  { lexicon, rareIdf, ownIdf }: WeightDictionaries,
): number | undefined {
  if (ownIdf !== undefined) return ownIdf.byNumber[number] || undefined;
  const { trie } = lexicon;
  if (number < trie.wordCount) {
    const value = trie.idfValues[trie.idfIndex[number]!]!;
    return Number.isNaN(value) ? undefined : value;
  }
  return isHan(lexicon, number) ? rareIdf().get(wordText(lexicon, number)) : undefined;
}

/**
 * Tests if a word consists of Han characters only. The first unit is tested before a string is created, because this
 * test rejects most words that the trie lacks.
 */
function isHan(lexicon: Lexicon, number: number): boolean {
  const first = classOf[firstWordUnit(lexicon, number)]! & ~mark;
  if (first !== han && first !== surrogate) return false;
  for (const character of wordText(lexicon, number)) {
    if ((classOf[character.codePointAt(0)!]! & ~mark) !== han) return false;
  }
  return true;
}

/** Returns the words in order, each as its index in `features`; −1 if the word is not a feature. */
function featureSequence({ words, features, records: { values } }: CountedWords): Int32Array {
  const findIdf = (number: number) => recordSize * number + countField;
  for (const [index, number] of features.entries()) values[findIdf(number)] = index + 1;
  const sequence = words.map((number) => values[findIdf(number)]! - 1);
  for (const number of features) values[findIdf(number)] = 0;
  return sequence;
}

/**
 * Moves the `limit` heaviest words to the front. Among words of equal weight, the first in byte order are kept.
 * @returns number of words kept
 */
function keepHeaviest(features: Int32Array, limit: number, lexicon: Lexicon): number {
  const count = features.length;
  if (limit >= count) return count;
  const least = leastOfHeaviest(weights, count, limit);
  let kept = 0;
  let levelCount = 0;
  for (let index = 0; index < count; index++) {
    const weight = weights[index]!;
    const number = features[index]!;
    if (weight > least) {
      weights[kept] = weight;
      features[kept++] = number;
    } else if (weight === least) level[levelCount++] = number;
  }
  const wanted = limit - kept;
  if (levelCount > wanted) moveFirst(level, levelCount, wanted, wordOrder(lexicon));
  for (let index = 0; index < wanted; index++) features[kept + index] = level[index]!;
  weights.fill(least, kept, limit);
  return limit;
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Min-heap of the heaviest weights so far: the weight at i is at most that at 2i + 1 and that at 2i + 2. */
let heap = new Float64Array(64);

/**
 * Returns the `limit`-th highest of the first `count` weights. The `limit` heaviest are all weights above the result,
 * and some of those equal to it. Uses a heap of `limit` weights with the lightest at its root, so a weight no heavier
 * than the root costs only one comparison.
 * @param limit from 1 to `count`
 */
export function leastOfHeaviest(weights: Float64Array, count: number, limit: number): number {
  if (heap.length < limit) heap = new Float64Array(2 * limit);
  heap.set(weights.subarray(0, limit));
  for (let place = (limit >> 1) - 1; place >= 0; place--) settle(heap[place]!, place, limit);
  for (let index = limit; index < count; index++) {
    if (weights[index]! > heap[0]!) settle(weights[index]!, 0, limit);
  }
  return heap[0]!;
}

/** Places a weight in the heap at the free slot or below it; lighter weights move up. */
function settle(weight: number, free: number, length: number): void {
  let place = free;
  while (true) {
    let below = 2 * place + 1;
    if (below >= length) break;
    if (below + 1 < length && heap[below + 1]! < heap[below]!) below++;
    if (heap[below]! >= weight) break;
    heap[place] = heap[below]!;
    place = below;
  }
  heap[place] = weight;
}

/**
 * Moves the `limit` smallest of the first `count` items to the front, sorted by `compare`. First, the front becomes a
 * heap of the smallest items, with the largest of them at its root. Then the root is removed repeatedly.
 * @param limit from 1 to `count`
 * @param compare negative if its first argument sorts first
 */
export function moveFirst(
  items: Int32Array,
  count: number,
  limit: number,
  compare: (a: number, b: number) => number,
): void {
  for (let place = (limit >> 1) - 1; place >= 0; place--) {
    settleItem(items, items[place]!, place, limit, compare);
  }
  for (let index = limit; index < count; index++) {
    const item = items[index]!;
    if (compare(item, items[0]!) < 0) settleItem(items, item, 0, limit, compare);
  }
  for (let length = limit - 1; length > 0; length--) {
    const last = items[0]!;
    settleItem(items, items[length]!, 0, length, compare);
    items[length] = last;
  }
}

/** Places an item in a heap at the free slot or below it; later items move up. */
function settleItem(
  items: Int32Array,
  item: number,
  free: number,
  length: number,
  compare: (a: number, b: number) => number,
): void {
  let place = free;
  while (true) {
    let below = 2 * place + 1;
    if (below >= length) break;
    if (below + 1 < length && compare(items[below + 1]!, items[below]!) > 0) below++;
    if (compare(items[below]!, item) <= 0) break;
    items[place] = items[below]!;
    place = below;
  }
  items[place] = item;
}
