import { describe, expect, it } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import { checksum, dictionaryNames, loadDictionaries } from '../../src/text/dictionaries.js';
import { normalize } from '../../src/text/normalize.js';
import { chineseData, loadIdf } from '../../src/text/segment-chinese.js';
import { listStopWords, loadStopWords, stopWordBits } from '../../src/text/stop-words.js';
import { toUnits } from '../../src/text/units.js';
import { findWord } from '../../src/text/word-trie.js';

const dictionaries = loadDictionaries(wordTrieBytes());

describe('dictionaries', () => {
  it('have one checksum each', () => {
    expect(Object.keys(dictionaries.checksums).sort()).toEqual([...dictionaryNames].sort());
    for (const checksum of Object.values(dictionaries.checksums)) {
      expect(checksum).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(loadDictionaries(wordTrieBytes()).checksums).toEqual(dictionaries.checksums);
  });

  it('have a trie built from the installed data', () => {
    expect(dictionaries.checksums.chinese).toBe(checksum(chineseData.dictionary));
    expect(dictionaries.checksums.idf).toBe(checksum(chineseData.idf));
    const { median, mean } = loadIdf();
    expect([...dictionaries.lexicon.trie.idfAverages]).toEqual([median, mean]);
  });

  it('have the idf table with its median and mean', () => {
    const { byWord, median, mean } = loadIdf();
    expect(byWord.size).toBeGreaterThan(200_000);
    expect(byWord.get('生化学')).toBe(13.900677652);
    for (const word of byWord.keys()) if (!/^\p{Script=Han}+$/u.test(word)) expect.fail(word);
    const values = [...byWord.values()].sort((a, b) => a - b);
    expect(median).toBe(values[Math.floor(values.length / 2)]);
    expect(mean).toBeCloseTo(
      values.reduce((sum, value) => sum + value / values.length, 0),
      6,
    );
    const { trie } = dictionaries.lexicon;
    const words = [...byWord.keys()].filter((word) => findWord(trie, toUnits(word)) < 0);
    expect([...dictionaries.rareIdf()]).toEqual(words.map((word) => [word, byWord.get(word)]));
    expect(dictionaries.rareIdf()).toBe(dictionaries.rareIdf());
  });

  it.each(['zh', 'en'] as const)('have stop words of %s in the form found in texts', (language) => {
    const words = listStopWords(language);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) {
      expect(normalize(word, { lowerCase: true })).toBe(word);
      expect(loadStopWords().get(word)! & stopWordBits([language])).not.toBe(0);
      expect(dictionaries.simplify(word)).toBe(word);
    }
  });
});
