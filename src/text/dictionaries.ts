import { hash } from 'node:crypto';
import {
  type CutChinese,
  chineseData,
  type IdfTable,
  loadChinese,
  loadIdf,
} from './segment-chinese.js';
import { loadSimplify, type Simplify, simplifyData } from './simplify.js';
import { loadStopWords, type StopWords, stopWordsOf } from './stop-words.js';
import { unicodeClasses } from './unicode-classes.js';

/** The data that shapes words and weights, loaded once per thread and passed to who needs it. */
export interface Dictionaries {
  readonly cutChinese: CutChinese;
  readonly simplify: Simplify;
  readonly stopWords: StopWords;
  /** Read from its file on the first call, as few recipes use it. */
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

/** Takes about 200 ms and 100 MiB. */
export function loadDictionaries(): Dictionaries {
  let idf: IdfTable | undefined;
  return {
    cutChinese: loadChinese(),
    simplify: loadSimplify(),
    stopWords: loadStopWords(),
    idf: () => {
      idf ??= loadIdf();
      return idf;
    },
    checksums: {
      unicode: checksum(unicodeClasses),
      chinese: checksum(chineseData.dictionary),
      simplify: checksum(simplifyData()),
      stopWordsZh: checksum(stopWordsOf('zh').join('\n')),
      stopWordsEn: checksum(stopWordsOf('en').join('\n')),
      idf: checksum(chineseData.idf),
    },
  };
}

/** The first 64 bits of the SHA-256. */
function checksum(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
