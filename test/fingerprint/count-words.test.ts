import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords, readHashes } from '../../src/fingerprint/count-words.js';
import { hashFunctions } from '../../src/fingerprint/hash64.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { createLexicon, wordNumberOfText } from '../../src/text/lexicon.js';
import { openWordTrie } from '../../src/text/word-trie-file.js';

const lexicon = createLexicon(openWordTrie(wordTrieBytes()).trie, new Map());

describe('countWords', () => {
  it.each(['xxh64', 'md5'] as const)('counts like a Map and knows all hashes: %s', (name) => {
    const anyWord = fc.oneof(
      fc.constantFrom('北京', '大学', '的', '𠮷'),
      fc.string({ maxLength: 1 }),
    );
    const texts = fc.oneof(
      fc.array(anyWord, { maxLength: 80 }),
      fc
        .tuple(fc.array(anyWord, { maxLength: 80 }), fc.nat(120))
        .map(([list, times]) => Array<string[]>(times).fill(list).flat()),
    );
    fc.assert(
      fc.property(texts, texts, (list, dropped) => {
        const words = Int32Array.from(list, (word) => wordNumberOfText(lexicon, word));
        const isFeature = (number: number) => !left.has(number);
        const left = new Set(dropped.map((word) => wordNumberOfText(lexicon, word)));
        const expected = new Map<number, number>();
        for (const number of words) {
          if (isFeature(number)) expected.set(number, (expected.get(number) ?? 0) + 1);
        }
        const counted = countWords(words, isFeature, lexicon, name);
        expect([...counted.features]).toEqual([...expected.keys()]);
        const counts = counted.counts.subarray(0, counted.features.length);
        expect([...counts]).toEqual([...expected.values()]);
        const lows = list.map((word) => Number(BigInt.asIntN(32, hashFunctions[name](word))));
        expect([...counted.lows]).toEqual(lows);
        expect([...readHashes(counted.records, words).low]).toEqual(lows);
      }),
    );
  });
});
