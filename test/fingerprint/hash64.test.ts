import { describe, expect, it } from 'vitest';
import { hash64, numberOf, startDocument, wordTable } from '../../src/fingerprint/hash64.js';

describe('hash64', () => {
  it.each([
    // The first three are published test values of xxHash with seed 0.
    ['', 0xef46db3751d8e999n],
    ['a', 0xd24ec4f1a98c6e5bn],
    ['abc', 0x44bc2cf5ad770999n],
    ['\ud800', hash64('\ufffd')],
  ])('of %j', (text, hash) => {
    expect(hash64(text)).toBe(hash);
  });
});

describe('the word table', () => {
  it('gives every word one number, with the halves of its hash', () => {
    startDocument();
    const words = ['中国', 'a', '', '__proto__', 'constructor', '𠮷'];
    const numbers = words.map(numberOf);
    expect(new Set(numbers).size).toBe(words.length);
    expect(words.map(numberOf)).toEqual(numbers);
    for (const [index, number] of numbers.entries()) {
      expect(wordTable.words[number]).toBe(words[index]);
      const high = BigInt.asUintN(32, BigInt(wordTable.high[number]!));
      const low = BigInt.asUintN(32, BigInt(wordTable.low[number]!));
      expect((high << 32n) | low).toBe(hash64(words[index]!));
    }
  });

  it('starts again when it is full, but not within a document', () => {
    startDocument();
    const first = numberOf('first of many');
    for (let index = 0; index < 300_000; index++) numberOf(`word ${index}`);
    expect(numberOf('first of many')).toBe(first);
    expect(wordTable.high.length).toBeGreaterThanOrEqual(300_000);
    startDocument();
    expect(wordTable.words).toHaveLength(0);
    expect(numberOf('another')).toBe(0);
    expect(numberOf('first of many')).toBe(1);
  });
});
