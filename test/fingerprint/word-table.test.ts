import { describe, expect, it } from 'vitest';
import { hashFunctions } from '../../src/fingerprint/hash64.js';
import { numbersOf, startDocument } from '../../src/fingerprint/word-table.js';

describe('the word table', () => {
  it('gives every word one number, with the halves of its hash', () => {
    const words = ['中国', 'a', '', '__proto__', 'constructor', '𠮷', 'a word of many letters'];
    for (const name of ['xxh64', 'md5'] as const) {
      const table = startDocument(name);
      const numbers = numbersOf(table, [...words, 'a']);
      expect(new Set(numbers).size).toBe(words.length);
      expect(numbersOf(table, [...words, 'a'])).toEqual(numbers);
      expect(numbers.at(-1)).toBe(numbers[1]);
      for (const [index, word] of words.entries()) {
        const number = numbers[index]!;
        expect(table.words[number]).toBe(word);
        const high = BigInt.asUintN(32, BigInt(table.high[number]!));
        const low = BigInt.asUintN(32, BigInt(table.low[number]!));
        expect((high << 32n) | low).toBe(hashFunctions[name](word));
      }
    }
  });

  it('starts again when it has many words, but not within a document', () => {
    const table = startDocument('fnv1a64');
    const [first] = numbersOf(table, ['first of many']);
    numbersOf(
      table,
      Array.from({ length: 300_000 }, (_, index) => `word ${index}`),
    );
    expect(numbersOf(table, ['first of many'])[0]).toBe(first);
    expect(table.high.length).toBeGreaterThanOrEqual(300_000);
    expect(startDocument('fnv1a64').words).toHaveLength(0);
    expect([...numbersOf(table, ['another', 'first of many'])]).toEqual([0, 1]);
  });

  it('starts again when its words are long', () => {
    const table = startDocument('sha1');
    for (let index = 0; index < 3; index++) {
      numbersOf(startDocument('sha1'), [`${index}`.repeat(2_000_000)]);
    }
    expect(table.words).toHaveLength(3);
    expect(startDocument('sha1').words).toHaveLength(0);
  });
});
