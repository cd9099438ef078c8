import { expect, it } from 'vitest';
import { packEvidence, unpackEvidence } from '../../src/fingerprint/evidence.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { readText } from '../../src/fingerprint/sign.js';
import { addsNothing, addsTo } from '../../src/matching/novelty.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const filler = 'The keeper of the light writes down each ship that he can see from the tower. ';

it.each([
  ['short', 1],
  ['usual', 40],
  ['long', 80],
])('never hides by chance that %s pages differ in one name', (_, sentences) => {
  const others = Array.from({ length: sentences }, (_, index) =>
    filler.replace('ship', `ship${letters(index)}`),
  ).join('');
  const pageOf = (name: string) =>
    `${others}Masters must tell the office in ${name} before they leave the roads.`;
  const stored = unpackEvidence(packEvidence(readText(pageOf('Oslo'), recipe, dictionaries)))!;
  const count = sentences === 1 ? 100_000 : 10_000;
  let refused = 0;
  for (let index = 0; index < count; index++) {
    const page = readText(pageOf(`Ort${letters(index)}`), recipe, dictionaries);
    if (addsNothing(addsTo(page, stored))) refused++;
  }
  expect(refused).toBe(0);
});

function letters(number: number): string {
  return [...`${number}`].map((digit) => 'abcdefghij'[+digit]).join('');
}
