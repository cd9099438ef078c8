import { type Lexicon, numberLimit, textOf } from '../text/lexicon.js';
import { hashFunctions } from './hash64.js';
import type { HashName } from './recipe.js';

/**
 * Values known of each word, by its number in a lexicon: four integers side by side, so a word of
 * a page costs one access to memory, whatever is needed of it.
 *
 *   values   … │ high, low, count, known │ high, low, count, known │ …
 *
 * `known` is 0 until a document holds the word, and then 1;
 * `high` holds bits 63 to 32 of its hash and `low` the others. `count` serves to count the words of a
 * document, and is 0 between documents.
 */
export interface WordRecords {
  values: Int32Array;
  /** `restarts` of the lexicon when records from `trie.wordCount` on were last cleared here. */
  restarts: number;
}

/** Destructure it into constants of a module, as `slotLayout`. */
export const recordLayout = {
  recordSize: 4,
  highField: 0,
  lowField: 1,
  countField: 2,
  knownField: 3,
} as const;

const { recordSize, highField, lowField, knownField } = recordLayout;
const tables = new WeakMap<Lexicon, Map<HashName, WordRecords>>();

/** The records of all words that the lexicon holds now. */
export function wordRecords(lexicon: Lexicon, name: HashName): WordRecords {
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

/** Fills in what is known of a word. Hashes of xxh64 come with the trie. */
export function knowWord(
  { values }: WordRecords,
  lexicon: Lexicon,
  name: HashName,
  number: number,
): void {
  const { trie } = lexicon;
  const record = recordSize * number;
  const word = textOf(lexicon, number);
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

/** The records, with the hashes of these words. */
export function hashedWords(lexicon: Lexicon, name: HashName, numbers: Int32Array): WordRecords {
  const records = wordRecords(lexicon, name);
  for (const number of numbers) {
    if (records.values[recordSize * number + knownField] === 0) {
      knowWord(records, lexicon, name, number);
    }
  }
  return records;
}

/** The halves of the hashes of some words; all of these hashes are known. */
export interface HashHalves {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/**
 * Reads the hashes of these words.
 * @param into has room for at least as many
 */
export function readHashes(
  { values }: WordRecords,
  numbers: Int32Array,
  into: HashHalves = halvesOf(numbers.length),
): HashHalves {
  const { high, low } = into;
  for (let index = 0; index < numbers.length; index++) {
    const record = recordSize * numbers[index]!;
    high[index] = values[record + highField]!;
    low[index] = values[record + lowField]!;
  }
  return into;
}

export function halvesOf(count: number): HashHalves {
  return { high: new Int32Array(count), low: new Int32Array(count) };
}
