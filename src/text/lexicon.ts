import {
  ownStopWordBit,
  type StopWordLanguage,
  type StopWords,
  stopWordBits,
} from './stop-words.js';
import { codePointPlace, type Units, unitsToText } from './units.js';
import { findWord, slotLayout, type WordTrie } from './word-trie.js';

const { slotSize, baseField, parentField, wordField, noWord, costBits } = slotLayout;

/**
 * Numbers for words. A dictionary word has its trie number; other words are numbered from `trie.wordCount` on. Equal
 * words have equal numbers, whether they come from segmentation, from pairs of code points or from posted features.
 * Pages may contain any number of new words. At a limit, the lexicon therefore forgets all words outside the dictionary
 * and numbers them from `trie.wordCount` again. This does not affect results.
 */
export interface Lexicon {
  readonly trie: WordTrie;
  readonly others: InternedWords;
  /** Number of times that the lexicon has forgotten the words outside the dictionary. */
  restarts: number;
  readonly textOfTrieWord: (number: number) => string;
  /**
   * Languages in which a word is a stop word, by word number; see stop-words.ts. Stop words that the trie lacks have
   * the first numbers after the words of the trie, so a word whose number is past the end of this array is not a stop
   * word.
   */
  readonly stopWordBits: Uint8Array;
  /** Length of each word of the trie in code points; 0 if it is not computed yet. */
  readonly lengths: Uint8Array;
  readonly stopWords: StopWords;
}

/**
 * Maximum number of words outside the dictionary, and of code units in these words (17 MiB in all). If either limit is
 * reached, `startDocument` forgets these words.
 */
const wordsMax = 2 ** 18;
const lengthMax = 2 ** 22;

export function createLexicon(trie: WordTrie, stopWords: StopWords): Lexicon {
  const lexicon = {
    trie,
    others: createInternedWords(),
    restarts: 0,
    textOfTrieWord: trieWords(trie),
    stopWordBits: new Uint8Array(trie.wordCount + stopWords.size),
    lengths: new Uint8Array(trie.wordCount),
    stopWords,
  };
  for (const [word, bits] of stopWords)
    lexicon.stopWordBits[wordNumberOfText(lexicon, word)] = bits;
  return lexicon;
}

/** Must be called before each document. May invalidate numbers from earlier documents. */
export function startDocument(lexicon: Lexicon): void {
  const { others } = lexicon;
  if (others.count < wordsMax && others.starts[others.count]! < lengthMax) return;
  clearInternedWords(others);
  for (const word of lexicon.stopWords.keys()) wordNumberOfText(lexicon, word);
  lexicon.restarts++;
}

/** Returns the number of the word from `start` to `end` (exclusive) in code units. */
export function wordNumber(
  { trie, others }: Lexicon,
  text: Units,
  start = 0,
  end = text.length,
): number {
  const number = findWord(trie, text, start, end);
  return number >= 0 ? number : trie.wordCount + internWord(others, text, start, end);
}

/** Returns the number of a word given as a string. */
export function wordNumberOfText(lexicon: Lexicon, word: string): number {
  const { length } = word;
  if (wordUnits.length < length) wordUnits = new Uint16Array(2 * length);
  for (let at = 0; at < length; at++) wordUnits[at] = word.charCodeAt(at);
  return wordNumber(lexicon, wordUnits, 0, length);
}

let wordUnits = new Uint16Array(64);

export function wordText({ trie, others, textOfTrieWord }: Lexicon, number: number): string {
  return number < trie.wordCount
    ? textOfTrieWord(number)
    : internedWord(others, number - trie.wordCount);
}

/** Returns the first code unit of a word outside the dictionary. */
export function firstWordUnit({ trie, others }: Lexicon, number: number): number {
  return others.units[others.starts[number - trie.wordCount]!]!;
}

/**
 * Returns a comparator of words by their UTF-8 bytes: negative if a comes first. Words outside the dictionary are
 * compared with each other without creating strings. For other comparisons, the string of each word is created once.
 */
