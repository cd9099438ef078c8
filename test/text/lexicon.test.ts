import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import {
  codePointLength,
  createInternedWords,
  createLexicon,
  internedWord,
  internWord,
  numberLimit,
  startDocument,
  wordNumber,
  wordNumberOfText,
  wordOrder,
  wordText,
} from '../../src/text/lexicon.js';
import { toUnits } from '../../src/text/units.js';
import { openWordTrie } from '../../src/text/word-trie-file.js';

const { trie } = openWordTrie(wordTrieBytes());

describe('a lexicon', () => {
  it('gives each word one number, and returns the word for its number', () => {
    const lexicon = createLexicon(trie, new Map());
    const words = [
      '北京',
      '大学',
      '𠮷',
      '的',
      'a',
      '__proto__',
      '',
      '北京字',
      'a word of many letters',
    ];
    const numbers = words.map((word) => wordNumberOfText(lexicon, word));
    expect(new Set(numbers).size).toBe(words.length);
    expect(numbers.map((number) => wordText(lexicon, number))).toEqual(words);
    expect(
      words.map((word) => wordNumber(lexicon, toUnits(`x${word}y`), 1, 1 + word.length)),
    ).toEqual(numbers);
    expect(numbers[0]).toBeLessThan(trie.wordCount);
    expect(numberLimit(lexicon)).toBe(Math.max(...numbers) + 1);
  });

  it('spells every word of the trie', () => {
    const lexicon = createLexicon(trie, new Map());
    let spelled = 0;
    for (let number = 0; number < trie.wordCount; number += 7) {
      const text = wordText(lexicon, number);
      if (text === '') continue; // does not consist of Han alone: in the word list, but not in the trie
      if (wordNumberOfText(lexicon, text) !== number) expect.fail(text);
      spelled++;
    }
    expect(spelled).toBeGreaterThan(49_000);
  });

  it('orders all words by bytes, inside and outside the dictionary', () => {
    const lexicon = createLexicon(trie, new Map());
    const anyWord = fc.oneof(
      fc.constantFrom('北京', '北', '大学', '𠮷', '', '\uffff'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 20 }), (words) => {
        const order = wordOrder(lexicon);
        const numbers = words.map((word) => wordNumberOfText(lexicon, word)).sort(order);
        const sorted = words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(numbers.map((number) => wordText(lexicon, number))).toEqual(sorted);
      }),
    );
  });

  it('knows stop words, even after a restart of the numbering', () => {
    const lexicon = createLexicon(
      trie,
      new Map([
        ['的', 1],
        ['the', 2],
        ['我的', 1],
      ]),
    );
    const bitsOf = (word: string) => lexicon.stopWordBits[wordNumberOfText(lexicon, word)] ?? 0;
    for (let round = 0; round < 2; round++) {
      expect(['x', '的', 'the', '我的', '北京'].map(bitsOf)).toEqual([0, 1, 2, 1, 0]);
      for (let index = 0; index < 300_000; index++) wordNumberOfText(lexicon, `word ${index}`);
      startDocument(lexicon);
    }
    expect(lexicon.restarts).toBe(2);
  });

  it('counts code points', () => {
    const lexicon = createLexicon(trie, new Map());
    const words = ['北京', '𠮷', '中华人民共和国', 'abc', 'y'.repeat(300)];
    const lengths = words.map((word) => codePointLength(lexicon, wordNumberOfText(lexicon, word)));
    expect(lengths).toEqual([2, 1, 7, 3, 255]);
    expect(codePointLength(lexicon, wordNumberOfText(lexicon, '北京'))).toBe(2);
  });

  it('restarts its numbering for many words, but not within a document', () => {
    const lexicon = createLexicon(trie, new Map());
    const first = wordNumberOfText(lexicon, 'first of many');
    for (let index = 0; index < 300_000; index++) wordNumberOfText(lexicon, `word ${index}`);
    expect(wordNumberOfText(lexicon, 'first of many')).toBe(first);
    expect(lexicon.restarts).toBe(0);
    startDocument(lexicon);
    expect(lexicon.restarts).toBe(1);
    expect(wordNumberOfText(lexicon, 'another')).toBe(trie.wordCount);
    expect(wordNumberOfText(lexicon, 'first of many')).toBe(trie.wordCount + 1);
  });

  it('restarts its numbering for long words', () => {
    const lexicon = createLexicon(trie, new Map());
    for (let index = 0; index < 3; index++) {
      startDocument(lexicon);
      wordNumberOfText(lexicon, `${index}`.repeat(2_000_000));
    }
    expect(lexicon.restarts).toBe(0);
    startDocument(lexicon);
    expect(lexicon.restarts).toBe(1);
  });
});

describe('interned words', () => {
  it('are numbered like in a Map, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3 })), (texts) => {
        const words = createInternedWords();
        const map = new Map<string, number>();
        for (const text of texts) {
          if (!map.has(text)) map.set(text, map.size);
          expect(internWord(words, toUnits(text), 0, text.length)).toBe(map.get(text));
        }
        for (const [text, number] of map) expect(internedWord(words, number)).toBe(text);
      }),
    );
  });

  it('are found even if their hashes collide', () => {
    const words = createInternedWords();
    words.slots = new Int32Array(64); // as full as that gets
    const texts = Array.from({ length: 4_000 }, (_, index) => `word ${index}`);
    const numbers = texts.map((text) => internWord(words, toUnits(text), 0, text.length));
    expect(words.crowded.size).toBeGreaterThan(3_000);
    expect(numbers).toEqual([...texts.keys()]);
    expect(texts.map((text) => internWord(words, toUnits(text), 0, text.length))).toEqual(numbers);
    const more = Array.from({ length: 9_000 }, (_, index) => `more ${index}`);
    for (const text of more) internWord(words, toUnits(text), 0, text.length);
    expect(
      [...texts, ...more].map((text) => internWord(words, toUnits(text), 0, text.length)),
    ).toEqual(Array.from({ length: 13_000 }, (_, index) => index));
  });
});
