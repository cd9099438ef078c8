import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { tokenize } from '../../src/text/tokens.js';
import { anyText } from './arbitraries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const options = { hmm: false, simplify: true };

describe('tokenize', () => {
  it.each([
    ['Chinese', '我来到北京清华大学。', '我|来到|北京|清华大学|。'],
    ['traditional Chinese, as it stands', '清華大學', '清華大學'],
    ['words and what is between them', "don't, 你好 a1", "don|'|t|,| |你好| |a1"],
    ['kana and Thai by code point', 'の本 กข', 'の|本| |ก|ข'],
    ['nothing', '', ''],
  ])('cuts %s', (_what, text, tokens) => {
    expect(tokenize(text, options, dictionaries).join('|')).toBe(tokens);
  });

  it('returns tokens that concatenate to the text', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, simplify) => {
        const tokens = tokenize(text, { hmm: false, simplify }, dictionaries);
        expect(tokens.join('')).toBe(text);
        expect(tokens).not.toContain('');
      }),
      { numRuns: 1000 },
    );
  });
});
