import type { IdfTable } from '../text/segment-chinese.js';
import type { Recipe } from './recipe.js';
import type { Feature } from './signature.js';
import { textRank } from './text-rank.js';
import { taken, type WordTable } from './word-table.js';

/**
 * Weights are integers in units of 2^-16, so that sums are exact and no order of features matters.
 *
 * A text of 2 MB has at most 2^20 words and the largest idf is below 2^4: all weights of a text sum
 * to less than 2^16 × 2^20 × 2^4 = 2^40. Posted features weigh at most 2^20 each, and 2 MB of JSON
 * hold fewer than 2^17 of them: they sum to less than 2^53, so every sum is a safe integer. Scores of
 * textRank sum to about the number of words.
 */
export const weightScale = 2 ** 16;

/** The words of a document, in order, by their numbers in a table. */
export interface NumberedWords {
  readonly table: WordTable;
  readonly numbers: Int32Array;
}

/** The distinct features of a document, by their numbers in the table, with their weights. */
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
 */
export function weigh(
  words: NumberedWords,
  isFeature: (word: string) => boolean,
  options: WeightOptions,
  idf: () => IdfTable,
): WeightedWords {
  const { numbers, counts } = countFeatures(words, isFeature);
  const weights = new Float64Array(numbers.length);
  const weightOf = weighting(words, numbers, counts, options, idf);
  for (let index = 0; index < weights.length; index++) {
    weights[index] = Math.round(weightOf(index) * weightScale);
  }
  const { topTerms } = options;
  if (topTerms === null || topTerms >= numbers.length) return { numbers, weights };
  return heaviest({ numbers, weights }, topTerms, words.table);
}

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
  words: NumberedWords,
  numbers: Int32Array,
  counts: Int32Array,
  { weighting, unknownIdf }: WeightOptions,
  idf: () => IdfTable,
): (index: number) => number {
  switch (weighting) {
    case 'none':
      return () => 1;
    case 'tf':
      return (index) => counts[index]!;
    case 'logTf':
      return (index) => 1 + Math.log(counts[index]!);
    case 'tfIdf': {
      const { byWord, [unknownIdf]: unknown } = idf();
      const { table } = words;
      return (index) => counts[index]! * (byWord.get(table.words[numbers[index]!]!) ?? unknown);
    }
    case 'textRank': {
      const scores = textRank(featureSequence(words, numbers), numbers.length);
      return (index) => scores[index]!;
    }
  }
}

/** How often each word that the table knows occurs in the document at hand; 0 between documents. */
let occurrences = new Int32Array(2 ** 16);

function countFeatures({ table, numbers: all }: NumberedWords, isFeature: (w: string) => boolean) {
  while (occurrences.length < table.words.length) occurrences = grown(occurrences);
  const distinct: number[] = [];
  for (let index = 0; index < all.length; index++) {
    if (occurrences[all[index]!]!++ === 0) distinct.push(all[index]!);
  }
  const numbers = Int32Array.from(distinct.filter((number) => isFeature(table.words[number]!)));
  const counts = taken(occurrences, numbers);
  for (const number of distinct) occurrences[number] = 0;
  return { numbers, counts };
}

/** The words in order, each as its index in `features`; −1 where it is none. */
function featureSequence({ table, numbers }: NumberedWords, features: Int32Array): Int32Array {
  const indexOf = new Int32Array(table.words.length).fill(-1);
  features.forEach((number, index) => {
    indexOf[number] = index;
  });
  return numbers.map((number) => indexOf[number]!);
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const result = new Int32Array(values.length * 2);
  result.set(values);
  return result;
}

/** The `limit` words of the highest weight; of equally heavy ones the first by the bytes. */
function heaviest(
  { numbers, weights }: WeightedWords,
  limit: number,
  table: WordTable,
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
    const wordOf = (index: number) => table.words[numbers[index]!]!;
    level.sort((a, b) => compareBytes(wordOf(a), wordOf(b)));
  }
  const chosen = [...above, ...level.slice(0, wanted)];
  return {
    numbers: Int32Array.from(chosen, (index) => numbers[index]!),
    weights: Float64Array.from(chosen, (index) => weights[index]!),
  };
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
