import { type Lexicon, numberLimit, textOf } from '../text/lexicon.js';
import { hashFunctions } from './hash64.js';
import type { HashName } from './recipe.js';

/**
 * The halves of the hash of each word by its number in a lexicon. Each is computed when a document
 * first holds the word; those of xxh64 come with the trie.
 */
export interface HashedWords {
  /** Bits 63 to 32, for the words that were asked for. */
  high: Int32Array;
  /** Bits 31 to 0. */
  low: Int32Array;
}

interface Table extends HashedWords {
  /** Numbers below this have their halves from the start. */
  readonly given: number;
  /** By number, from `given` on: 1 where the halves are there. */
  known: Uint8Array;
  /** Of the lexicon, when numbers from `trie.wordCount` on were last forgotten here. */
  restarts: number;
}

const tables = new WeakMap<Lexicon, Map<HashName, Table>>();

/** The hashes of these words; valid until the next document. */
export function hashedWords(lexicon: Lexicon, name: HashName, numbers: Int32Array): HashedWords {
  const table = tableOf(lexicon, name);
  const { known, given } = table;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!;
    if (number >= given && known[number] === 0) hashWord(table, lexicon, name, number);
  }
  return table;
}

function tableOf(lexicon: Lexicon, name: HashName): Table {
  const ofLexicon = tables.get(lexicon) ?? new Map<HashName, Table>();
  tables.set(lexicon, ofLexicon);
  const table = ofLexicon.get(name) ?? createTable(lexicon, name);
  ofLexicon.set(name, table);
  if (table.restarts !== lexicon.restarts) {
    table.known.fill(0, lexicon.trie.wordCount);
    table.restarts = lexicon.restarts;
  }
  if (table.known.length < numberLimit(lexicon)) grow(table, numberLimit(lexicon));
  return table;
}

function createTable({ trie, restarts }: Lexicon, name: HashName): Table {
  const length = trie.wordCount + 2 ** 14;
  const high = new Int32Array(length);
  const low = new Int32Array(length);
  const known = new Uint8Array(length);
  if (name === 'xxh64') {
    high.set(trie.hashHigh);
    low.set(trie.hashLow);
  }
  return { high, low, given: name === 'xxh64' ? trie.wordCount : 0, known, restarts };
}

function grow(table: Table, wanted: number): void {
  const length = wanted + (wanted >> 2);
  const { high, low, known } = table;
  table.high = new Int32Array(length);
  table.high.set(high);
  table.low = new Int32Array(length);
  table.low.set(low);
  table.known = new Uint8Array(length);
  table.known.set(known);
}

function hashWord(table: Table, lexicon: Lexicon, name: HashName, number: number): void {
  const hash = hashFunctions[name](textOf(lexicon, number));
  table.high[number] = Number(hash >> 32n);
  table.low[number] = Number(hash & 0xffff_ffffn);
  table.known[number] = 1;
}

/** The values at these places. */
export function taken(
  values: Int32Array,
  places: Int32Array,
  into: Int32Array = new Int32Array(places.length),
): Int32Array {
  const { length } = places;
  for (let index = 0; index < length; index++) into[index] = values[places[index]!]!;
  return into.length === length ? into : into.subarray(0, length);
}
