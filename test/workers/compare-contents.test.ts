import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparable } from '../../src/fingerprint/comparable.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { packText } from '../../src/text/kept-text.js';
import { normalize } from '../../src/text/normalize.js';
import { compareContents, createCompareWithAll } from '../../src/workers/compare-contents.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const recipes = [recipe, completeRecipe({ method: 'simhash' }, recipe)];
const texts = [
  'The river rose by two metres in a single night and took the bridge with it.',
  'The river rose by three metres in a single night and took the mill with it.',
];
const probes = texts.flatMap((text): Comparable[] => [
  { kind: 'content', content: { kind: 'text', text } },
  { kind: 'packed', text: packText(text) },
]);

it('a comparison does not depend on the probe and the recipe of the one before', () => {
  const compareWithAll = createCompareWithAll(dictionaries);
  for (let round = 0; round < 2; round++) {
    for (const recipe of recipes) {
      for (const probe of [...probes, ...probes.toReversed()]) {
        const alone = createCompareWithAll(dictionaries)(probe, probes, recipe);
        expect(compareWithAll(structuredClone(probe), probes, recipe)).toEqual(alone);
        expect(compareWithAll(probe, probes, structuredClone(recipe))).toEqual(alone);
      }
    }
  }
});

describe('the difference', () => {
  const diffOf = (a: string, b: string) => {
    const side = (text: string): Comparable => ({
      kind: 'content',
      content: { kind: 'text', text },
    });
    return compareContents(side(a), side(b), recipe, true, dictionaries).diff!;
  };

  it('keeps case and paragraphs, and takes neither for a difference', () => {
    const diff = diffOf(
      'The River rose.\n\nThe bridge fell in the night.',
      'The river  rose.\nThe Mill fell in the night.',
    );
    expect(diff).toEqual([
      { in: 'both', text: 'The river  rose.\nThe ' },
      { in: 'a', text: 'bridge' },
      { in: 'b', text: 'Mill' },
      { in: 'both', text: ' fell in the night.' },
    ]);
    expect(diffOf('ＨＴＭＬ　page', 'HTML\n\npage')).toEqual([
      { in: 'both', text: 'HTML\n\npage' },
    ]);
  });

  it('tells Chinese by words, as they stand', () => {
    const diff = diffOf('我来到北京大学。\n今天下雨。', '我来到清华大学。\n\n今天下雨。');
    expect(diff.filter((part) => part.in !== 'both')).toEqual([
      { in: 'a', text: '北京大学' },
      { in: 'b', text: '清华大学' },
    ]);
  });

  it('joins to the second text as it stands, and to the first one as it is read', () => {
    const words = fc.constantFrom(
      'Tea',
      'tea',
      'HOUSE',
      'old',
      ' ',
      '\n\n',
      ', ',
      '北京',
      '茶',
      '！',
    );
    const text = fc.array(words, { maxLength: 30 }).map((parts) => `start ${parts.join('')}`);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const diff = diffOf(a, b);
        const joined = (side: 'a' | 'b') =>
          diff
            .flatMap((part) => (part.in === side || part.in === 'both' ? part.text : []))
            .join('');
        const read = (whole: string) => normalize(whole, { lowerCase: true });
        expect(joined('b')).toBe(b);
        expect(read(joined('a'))).toBe(read(a));
      }),
      { numRuns: 300 },
    );
  });
});