export function wordOrder(lexicon: Lexicon): (a: number, b: number) => number {
  const { trie, others } = lexicon;
  const spelled = new Map<number, string>();
  const spell = (number: number): string => {
    const text = spelled.get(number) ?? wordText(lexicon, number);
    spelled.set(number, text);
    return text;
  };
  return (a, b) =>
    a >= trie.wordCount && b >= trie.wordCount
      ? compareInterned(others, a - trie.wordCount, b - trie.wordCount)
      : compareCodePoints(spell(a), spell(b));
}

/** Returns the length of a word in code points, at most 255. */
export function codePointLength(lexicon: Lexicon, number: number): number {
  const { trie, lengths } = lexicon;
  if (number >= trie.wordCount) return countCodePoints(wordText(lexicon, number));
  lengths[number] ||= countCodePoints(wordText(lexicon, number));
  return lengths[number]!;
}

/** Exclusive upper bound of all word numbers. */
export function numberLimit({ trie, others }: Lexicon): number {
  return trie.wordCount + others.count;
}

/** Compares two texts without lone surrogates in code point order. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [unitA, unitB] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unitA !== unitB) return codePointPlace(unitA) - codePointPlace(unitB);
  }
  return a.length - b.length;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length && count < 255; at++) {
    if (text.codePointAt(at)! > 0xffff) at++;
    count++;
  }
  return count;
}

/**
 * Returns a function that returns the text of a trie word. Reads the characters from last to first, by the parents of
 * the word's slot.
 */
function trieWords({ wordCount, rankOf, slots }: WordTrie): (number: number) => string {
  let places: { readonly slotOf: Int32Array; readonly unitOf: Uint16Array } | undefined;
  return (number) => {
    places ??= findPlaces();
    let text = '';
    for (let slot = places.slotOf[number]!; slot > 0; ) {
      const parent = slots[slot * slotSize + parentField]!;
      const base = slots[parent * slotSize + baseField]!;
      text = String.fromCharCode(places.unitOf[slot - base]!) + text;
      slot = parent;
    }
    return text;
  };

  function findPlaces() {
    const slotOf = new Int32Array(wordCount);
    for (let slot = 0; slot * slotSize < slots.length; slot++) {
      const word = slots[slot * slotSize + wordField]!;
      if (word !== noWord) slotOf[word >>> costBits] = slot;
    }
    const unitOf = new Uint16Array(0x10000);
    for (const [unit, rank] of rankOf.entries()) unitOf[rank] = unit;
    return { slotOf, unitOf };
  }
}

/**
 * Words that are numbered from 0 in order of first occurrence. No strings are created: a word is looked up by the units
 * of its text, and its characters are copied once.
 *
 *   slots    │ 0   │ 2 # │ 0   │ 1 # │ …   open addressing: 1 + the number of a word and its hash, at or
 *                                          after the position given by the hash
 *   starts   0 4 6                   start of each word in `units`, then the end of the last
 *   units    j a v a g o
 *
 * An attacker could write a page whose words collide. A word for which the first 32 slots are taken is therefore stored
 * in a Map, whose hashes cannot be predicted.
 */
export interface InternedWords {
  count: number;
  /** Two integers per slot: 1 + the number of the word (0 if the slot is free), and the hash of the word. */
  slots: Int32Array;
  /** Hash of each word, by word number. */
  hashes: Int32Array;
  starts: Int32Array;
  units: Uint16Array;
  readonly crowded: Map<string, number>;
}

const stepsMax = 32;

export function createInternedWords(): InternedWords {
  return {
    count: 0,
    slots: new Int32Array(2 * 2 ** 13),
    hashes: new Int32Array(2 ** 12),
    starts: new Int32Array(2 ** 12 + 1),
    units: new Uint16Array(2 ** 15),
    crowded: new Map(),
  };
}

/** Returns the number of the word from `start` to `end` (exclusive) in code units. */
export function internWord(words: InternedWords, text: Units, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text[at]!, 0x9e37_79b1);
  hash ^= hash >>> 15;
  const { slots } = words;
  const mask = slots.length - 1;
  let slot = (2 * hash) & mask;
  for (let step = 0; step < stepsMax; step++) {
    const found = slots[slot]! - 1;
    if (found < 0) {
      slots[slot] = words.count + 1;
      slots[slot + 1] = hash;
      return addWord(words, hash, text, start, end);
    }
    if (slots[slot + 1] === hash && isWord(words, found, text, start, end)) return found;
    slot = (slot + 2) & mask;
  }
  const found = words.crowded.get(unitsToText(text, start, end));
  if (found !== undefined) return found;
  const number = addWord(words, hash, text, start, end);
  words.crowded.set(internedWord(words, number), number);
  return number;
}

