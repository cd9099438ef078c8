import { hash } from 'node:crypto';
import { lookAlikeLines, oldFormPairs } from './disguise-tables.js';
import { createLexicon, type Lexicon } from './lexicon.js';
import { regionalCharacters, regionalLines } from './regional-table.js';
import { type CutChinese, chineseData, loadChinese, loadIdf } from './segment-chinese.js';
import { loadSimplify, type Simplifier, simplifyData } from './simplify.js';
import { decimalZeros, spellingLines } from './spelling-tables.js';
import { loadStopWords, stopWordsOf } from './stop-words.js';
import { unicodeClasses } from './unicode-classes.js';
import { textOfUnits, unitsOf } from './units.js';
import { wordSymbolRanges } from './word-symbols.js';
import { findWord, type WordTrie } from './word-trie.js';
import { openWordTrie, refuseOtherData } from './word-trie-file.js';

/** The data that shapes words and weights: loaded once per thread, passed as an argument. */
export interface Dictionaries extends Simplifier {
  /** The lexicon of this thread. */
  readonly lexicon: Lexicon;
  /** Cuts with jieba itself, which is loaded on the first call: see `loadChinese`. */
  readonly cutChinese: CutChinese;
  /** The idf of words that the trie lacks (it holds the idf of its own); read on the first call. */
  readonly rareIdf: () => ReadonlyMap<string, number>;
  /** Table of a recipe's own, which `tfIdf` uses instead of jieba's. */
  readonly ownIdf?: OwnIdf | undefined;
  /** The checksum of each part, 16 hex digits, for recipes. */
  readonly checksums: Readonly<Record<DictionaryName, string>>;
}

/** An idf for every word by its number in the lexicon; words past the end are not in the table. */
export interface OwnIdf {
  /** 0 for words that the table lacks. */
  readonly byNumber: Float64Array;
  /** The largest of the table: what it lacks is in fewer texts than anything in it. */
  readonly unknown: number;
}

/** Names under which recipes hold the checksums. */
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
 * Takes about 50 ms and 20 MiB. Recipes name the checksums of the data that the trie was built
 * from, so a trie of other data serves only recipes of that data. The installed data is compared
 * with these checksums when it is first read.
 * @param wordTrie the file that the build made from jieba's data; threads share its bytes
 * @throws NeardupError `not_ready` if it is no such file; `cutChinese` and `rareIdf` throw this
 *   error if the installed data differs
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
      stopWordsZh: checksum(stopWordsOf('zh').join('\n')),
      stopWordsEn: checksum(stopWordsOf('en').join('\n')),
      disguise: checksum(lookAlikeLines + oldFormPairs),
      symbols: checksum(wordSymbolRanges),
      spelling: checksum(decimalZeros + spellingLines + regionalLines + regionalCharacters),
      ...checksums,
    },
  };
}

/** One in 13 of 270,000 words. Keys are copies: slices would hold the whole file in memory. */
function idfBeyond(trie: WordTrie): Map<string, number> {
  const { byWord } = loadIdf();
  const rare = [...byWord].filter(([word]) => findWord(trie, unitsOf(word)) < 0);
  return new Map(rare.map(([word, idf]) => [textOfUnits(unitsOf(word)), idf]));
}

/** The first 64 bits of the SHA-256. */
export function checksum(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
