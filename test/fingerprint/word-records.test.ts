import { describe, expect, it } from 'vitest';
import { hashedWords, readHashes } from '../../src/fingerprint/count-words.js';
import { hashFunctions } from '../../src/fingerprint/hash64.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { createLexicon, startDocument, wordNumberOfText } from '../../src/text/lexicon.js';
import { openWordTrie } from '../../src/text/word-trie-file.js';

const { trie } = openWordTrie(wordTrieBytes());

describe('hashed words', () => {
  it.each(['xxh64', 'md5'] as const)('have both halves of their hash: %s', (name) => {
    const lexicon = createLexicon(trie, new Map());
    const words = ['中国', 'a', '', '__proto__', 'constructor', '𠮷', 'a word of many letters'];
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 300_000 * round; index++)
        wordNumberOfText(lexicon, `${round} ${index}`);
      startDocument(lexicon);
      words.reverse();
      const numbers = Int32Array.from(words, (word) => wordNumberOfText(lexicon, word));
      const { high, low } = readHashes(hashedWords(lexicon, name, numbers), numbers);
      for (const [index, word] of words.entries()) {
        const upper = BigInt.asUintN(32, BigInt(high[index]!));
        const lower = BigInt.asUintN(32, BigInt(low[index]!));
        expect((upper << 32n) | lower).toBe(hashFunctions[name](word));
      }
    }
    expect(lexicon.restarts).toBe(2);
  });
});
