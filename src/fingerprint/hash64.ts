import xxhash from 'xxhash-wasm';

const { h64 } = await xxhash();

/**
 * Words are numbered as they are met, and the hash of each is computed once: a page brings mostly
 * words that were seen before, and a look-up costs half of a hash. The table of this thread starts
 * again when it is full, since pages can bring words without end; that changes no result.
 *
 *   numbers: word → number          high[number], low[number]: halves of its hash
 */
export interface WordTable {
  /** Grows with its words; valid until the next `startDocument`. */
  high: Int32Array;
  low: Int32Array;
  readonly words: string[];
}

export const wordTable: WordTable = {
  high: new Int32Array(2 ** 16),
  low: new Int32Array(2 ** 16),
  words: [],
};

const numbers = new Map<string, number>();
/** Beyond this many words the table starts again with the next document: about 30 MiB. */
const wordsMax = 2 ** 18;

/** Call this before the first word of a document: earlier numbers end here. */
export function startDocument(): void {
  if (numbers.size < wordsMax) return;
  numbers.clear();
  wordTable.words.length = 0;
}

/** The number of a word, less than the number of words in the table. */
export function numberOf(word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  const number = numbers.size;
  if (number === wordTable.high.length) {
    wordTable.high = grown(wordTable.high);
    wordTable.low = grown(wordTable.low);
  }
  const hash = hash64(word);
  wordTable.high[number] = Number(hash >> 32n);
  wordTable.low[number] = Number(hash & 0xffff_ffffn);
  wordTable.words.push(word);
  numbers.set(word, number);
  return number;
}

/**
 * xxh64 of the UTF-8 bytes, seed 0 (xxHash specification, section XXH64). A lone surrogate counts
 * as U+FFFD.
 */
export function hash64(text: string): bigint {
  return h64(text);
}

function grown(values: Int32Array): Int32Array {
  const result = new Int32Array(values.length * 2);
  result.set(values);
  return result;
}
