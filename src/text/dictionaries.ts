import { hash } from 'node:crypto';
import { confusableLines, oldFormPairs } from './disguise-tables.js';
import { createLexicon, type Lexicon } from './lexicon.js';
import { regionalCharacters, regionalLines } from './regional-table.js';
import { type CutChinese, chineseData, loadChinese, loadIdf } from './segment-chinese.js';
import { loadSimplify, type Simplifier, simplifyData } from './simplify.js';
import { decimalZeros, equalLetters, equalPairs, spellingLines } from './spelling-tables.js';
import { listStopWords, loadStopWords } from './stop-words.js';
import { unicodeClasses } from './unicode-classes.js';
import { toUnits, unitsToText } from './units.js';
import { wordSymbolRanges } from './word-symbols.js';
import { findWord, type WordTrie } from './word-trie.js';
import { openWordTrie, refuseOtherData } from './word-trie-file.js';

/** Data that determines words and weights, loaded once per thread and passed as an argument. */
export interface Dictionaries extends Simplifier {
  /** The lexicon of this thread. */
  readonly lexicon: Lexicon;
  /** Segments Chinese with jieba itself, which is loaded on the first call (see `loadChinese`). */
  readonly cutChinese: CutChinese;
  /**
   * Returns the idf of words that the trie lacks; the trie has the idf of its own words. The table is read on the first
   * call.
   */
  readonly rareIdf: () => ReadonlyMap<string, number>;
  /** Custom idf table of a recipe; `tfIdf` uses it instead of jieba's. */
  readonly ownIdf?: OwnIdf | undefined;
  /** Checksum of each dictionary, 16 hex digits, as in recipes. */
  readonly checksums: Readonly<Record<DictionaryName, string>>;
}

/**
 * Custom idf values, indexed by word number in the lexicon. A word whose number is past the end of `byNumber` has no
 * value.
 */
export interface OwnIdf {
  /** Idf of each word; 0 for words missing from the table. */
  readonly byNumber: Float64Array;
  /** Idf of a missing word: the maximum of the table, because the word is in fewer texts than any listed word. */
  readonly unknown: number;
}

/** Names of the checksums in recipes. */
export const dictionaryNames = [
  'unicode',
  'chinese',
  'simplify',
  'stopWordsZh',
  'stopWordsEn',
  'idf',
  'disguise',
  'symbols',
  'spelling',
] as const;
export type DictionaryName = (typeof dictionaryNames)[number];

/**
 * Loads the data, which takes about 50 ms and 20 MiB. Both the trie file and recipes contain the checksums of their
 * source data, and a trie can only be used for recipes with the same checksums. Installed data is compared with these
 * checksums when it is first read.
 * @param wordTrie the file built from jieba's data; threads share its bytes
 * @throws NeardupError `not_ready` if the file is not a word trie; `cutChinese` and `rareIdf` throw this error if the
 *   installed data differs
 */
export function loadDictionaries(wordTrie: ArrayBufferLike): Dictionaries {
  const { trie, checksums } = openWordTrie(wordTrie);
  const stopWords = loadStopWords();
  let cutChinese: CutChinese | undefined;
  let rareIdf: ReadonlyMap<string, number> | undefined;
  return {
    lexicon: createLexicon(trie, stopWords),
    cutChinese: (text, hmm) => {
      if (cutChinese === undefined) {
        refuseOtherData('chinese', checksums, checksum(chineseData.dictionary));
        cutChinese = loadChinese();
      }
      return cutChinese(text, hmm);
    },
    ...loadSimplify(),
    rareIdf: () => {
      if (rareIdf === undefined) {
        refuseOtherData('idf', checksums, checksum(chineseData.idf));
        rareIdf = idfBeyond(trie);
      }
      return rareIdf;
    },
    checksums: {
      unicode: checksum(unicodeClasses),
      simplify: checksum(simplifyData()),
      stopWordsZh: checksum(listStopWords('zh').join('\n')),
      stopWordsEn: checksum(listStopWords('en').join('\n')),
      disguise: checksum(confusableLines + oldFormPairs),
      symbols: checksum(wordSymbolRanges),
      spelling: checksum(
        decimalZeros +
          equalLetters +
          equalPairs +
          spellingLines +
          regionalLines +
          regionalCharacters,
      ),
      ...checksums,
    },
  };
}

/**
 * Returns the idf of the words that the trie lacks: one in 13 of the 270,000 words of the table. Keys must be copies,
 * because slices would keep the whole file in memory.
 */
function idfBeyond(trie: WordTrie): Map<string, number> {
  const { byWord } = loadIdf();
  const rare = [...byWord].filter(([word]) => findWord(trie, toUnits(word)) < 0);
  return new Map(rare.map(([word, idf]) => [unitsToText(toUnits(word)), idf]));
}

/** Returns the first 64 bits of the SHA-256 of the data, as 16 hex digits. */
export function checksum(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