/** Returns the word with this number. */
export function internedWord({ starts, units }: InternedWords, number: number): string {
  return unitsToText(units, starts[number]!, starts[number + 1]!);
}

/** Compares two words by their UTF-8 bytes (code point order): negative if a comes first. */
function compareInterned({ starts, units }: InternedWords, a: number, b: number): number {
  const [startA, startB] = [starts[a]!, starts[b]!];
  const lengthA = starts[a + 1]! - startA;
  const lengthB = starts[b + 1]! - startB;
  const length = Math.min(lengthA, lengthB);
  for (let at = 0; at < length; at++) {
    const unitA = units[startA + at]!;
    const unitB = units[startB + at]!;
    if (unitA !== unitB) return codePointPlace(unitA) - codePointPlace(unitB);
  }
  return lengthA - lengthB;
}

/** Forgets all words. */
function clearInternedWords(words: InternedWords): void {
  words.count = 0;
  words.slots.fill(0);
  words.crowded.clear();
}

function isWord(
  { starts, units }: InternedWords,
  number: number,
  text: Units,
  start: number,
  end: number,
): boolean {
  const from = starts[number]!;
  if (starts[number + 1]! - from !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (units[from + at - start] !== text[at]!) return false;
  }
  return true;
}

function addWord(
  words: InternedWords,
  hash: number,
  text: Units,
  start: number,
  end: number,
): number {
  const number = words.count++;
  const from = words.starts[number]!;
  const to = from + end - start;
  if (to > words.units.length) {
    const units = new Uint16Array(Math.max(to, 2 * words.units.length));
    units.set(words.units);
    words.units = units;
  }
  for (let at = start; at < end; at++) words.units[from + at - start] = text[at]!;
  words.hashes[number] = hash;
  words.starts[number + 1] = to;
  if (words.count === words.hashes.length) grow(words);
  return number;
}

/** Doubles the capacity; at most half of the slots are in use. */
function grow(words: InternedWords): void {
  const { count } = words;
  const hashes = new Int32Array(2 * count);
  hashes.set(words.hashes);
  words.hashes = hashes;
  const starts = new Int32Array(2 * count + 1);
  starts.set(words.starts);
  words.starts = starts;
  words.slots = new Int32Array(2 * words.slots.length);
  words.crowded.clear();
  for (let number = 0; number < count; number++) {
    if (!takeSlot(words, number)) words.crowded.set(internedWord(words, number), number);
  }
}

/**
 * Stores a word in the first free slot at or after the position given by its hash. Returns false if the first 32 slots
 * are taken.
 */
function takeSlot({ slots, hashes }: InternedWords, number: number): boolean {
  const mask = slots.length - 1;
  for (let step = 0; step < stepsMax; step++) {
    const slot = (2 * (hashes[number]! + step)) & mask;
    if (slots[slot] !== 0) continue;
    slots[slot] = number + 1;
    slots[slot + 1] = hashes[number]!;
    return true;
  }
  return false;
}

/** Returns a predicate for the features of a recipe: words of sufficient length that are not stop words. */
export function featureTest(
  { minTermLength, stopWords }: FeatureOptions,
  lexicon: Lexicon,
): (number: number) => boolean {
  const dropped = stopWordBits(stopWords) | ownStopWordBit;
  const bits = lexicon.stopWordBits;
  return (number) =>
    (minTermLength <= 1 || isLong(lexicon, number, minTermLength)) &&
    (number >= bits.length || (bits[number]! & dropped) === 0);
}

/** Fields of a recipe that determine which words are features. */
export interface FeatureOptions {
  /** Minimum length in code points. */
  readonly minTermLength: number;
  readonly stopWords: readonly StopWordLanguage[];
}

function isLong(lexicon: Lexicon, number: number, minTermLength: number): boolean {
  return minTermLength <= 255
    ? codePointLength(lexicon, number) >= minTermLength
    : [...wordText(lexicon, number)].length >= minTermLength;
}
