import type { Lexicon } from '../text/lexicon.js';
import type { HashName } from './recipe.js';
import { hashWord, recordLayout, type WordRecords, wordRecords } from './word-records.js';

const { recordSize, lowField, countField, knownField } = recordLayout;

/** The words of a document, counted; valid until the next one. */
export interface CountedWords {
  /** With the hashes of all words here. */
  readonly records: WordRecords;
  /** All of them in order. */
  readonly words: Int32Array;
  /** Bits 31 to 0 of the hash of each. */
  readonly lows: Int32Array;
  /** The distinct features, in the order in which they are met. */
  readonly features: Int32Array;
  /** How often each of these occurs; what stands behind them is left over. */
  readonly counts: Int32Array;
}

/**
 * Counts the words that are features and looks up the hashes of all. Whether a word was met before is a
 * guess that processors often get wrong, so it is no branch: each is written down as the next one met, and
 * stays there if it was not.
 * @param words of the document, in order, by their numbers
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
    if (values[record + knownField] === 0) hashWord(records, lexicon, name, number);
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

/** Reused: a page has too few words for arrays of its own, which cost more than counting. */
let out = arraysOf(2 ** 12);

function arraysOf(length: number) {
  return {
    lows: new Int32Array(length),
    met: new Int32Array(length + 1),
    counts: new Int32Array(length),
  };
}
