import { type Lexicon, textOf } from '../text/lexicon.js';
import type { CountedWords } from './count-words.js';
import { recordLayout } from './word-records.js';

/**
 * What tells two alike texts apart, in 48 bytes: how a text begins, which numbers it has, and which
 * words it is about. Two stories by one template share most of their shingles, and differ here.
 *
 *   bytes 0 to 15    the first 24 words, as a set of 128 bits: one bit a word
 *   bytes 16 to 31   the words with a digit, as a set of 128 bits
 *   byte 32          the level of the numbers: 0 all of them are in the set, 1 about half, 2 a quarter
 *   bytes 33, 34     the two most frequent words of the beginning; 0 for none
 *   bytes 35 to 47   the 13 most frequent words of the text, the most frequent first; 0 for none
 *
 * A word is one byte of its hash. Only a word that may name something counts as frequent: a feature
 * of two code points or more, with a letter, and not of hiragana alone, which are mostly endings.
 * A set of too many numbers would hold every bit, so it keeps those whose hash begins with zeros, as
 * many as its level says (Flajolet and Martin: Probabilistic Counting, 1985).
 */
export const traitsLength = 48;

const firstWords = 24;
const numbersAt = 16;
const levelAt = 32;
const subjectsAt = 33;
const subjectCount = 2;
const frequentAt = 35;
const frequentCount = traitsLength - frequentAt;
/** More numbers than this raise the level. */
const numbersMax = 48;
/** How often a word of the beginning must occur to be a subject. */
const subjectOccurrences = 2;

const { recordSize, lowField, knownField, classKnown, hasDigit, mayName } = recordLayout;

/** The traits of a text. @param counted its features as `countWords` gives them, none left out */
export function traitsOf(counted: CountedWords, lexicon: Lexicon): Uint8Array {
  const { records, words, lows, features, counts } = counted;
  const { values } = records;
  const traits = new Uint8Array(traitsLength);
  const beginning = Math.min(firstWords, words.length);
  // Features come in the order of their first occurrence.
  let featuresOfBeginning = 0;
  for (let index = 0; index < beginning; index++) {
    addBit(traits, 0, byteOfWord(lows[index]!) & 127);
    if (words[index] === features[featuresOfBeginning]) featuresOfBeginning++;
  }
  const subjects = mostFrequent(subjectCount);
  const frequent = mostFrequent(frequentCount);
  numberCount = 0;
  for (let index = 0; index < features.length; index++) {
    const record = recordSize * features[index]!;
    if ((values[record + knownField]! & classKnown) === 0) {
      values[record + knownField]! |= classOfWord(textOf(lexicon, features[index]!));
    }
    const known = values[record + knownField]!;
    if ((known & (hasDigit | mayName)) === 0) continue;
    const low = values[record + lowField]!;
    if ((known & hasDigit) !== 0) keepNumber(low);
    if ((known & mayName) === 0) continue;
    const count = counts[index]!;
    frequent.add(count, low);
    if (index < featuresOfBeginning && count >= subjectOccurrences) subjects.add(count, low);
  }
  writeNumbers(traits);
  subjects.write(traits, subjectsAt);
  frequent.write(traits, frequentAt);
  return traits;
}

/** How two texts differ by their traits. */
export interface TraitDifference {
  /** The Jaccard similarity of the first words, 0 to 1. */
  readonly beginning: number;
  /**
   * Which share of the numbers of the text that has fewer the other has, too, 0 to 1, less what is
   * expected by chance; 1 if either has none, or if it cannot be told.
   */
  readonly numbers: number;
  /** Whether each text begins with a frequent word that the other lacks. */
  readonly subject: boolean;
}

export function compareTraits(a: Uint8Array, b: Uint8Array): TraitDifference {
  let [both, either] = [0, 0];
  for (let at = 0; at < numbersAt; at++) {
    both += bitCount(a[at]! & b[at]!);
    either += bitCount(a[at]! | b[at]!);
  }
  return {
    beginning: either === 0 ? 1 : both / either,
    numbers: sharedNumbers(a, b),
    subject: hasOwnSubject(a, b) && hasOwnSubject(b, a),
  };
}

/**
 * At the higher of the two levels. There the numbers of the lower level are in the first part of its
 * set, and several bits of the other set fall together.
 */
