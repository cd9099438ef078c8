import { expect, it } from 'vitest';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

it('signs a text of many words identically after the word table restarted', () => {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const recipe = defaultRecipe(dictionaries.checksums);
  const signText = (text: string) => sign({ kind: 'text', text }, recipe, dictionaries);
  const long = Array.from({ length: 300_000 }, (_, index) => `w${index}`).join(' ');
  const first = signText('北京大学 first');
  const signed = signText(long);
  expect(signed.featureCount).toBe(300_000);
  expect(signText('北京大学 first')).toEqual(first);
  expect(signText(long)).toEqual(signed);
});
