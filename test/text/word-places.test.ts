import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackPage } from '../../src/fingerprint/packed-reading.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { cutText, readingPlaces, sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { wordText } from '../../src/text/lexicon.js';
import { wordPlaces } from '../../src/text/word-places.js';
import { anyText } from './arbitraries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

function wordsOf(text: string) {
  const cut = cutText(text, recipe, dictionaries);
  const words = Array.from(cut.words, (number) => wordText(dictionaries.lexicon, number));
  const { starts, ends } = wordPlaces(text, cut, recipe, cut.dictionaries);
  return { words, starts: [...starts], ends: [...ends] };
}

describe('wordPlaces', () => {
  it.each([
    ['what it is', 'Some  words,\n as they ARE', 'Some|words|as|they|ARE'],
    ['another width', 'ＨＴＭＬ　ﬁnd', 'ＨＴＭＬ|ﬁnd'],
    ['marks apart', 'Cafe\u0301 noir', 'Cafe\u0301|noir'],
    ['Chinese', '我来到北京清华大学。', '我|来到|北京|清华大学'],
    ['traditional Chinese', '我來到清華大學', '我|來到|清華大學'],
    ['spaces between all', '我 来 到 清 华 大 学', '我|来 到|清 华 大 学'],
    ['symbols between all', '我*来*到*北*京*清*华*大*学', '我|来*到|北*京|清*华*大*学'],
    ['letters of another script', 'раураl now', 'раураl|now'],
    ['many letters of another script', 'раураl '.repeat(99), 'раураl|'.repeat(99).slice(0, -1)],
    ['pairs', 'プロは', 'プロ|ロは'],
    ['half-width sound marks', 'ﾊﾟﾘは', 'ﾊﾟﾘ|ﾘは'],
    ['letters of Hangul apart', 'ㄱㅏ나', 'ㄱㅏ나'],
    ['nothing that is a word', '… — !', ''],
  ])('locates the words of %s', (_what, text, places) => {
    const { starts, ends } = wordsOf(text);
    expect(starts.map((start, word) => text.slice(start, ends[word])).join('|')).toBe(places);
  });

  it('returns positions from which the same words are read', () => {
    const word = fc.constantFrom(
      ...['some', 'ARE', 'ＨＴＭＬ', 'ﬁnd', 'Straße', '12', '北京大学', '清華', 'プロは', '한국'],
      ...['C++', '#tag', '3.14', '👍', '😀a', '𠀀字'],
    );
    const gap = fc.constantFrom(' ', ', ', '。', '\n', '\0', ' … ', ' \u200b');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap), { maxLength: 9 }), (parts) => {
        const text = parts.flat().join('');
        const { words, starts, ends } = wordsOf(text);
        expect(starts).toHaveLength(words.length);
        for (const [index, start] of starts.entries()) {
          expect(start).toBeGreaterThanOrEqual(index === 0 ? 0 : starts[index - 1]!);
          expect(wordsOf(text.slice(start, ends[index])).words).toEqual([words[index]]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the order of words in any disguised text', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('', '*', ' ', '(pīn)', '·'), (text, filler) => {
        const disguised = [...text].join(filler);
        const { starts, ends } = wordsOf(disguised);
        for (const [index, start] of starts.entries()) {
          expect(start).toBeLessThanOrEqual(ends[index]!);
          expect(ends[index]).toBeLessThanOrEqual(disguised.length);
          expect(start).toBeGreaterThanOrEqual(index === 0 ? 0 : starts[index - 1]!);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('evidenceWordPlaces', () => {
  const placesOf = (text: string) => {
    const { starts, ends } = readingPlaces(text, recipe, dictionaries);
    return Array.from(starts, (start, word) => text.slice(start, ends[word])).join('|');
  };

  it.each([
    ['words and numbers', 'Some  words,\n as 12 ARE', 'Some|words|as|12|ARE'],
    ['Chinese', '我来到北京', '我|来|到|北|京'],
    ['traditional Chinese', '我來到清華', '我|來|到|清|華'],
    ['surrogate pairs', '𠀀字 😀a', '𠀀|字|😀|a'],
    ['kana and half-width sound marks', 'ﾊﾟﾘは', 'ﾊﾟ|ﾘ|は'],
    ['symbols between all', '我*来*到*北*京*清*华*大*学', '我|来|到|北|京|清|华|大|学'],
    ['signs that mean something', 'ten % of €', 'ten|%|of|€'],
  ])('locates the words of %s', (_what, text, places) => {
    expect(placesOf(text)).toBe(places);
  });

  it('locates each word of the reading, in order, for any recipe', () => {
    const recipes = [
      recipe,
      completeRecipe({ lowerCase: false }, recipe),
      completeRecipe({ simplify: false, hmm: true }, recipe),
    ];
    fc.assert(
      fc.property(anyText, fc.constantFrom(...recipes), (text, recipe) => {
        const { starts, ends } = readingPlaces(text, recipe, dictionaries);
        const page = { kind: 'text', text: 'a', rest: text } as const;
        const { words, mainCount } = unpackPage(sign(page, recipe, dictionaries).evidence!)!;
        expect(starts).toHaveLength(words.length - mainCount);
        expect(ends).toHaveLength(starts.length);
        for (const [index, start] of starts.entries()) {
          expect(start).toBeLessThanOrEqual(ends[index]!);
          expect(ends[index]).toBeLessThanOrEqual(text.length);
          expect(start).toBeGreaterThanOrEqual(index === 0 ? 0 : starts[index - 1]!);
        }
      }),
      { numRuns: 500 },
    );
  });
});
