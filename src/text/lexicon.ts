import {
  clearInternedWords,
  compareInterned,
  createInternedWords,
  type InternedWords,
  internedWord,
  internWord,
} from './interned-words.js';
import type { StopWords } from './stop-words.js';
import { codePointPlace, type Units } from './units.js';
import { findWord, slotLayout, type WordTrie } from './word-trie.js';

const { slotSize, baseField, parentField, wordField, noWord, costBits } = slotLayout;

/**
 * All words by number. Dictionary words keep their trie number; others are numbered from `trie.wordCount` on. A word
 * has the same number as a word of the cut, a pair of code points or a feature.
 *
 * Pages can contain any number of new words, so when there are too many, the other words are forgotten and numbered
 * again. Results do not change.
 */
export interface Lexicon {
  readonly trie: WordTrie;
  readonly others: InternedWords;
  /** Number of times the numbering from `trie.wordCount` on has restarted. */
  restarts: number;
  readonly textOfTrieWord: (number: number) => string;
  /**
   * Languages in which a word is a stop word, by word number; see stop-words.ts. Stop words have the first numbers
   * after the trie, so a word past the end of this array is not a stop word.
   */
  readonly stopWordBits: Uint8Array;
  /** Length of each trie word in code points; 0 until computed. */
  readonly lengths: Uint8Array;
  readonly stopWords: StopWords;
}

/** Limits of the other words, in words and in code units (17 MiB). Numbering restarts beyond them. */
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
  for (const [word, bits] of stopWords) lexicon.stopWordBits[numberOfText(lexicon, word)] = bits;
  return lexicon;
}

/** Must be called before each document. Numbers from earlier documents may become invalid. */
export function startDocument(lexicon: Lexicon): void {
  const { others } = lexicon;
  if (others.count < wordsMax && others.starts[others.count]! < lengthMax) return;
  clearInternedWords(others);
  for (const word of lexicon.stopWords.keys()) numberOfText(lexicon, word);
  lexicon.restarts++;
}

/** Returns the number of the word from `start` to `end` (exclusive) in code units. */
export function numberOf(
  { trie, others }: Lexicon,
  text: Units,
  start = 0,
  end = text.length,
): number {
  const number = findWord(trie, text, start, end);
  return number >= 0 ? number : trie.wordCount + internWord(others, text, start, end);
}

/** Returns the number of a word given as a string. */
export function numberOfText(lexicon: Lexicon, word: string): number {
  const { length } = word;
  if (wordUnits.length < length) wordUnits = new Uint16Array(2 * length);
  for (let at = 0; at < length; at++) wordUnits[at] = word.charCodeAt(at);
  return numberOf(lexicon, wordUnits, 0, length);
}

let wordUnits = new Uint16Array(64);

export function textOf({ trie, others, textOfTrieWord }: Lexicon, number: number): string {
  return number < trie.wordCount
    ? textOfTrieWord(number)
    : internedWord(others, number - trie.wordCount);
}

/** Returns the first code unit of a word outside the dictionary. */
export function firstUnitOf({ trie, others }: Lexicon, number: number): number {
  return others.units[others.starts[number - trie.wordCount]!]!;
}

/**
 * Compares words by their UTF-8 bytes: negative if a comes first. Each dictionary word becomes a string once; other
 * words are compared in place.
 */
export function wordOrder(lexicon: Lexicon): (a: number, b: number) => number {
  const { trie, others } = lexicon;
  const spelled = new Map<number, string>();
  const spell = (number: number): string => {
    const text = spelled.get(number) ?? textOf(lexicon, number);
    spelled.set(number, text);
    return text;
  };
  return (a, b) =>
    a >= trie.wordCount && b >= trie.wordCount
      ? compareInterned(others, a - trie.wordCount, b - trie.wordCount)
      : compareCodePoints(spell(a), spell(b));
}

/** Returns the length of a word in code points, at most 255. */
export function lengthOf(lexicon: Lexicon, number: number): number {
  const { trie, lengths } = lexicon;
  if (number >= trie.wordCount) return countCodePoints(textOf(lexicon, number));
  lengths[number] ||= countCodePoints(textOf(lexicon, number));
  return lengths[number]!;
}

/** Exclusive upper bound of all numbers. */
export function numberLimit({ trie, others }: Lexicon): number {
  return trie.wordCount + others.count;
}

/** Requires texts without lone surrogates. */
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

/** Spells the words of the trie, each from its last character to its first. */
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
