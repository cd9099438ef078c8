import { hash } from 'node:crypto';
import { createLexicon, type Lexicon } from './lexicon.js';
import {
  type CutChinese,
  chineseData,
  type IdfTable,
  loadChinese,
  loadIdf,
} from './segment-chinese.js';
import { loadSimplify, type Simplifier, simplifyData } from './simplify.js';
import { loadStopWords, stopWordsOf } from './stop-words.js';
import { unicodeClasses } from './unicode-classes.js';
import { openWordTrie, refuseOtherData } from './word-trie-file.js';

/** The data that shapes words and weights, loaded once per thread and passed to who needs it. */
export interface Dictionaries extends Simplifier {
  /** Of this thread. */
  readonly lexicon: Lexicon;
  /** By jieba itself, which is loaded on the first call: see `loadChinese`. */
  readonly cutChinese: CutChinese;
  /** Read on the first call: the trie holds what is there for its words. */
  readonly idf: () => IdfTable;
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
 * @throws NeardupError `not_ready` if it is no such file; `cutChinese` and `idf` throw it if the
 *   installed data is another
 */
export function loadDictionaries(wordTrie: ArrayBufferLike): Dictionaries {
  const { trie, checksums } = openWordTrie(wordTrie);
  const stopWords = loadStopWords();
  let cutChinese: CutChinese | undefined;
  let idf: IdfTable | undefined;
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
    idf: () => {
      if (idf === undefined) {
        refuseOtherData('idf', checksums, checksum(chineseData.idf));
        idf = loadIdf();
      }
      return idf;
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

/** The first 64 bits of the SHA-256. */
export function checksum(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
