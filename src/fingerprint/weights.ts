import type { IdfTable } from '../text/segment-chinese.js';
import { numberOf, startDocument, wordTable } from './hash64.js';
import type { Recipe } from './recipe.js';
import type { Feature } from './signature.js';

/**
 * Weights are integers in units of 2^-16, so that sums are exact and no order of features matters.
 *
 * A text of 2 MB has at most 2^20 words and the largest idf is below 2^4: all weights of a text sum
 * to less than 2^16 × 2^20 × 2^4 = 2^40. Posted features weigh at most 2^20 each, and 2 MB of JSON
 * hold fewer than 2^17 of them: they sum to less than 2^53, so every sum is a safe integer.
 */
export const weightScale = 2 ** 16;

/** The distinct words of a document, by their numbers in the word table, with their weights. */
export interface WeightedWords {
  readonly numbers: Int32Array;
  readonly weights: Float64Array;
}

/** What of a recipe decides about weights. */
export type WeightOptions = Pick<Recipe, 'weighting' | 'unknownIdf' | 'topTerms'>;

/**
 * Counts words and weighs them. `tf` is how often the word occurs, not its share of the text: a
 * common factor changes no fingerprint, and dividing would only cost precision.
 *
 *   none: 1     tf: tf     logTf: 1 + ln tf     tfIdf: tf × idf
 */
export function weigh(
  words: readonly string[],
  options: WeightOptions,
  idf: () => IdfTable,
): WeightedWords {
  const { numbers, counts } = countWords(words);
  const weights = new Float64Array(numbers.length);
  const weightOf = weighting(options, idf);
  for (let index = 0; index < weights.length; index++) {
    weights[index] = Math.round(weightOf(counts[index]!, numbers[index]!) * weightScale);
  }
  const { topTerms } = options;
  if (topTerms === null || topTerms >= numbers.length) return { numbers, weights };
  return heaviest({ numbers, weights }, topTerms);
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

function weighting(
  { weighting, unknownIdf }: WeightOptions,
  idf: () => IdfTable,
): (count: number, number: number) => number {
  switch (weighting) {
    case 'none':
      return () => 1;
    case 'tf':
      return (count) => count;
    case 'logTf':
      return (count) => 1 + Math.log(count);
    case 'tfIdf': {
      const table = idf();
      const unknown = table[unknownIdf];
      return (count, number) => count * (table.byWord.get(wordTable.words[number]!) ?? unknown);
    }
  }
}

/** How often each word that the table knows occurs in the document at hand; 0 between documents. */
let occurrences = new Int32Array(2 ** 16);

function countWords(words: readonly string[]): { numbers: Int32Array; counts: Int32Array } {
  startDocument();
  const distinct: number[] = [];
  for (const word of words) {
    const number = numberOf(word);
    if (number >= occurrences.length) occurrences = grown(occurrences);
    if (occurrences[number]!++ === 0) distinct.push(number);
  }
  const numbers = Int32Array.from(distinct);
  const counts = new Int32Array(numbers.length);
  for (let index = 0; index < counts.length; index++) {
    counts[index] = occurrences[numbers[index]!]!;
    occurrences[numbers[index]!] = 0;
  }
  return { numbers, counts };
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const result = new Int32Array(values.length * 2);
  result.set(values);
  return result;
}

/** The `limit` words of the highest weight; of equally heavy ones the first by the bytes. */
function heaviest({ numbers, weights }: WeightedWords, limit: number): WeightedWords {
  const least = weights.toSorted().at(-limit)!;
  const above: number[] = [];
  const level: number[] = [];
  weights.forEach((weight, index) => {
    if (weight > least) above.push(index);
    else if (weight === least) level.push(index);
  });
  const wanted = limit - above.length;
  if (level.length > wanted) {
    const wordOf = (index: number) => wordTable.words[numbers[index]!]!;
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
