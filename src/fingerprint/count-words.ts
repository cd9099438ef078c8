import type { Lexicon } from '../text/lexicon.js';
import type { HashName } from './recipe.js';
import { knowWord, recordLayout, type WordRecords, wordRecords } from './word-records.js';

const { recordSize, lowField, countField, knownField } = recordLayout;

/** The words of a document, counted; valid until the next document. */
export interface CountedWords {
  /** The records, with the hashes of all these words. */
  readonly records: WordRecords;
  /** All words in order. */
  readonly words: Int32Array;
  /** Bits 31 to 0 of the hash of each word. */
  readonly lows: Int32Array;
  /** The distinct features, in the order of their first occurrence. */
  readonly features: Int32Array;
  /** How often each feature occurs; elements after the last feature hold old values. */
  readonly counts: Int32Array;
}

/**
 * Counts the words that are features, and looks up the hashes of all words. Processors often
 * mispredict whether a word was met before, so the code has no branch for it: every word is written
 * down as the next distinct one, and the next word overwrites it if it was met before.
 * @param words the numbers of the words of the document, in order
 */
export function countWords(
  words: Int32Array,
  isFeature: (number: number) => boolean,
  lexicon: Lexicon,
  name: HashName,
): CountedWords {
  if (out.lows.length < words.length) out = arraysOf(2 * words.length);
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

/** Reused, because allocating arrays for one page costs more than counting its words. */
let out = arraysOf(2 ** 12);

function arraysOf(length: number) {
  return {
    lows: new Int32Array(length),
    met: new Int32Array(length + 1),
    counts: new Int32Array(length),
  };
}
