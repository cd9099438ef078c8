import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';

/** Cuts a Chinese text into words and the characters between them, in order. */
export type CutChinese = (text: string, hmm: boolean) => string[];

/** Inverse document frequencies of jieba's table, whose words consist of Han alone. */
export interface IdfTable extends IdfAverages {
  readonly byWord: ReadonlyMap<string, number>;
}

export interface IdfAverages {
  /** Upper median of all values in the table. */
  readonly median: number;
  readonly mean: number;
}

/** Loads jieba only when it is needed, because only recipes with the hidden Markov model use it at run time. */
const require = createRequire(import.meta.url);

/** The bytes of the word list and of the idf table. */
export const chineseData = {
  get dictionary(): Uint8Array {
    return files().dict;
  },
  get idf(): Uint8Array {
    return files().idf;
  },
};

function files(): { readonly dict: Uint8Array; readonly idf: Uint8Array } {
  return require('@node-rs/jieba/dict.js');
}

/** Loads the word list, which takes about 130 ms and 75 MiB. */
export function loadChinese(): CutChinese {
  const { Jieba } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  const jieba: Jieba = Jieba.withDict(chineseData.dictionary);
  return (text, hmm) => jieba.cut(text, hmm);
}

/** Reads the idf table, which has a line `word idf` for each of 270,000 words. Takes about 100 ms and 30 MiB. */
export function loadIdf(): IdfTable {
  const byWord = new Map<string, number>();
  for (const line of new TextDecoder().decode(chineseData.idf).split('\n')) {
    const space = line.lastIndexOf(' ');
    if (space > 0) byWord.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  return { byWord, ...idfAverages(byWord.values()) };
}

export function idfAverages(idf: Iterable<number>): IdfAverages {
  const values = Float64Array.from(idf).sort();
  const sum = values.reduce((total, value) => total + value, 0);
  return { median: values[values.length >> 1] ?? 0, mean: sum / Math.max(1, values.length) };
}
