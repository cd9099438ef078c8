import { expect, it } from 'vitest';
import { foundBy } from '../../eval/found-by.js';
import { pairKey } from '../../eval/sets.js';
import { defaultRecipe, type Recipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe: Recipe = defaultRecipe(dictionaries.checksums);
const words = Array.from(
  { length: 60 },
  (_, index) => `word${String.fromCharCode(97 + (index % 26))}${index}`,
);
const documents = [words, words.slice(1), [...words].reverse(), words.slice(0, 45)].map(
  (each, index) => ({ id: `${index}`, text: each.join(' '), lineage: '', path: '' }),
);

it('distinguishes the indexes', () => {
  const found = (a: number, b: number) =>
    foundBy({ documents }, [pairKey(a, b, 4)], { recipe, maxDistance: 3 }, dictionaries);
  expect(found(0, 1)).toEqual({ tables: 0, bands: 0, both: 1, landmarks: 0 });
  // The same words in another order have the same fingerprint and no common shingle.
  expect(found(0, 2)).toEqual({ tables: 1, bands: 0, both: 0, landmarks: 0 });
  expect(found(0, 3)).toEqual({ tables: 0, bands: 1, both: 0, landmarks: 0 });
  expect(found(2, 3)).toEqual({ tables: 0, bands: 0, both: 0, landmarks: 1 });
});
