import { hash } from 'node:crypto';
import { createLexicon, type Lexicon } from './lexicon.js';
import { type CutChinese, chineseData, loadChinese, loadIdf } from './segment-chinese.js';
import { loadSimplify, type Simplifier, simplifyData } from './simplify.js';
import { loadStopWords, stopWordsOf } from './stop-words.js';
import { unicodeClasses } from './unicode-classes.js';
import { textOfUnits, unitsOf } from './units.js';
import { findWord, type WordTrie } from './word-trie.js';
import { openWordTrie, refuseOtherData } from './word-trie-file.js';

/** The data that shapes words and weights, loaded once per thread and passed to who needs it. */
export interface Dictionaries extends Simplifier {
  /** Of this thread. */
  readonly lexicon: Lexicon;
  /** By jieba itself, which is loaded on the first call: see `loadChinese`. */
  readonly cutChinese: CutChinese;
  /** The idf of words that the trie lacks, which holds that of its own; read on the first call. */
  readonly rareIdf: () => ReadonlyMap<string, number>;
  /** 16 hex digits of each part, for recipes. */
  readonly checksums: Readonly<Record<DictionaryName, string>>;
}

/** Names under which recipes hold the checksums. */
export const dictionaryNames = [
  'unicode',
  'chinese',
  'simplify',
  'stopWordsZh',
  'stopWordsEn',
  'idf',
] as const;
export type DictionaryName = (typeof dictionaryNames)[number];

/**
 * Takes about 50 ms and 20 MiB. Recipes name the checksums that the trie was built with, so that a
 * trie of other data serves only recipes of that data; the installed data is compared with them
 * when it is first read.
 * @param wordTrie the file that the build made of jieba's data; threads share its bytes
 * @throws NeardupError `not_ready` if it is no such file; `cutChinese` and `rareIdf` throw it if the
 *   installed data is another
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
      ...checksums,
    },
  };
}

/** Of 270,000 words a thirteenth. Keys of their own: slices would keep the whole file. */
function idfBeyond(trie: WordTrie): Map<string, number> {
  const { byWord } = loadIdf();
  const rare = [...byWord].filter(([word]) => findWord(trie, unitsOf(word)) < 0);
  return new Map(rare.map(([word, idf]) => [textOfUnits(unitsOf(word)), idf]));
}

/** The first 64 bits of the SHA-256. */
export function checksum(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
