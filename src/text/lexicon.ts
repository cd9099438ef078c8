import {
  clearInternedWords,
  createInternedWords,
  type InternedWords,
  internedWord,
  internWord,
} from './interned-words.js';
import {
  baseField,
  findWord,
  parentField,
  slotSize,
  type WordTrie,
  wordField,
} from './word-trie.js';

/**
 * All words by number: those of the dictionary by that of the trie, others from `trie.wordCount` on.
 * A word has one number however it was found, by the cut, as a pair of code points or as a feature.
 *
 * Pages can bring words without end, so the others start again when they are many. That changes no
 * result.
 */
export interface Lexicon {
  readonly trie: WordTrie;
  readonly others: InternedWords;
  /** How often the numbers from `trie.wordCount` on have been given anew. */
  restarts: number;
  readonly textOfTrieWord: (number: number) => string;
}

/** Beyond this many words, or this many code units of all, the others start again: about 15 MiB. */
const wordsMax = 2 ** 18;
const lengthMax = 2 ** 22;

export function createLexicon(trie: WordTrie): Lexicon {
  return { trie, others: createInternedWords(), restarts: 0, textOfTrieWord: trieWords(trie) };
}

/** Before each document: numbers of earlier documents may end here. */
export function startDocument(lexicon: Lexicon): void {
  const { others } = lexicon;
  if (others.count < wordsMax && others.starts[others.count]! < lengthMax) return;
  clearInternedWords(others);
  lexicon.restarts++;
}

/** The number of the word from `start` to `end` (exclusive) in code units. */
export function numberOf(
  { trie, others }: Lexicon,
  text: string,
  start = 0,
  end = text.length,
): number {
  const number = findWord(trie, text, start, end);
  return number >= 0 ? number : trie.wordCount + internWord(others, text, start, end);
}

export function textOf({ trie, others, textOfTrieWord }: Lexicon, number: number): string {
  return number < trie.wordCount
    ? textOfTrieWord(number)
    : internedWord(others, number - trie.wordCount);
}

/** All numbers are below this. */
export function numberLimit({ trie, others }: Lexicon): number {
  return trie.wordCount + others.count;
}

/** The text of a word of the trie, from its last character up to its first. */
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
      const number = slots[slot * slotSize + wordField]!;
      if (number >= 0) slotOf[number] = slot;
    }
    const unitOf = new Uint16Array(0x10000);
    for (const [unit, rank] of rankOf.entries()) unitOf[rank] = unit;
    return { slotOf, unitOf };
  }
}
