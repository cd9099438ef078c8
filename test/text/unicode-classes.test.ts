import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { regionalTableSource } from '../../scripts/generate-regional-words.js';
import { unicodeClassesSource, wordSymbolsSource } from '../../scripts/generate-unicode.js';
import { spellingTablesSource } from '../../scripts/spelling-tables.js';
import { classOf, han, kana, mark, separator, syllabic, word } from '../../src/text/code-points.js';

describe('the classes of code points', () => {
  it("equal the generator's output for Unicode 16.0", async () => {
    const committed = readFileSync(
      new URL('../../src/text/unicode-classes.ts', import.meta.url),
      'utf8',
    );
    expect(committed).toBe(await unicodeClassesSource());
  });

  it('include the generated symbols', async () => {
    const file = new URL('../../src/text/word-symbols.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(await wordSymbolsSource());
  });

  it('include the generated spellings', async () => {
    const file = new URL('../../src/text/spelling-tables.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(await spellingTablesSource());
  });

  it('include the regional words generated from OpenCC', () => {
    const file = new URL('../../src/text/regional-table.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(regionalTableSource());
  });

  it.each([
    ['aéß1٣한ا', word],
    ['中国々〇𠮷⺀', han],
    ['のカーヶ〆ゝヽ〱', kana],
    ['กກកက๑', syllabic],
    ['，。-_😀\ufffd・', separator],
    ['\u0301\u094d', word | mark],
    ['\u0e48\u1039', syllabic | mark],
    ['\u3099', kana | mark],
  ])('of %s', (text, expected) => {
    for (const character of text) {
      expect([character, classOf[character.codePointAt(0)!]]).toEqual([character, expected]);
    }
  });
});
