import { type Lexicon, numberLimit, wordText } from '../text/lexicon.js';
import { hashFunctions } from './hash64.js';
import type { HashName } from './recipe.js';

/**
 * Cached values of each word, by lexicon number: four adjacent integers, so each word of a page costs one memory
 * access, even if several values are needed.
 *
 *   values   … │ high, low, count, known │ high, low, count, known │ …
 *
 * `known` becomes 1 when a document first contains the word. `high` holds bits 63 to 32 of the word's hash, and `low`
 * bits 31 to 0. `count` counts the word within a document and is 0 between documents.
 */
export interface WordRecords {
  values: Int32Array;
  /**
   * Value of the lexicon's `restarts` when the records of words outside the trie (from `trie.wordCount` on) were last
   * cleared.
   */
  restarts: number;
}

/** Layout of a record. Modules should destructure it into constants, like `slotLayout`. */
export const recordLayout = {
  recordSize: 4,
  highField: 0,
  lowField: 1,
  countField: 2,
  knownField: 3,
} as const;

const { recordSize, highField, lowField, countField, knownField } = recordLayout;
const tables = new WeakMap<Lexicon, Map<HashName, WordRecords>>();

/** Returns records for all words currently in the lexicon. */
function wordRecords(lexicon: Lexicon, name: HashName): WordRecords {
  const ofLexicon = tables.get(lexicon) ?? new Map<HashName, WordRecords>();
  tables.set(lexicon, ofLexicon);
  const records = ofLexicon.get(name) ?? createRecords(lexicon);
  ofLexicon.set(name, records);
  if (records.restarts !== lexicon.restarts) {
    records.values.fill(0, recordSize * lexicon.trie.wordCount);
    records.restarts = lexicon.restarts;
  }
  const limit = numberLimit(lexicon);
  if (records.values.length < recordSize * limit) {
    const before = records.values;
    records.values = new Int32Array(recordSize * (limit + (limit >> 2)));
    records.values.set(before);
  }
  return records;
}

function createRecords({ trie, restarts }: Lexicon): WordRecords {
  return { values: new Int32Array(recordSize * (trie.wordCount + 2 ** 14)), restarts };
}

/** Fills in the record of a word. The xxh64 of a dictionary word is taken from the trie. */
function knowWord({ values }: WordRecords, lexicon: Lexicon, name: HashName, number: number): void {
  const { trie } = lexicon;
  const record = recordSize * number;
  const word = wordText(lexicon, number);
  if (name === 'xxh64' && number < trie.wordCount) {
    values[record + highField] = trie.hashHigh[number]!;
    values[record + lowField] = trie.hashLow[number]!;
  } else {
    const hash = hashFunctions[name](word);
    values[record + highField] = Number(hash >> 32n);
    values[record + lowField] = Number(hash & 0xffff_ffffn);
  }
  values[record + knownField] = 1;
}

/** Returns the records of all words, after computing any missing hashes of the words `numbers`. */
export function hashedWords(lexicon: Lexicon, name: HashName, numbers: Int32Array): WordRecords {
  const records = wordRecords(lexicon, name);
  for (const number of numbers) {
    if (records.values[recordSize * number + knownField] === 0) {
      knowWord(records, lexicon, name, number);
    }
  }
  return records;
}

/** High and low halves of word hashes. */
export interface HashHalves {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** Reads the hashes of the words `numbers`. `into` needs room for one element per word. */
export function readHashes(
  { values }: WordRecords,
  numbers: Int32Array,
  into: HashHalves = createHalves(numbers.length),
): HashHalves {
  const { high, low } = into;
  for (let index = 0; index < numbers.length; index++) {
    const record = recordSize * numbers[index]!;
    high[index] = values[record + highField]!;
    low[index] = values[record + lowField]!;
  }
  return into;
}

export function createHalves(count: number): HashHalves {
  return { high: new Int32Array(count), low: new Int32Array(count) };
}

/** Word counts of a document; valid until the next document. */
export interface CountedWords {
  /** Cached values of words, which include the hashes of all words of the document. */
  readonly records: WordRecords;
  /** All words in order, by number. */
  readonly words: Int32Array;
  /** Bits 31 to 0 of the hash of each word. */
  readonly lows: Int32Array;
  /** Distinct features in order of first occurrence. */
  readonly features: Int32Array;
  /** Number of occurrences of each feature. Elements after the last feature have no meaning. */
  readonly counts: Int32Array;
}

/**
 * Counts the words that are features, and looks up the hashes of all words. A branch on "is repeated" is avoided,
 * because processors would often mispredict it. Instead, every word is written as the next distinct word, and a
 * repeated word is overwritten by the word after it.
 */
export function countWords(
  words: Int32Array,
  isFeature: (number: number) => boolean,
  lexicon: Lexicon,
  name: HashName,
): CountedWords {
  if (out.lows.length < words.length) out = createArrays(2 * words.length);
  const records = wordRecords(lexicon, name);
  const { values } = records;
  const { lows, met, counts } = out;
  let metCount = 0;
  for (let index = 0; index < words.length; index++) {
    const number = words[index]!;
    const record = recordSize * number;
    if (values[record + knownField] === 0) knowWord(records, lexicon, name, number);
    lows[index] = values[record + lowField]!;
    const before = values[record + countField]!;
    values[record + countField] = before + 1;
    met[metCount] = number;
    metCount += (before - 1) >>> 31;
  }
  let count = 0;
  for (let index = 0; index < metCount; index++) {
    const number = met[index]!;
    const counter = recordSize * number + countField;
    if (isFeature(number)) {
      counts[count] = values[counter]!;
      met[count++] = number;
    }
    values[counter] = 0;
  }
  return {
    records,
    words,
    lows: lows.subarray(0, words.length),
    features: met.subarray(0, count),
    counts,
  };
}

/**
 * Arrays that are reused for all documents, because allocating arrays for a page costs more than counting its words.
 */
let out = createArrays(2 ** 12);

function createArrays(length: number) {
  return {
    lows: new Int32Array(length),
    met: new Int32Array(length + 1),
    counts: new Int32Array(length),
  };
}
