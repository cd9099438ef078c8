import { hashFunctions } from './hash64.js';
import type { HashName } from './recipe.js';

/**
 * Words are numbered as they are met, and the hash of each is computed once: a page brings mostly
 * words that were seen before, and a look-up costs half of a hash. A table starts again when it is
 * full, since pages can bring words without end; that changes no result. There is one table for each
 * hash function on each thread, made when it is first asked for.
 */
export interface WordTable {
  readonly hash: (word: string) => bigint;
  readonly numbers: Map<string, number>;
  /** By number; valid until the next `startDocument`, like the halves. */
  readonly words: string[];
  /** Halves of the hash by number. They grow with the words. */
  high: Int32Array<ArrayBuffer>;
  low: Int32Array<ArrayBuffer>;
  /** How long all words are together, in UTF-16 units. */
  length: number;
}

/** Beyond this many words, or this length of all, a table starts again: about 40 MiB. */
const wordsMax = 2 ** 18;
const lengthMax = 2 ** 22;

const tables = new Map<HashName, WordTable>();

/** The table of a hash function, ready for a new document: earlier numbers may end here. */
export function startDocument(name: HashName): WordTable {
  const table = tables.get(name) ?? createTable(name);
  if (table.numbers.size >= wordsMax || table.length >= lengthMax) {
    table.numbers.clear();
    table.words.length = 0;
    table.length = 0;
  }
  return table;
}

/** The numbers of words, in their order. */
export function numbersOf(table: WordTable, words: readonly string[]): Int32Array {
  const result = new Int32Array(words.length);
  for (let index = 0; index < result.length; index++) {
    result[index] = table.numbers.get(words[index]!) ?? addWord(table, words[index]!);
  }
  return result;
}

/** The values at these places. */
export function taken(values: Int32Array, places: Int32Array): Int32Array {
  const result = new Int32Array(places.length);
  for (let index = 0; index < result.length; index++) result[index] = values[places[index]!]!;
  return result;
}

function createTable(name: HashName): WordTable {
  const table = {
    hash: hashFunctions[name],
    numbers: new Map<string, number>(),
    words: [],
    high: new Int32Array(2 ** 14),
    low: new Int32Array(2 ** 14),
    length: 0,
  };
  tables.set(name, table);
  return table;
}

function addWord(table: WordTable, word: string): number {
  const number = table.words.length;
  if (number === table.high.length) {
    table.high = grown(table.high);
    table.low = grown(table.low);
  }
  const hash = table.hash(word);
  const own = detached(word);
  table.high[number] = Number(hash >> 32n);
  table.low[number] = Number(hash & 0xffff_ffffn);
  table.words.push(own);
  table.numbers.set(own, number);
  table.length += word.length;
  return number;
}

/** V8 keeps a slice of 13 units or more as a reference to the whole text, which would stay too. */
function detached(word: string): string {
  return word.length < 13 ? word : Buffer.from(word).toString();
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const result = new Int32Array(values.length * 2);
  result.set(values);
  return result;
}
