import { expect, it } from 'vitest';
import type { Comparable } from '../../src/fingerprint/comparable.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { packText } from '../../src/text/kept-text.js';
import { createCompareWithAll } from '../../src/workers/compare-contents.js';

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