function sharedNumbers(a: Uint8Array, b: Uint8Array): number {
  const [low, high] = a[levelAt]! <= b[levelAt]! ? [a, b] : [b, a];
  const shift = high[levelAt]! - low[levelAt]!;
  if (shift > 3) return 1;
  const places = 128 >> shift;
  const folded = new Uint8Array(places);
  for (let place = 0; place < 128; place++) {
    if (hasBit(high, numbersAt, place)) folded[place >> shift] = 1;
  }
  let [ofLow, ofHigh, ofBoth] = [0, 0, 0];
  for (let place = 0; place < places; place++) {
    const inLow = hasBit(low, numbersAt, place);
    const inHigh = folded[place] === 1;
    ofLow += Number(inLow);
    ofHigh += Number(inHigh);
    ofBoth += Number(inLow && inHigh);
  }
  const fewer = Math.min(ofLow, ofHigh);
  const byChance = Math.max(ofLow, ofHigh) / places;
  if (fewer === 0 || byChance > 0.5) return 1;
  return Math.max(0, (ofBoth / fewer - byChance) / (1 - byChance));
}

/** Whether a text has a subject that is neither at the beginning of the other nor frequent there. */
function hasOwnSubject(text: Uint8Array, other: Uint8Array): boolean {
  for (let at = subjectsAt; at < subjectsAt + subjectCount; at++) {
    const word = text[at]!;
    if (word === 0 || hasBit(other, 0, word & 127)) continue;
    if (!other.includes(word, frequentAt)) return true;
  }
  return false;
}

/** Words of the most occurrences; of equally frequent ones the earlier. */
function mostFrequent(limit: number) {
  const counts = new Int32Array(limit);
  const words = new Uint8Array(limit);
  let length = 0;
  return {
    add(count: number, low: number): void {
      let at = length;
      if (length === limit) {
        if (count <= counts[limit - 1]!) return;
        at--;
      } else length++;
      for (; at > 0 && counts[at - 1]! < count; at--) {
        counts[at] = counts[at - 1]!;
        words[at] = words[at - 1]!;
      }
      counts[at] = count;
      words[at] = byteOfWord(low);
    },
    write: (into: Uint8Array, at: number): void => into.set(words, at),
  };
}

let numbers = new Int32Array(256);
let numberCount = 0;

function keepNumber(low: number): void {
  if (numberCount === numbers.length) {
    const longer = new Int32Array(2 * numberCount);
    longer.set(numbers);
    numbers = longer;
  }
  numbers[numberCount++] = low;
}

function writeNumbers(traits: Uint8Array): void {
  let level = 0;
  while (numberCount > numbersMax && level < 24) {
    level++;
    let left = 0;
    for (let index = 0; index < numberCount; index++) {
      if (numbers[index]! >>> (32 - level) === 0) numbers[left++] = numbers[index]!;
    }
    numberCount = left;
  }
  traits[levelAt] = level;
  for (let index = 0; index < numberCount; index++) {
    addBit(traits, numbersAt, (numbers[index]! << level) >>> 25);
  }
}

/** 1 to 255, as 0 stands for no word. */
const byteOfWord = (low: number): number => (low >>> 8) & 0xff || 0x80;

function addBit(bytes: Uint8Array, from: number, place: number): void {
  bytes[from + (place >> 3)]! |= 1 << (place & 7);
}

function hasBit(bytes: Uint8Array, from: number, place: number): boolean {
  return (bytes[from + (place >> 3)]! & (1 << (place & 7))) !== 0;
}

function bitCount(byte: number): number {
  let count = 0;
  for (let bits = byte; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** What kind of word it is, as flags of `recordLayout`. */
function classOfWord(word: string): number {
  const digit = digits.test(word) ? hasDigit : 0;
  const isName = others.test(word) && !hiragana.test(word) && [...word].length > 1;
  return classKnown | digit | (isName ? mayName : 0);
}

/**
 * The digits 0 of the decimal systems of the Basic Multilingual Plane, each with nine more after it.
 * Never by `\p{Nd}`: a text has the same traits on every version of Node.
 */
const zeros =
  '\u0030\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u0f20\u1040\u1090\u17e0\u1810\u1946\u19d0\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\ua620\ua8d0\ua900\ua9d0\ua9f0\uaa50\uabf0';
const ofDigits = [...zeros]
  .map((zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`)
  .join('');
const digits = new RegExp(`[${ofDigits}]`);
const others = new RegExp(`[^${ofDigits}]`);
const hiragana = /^[\u3041-\u309f\u30fc]+$/;
