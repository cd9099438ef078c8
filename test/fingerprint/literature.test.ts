import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/fingerprint/blocks.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign, weighedWords } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { wordText } from '../../src/text/lexicon.js';
import { loadIdf } from '../../src/text/segment-chinese.js';

/** Worked example of cppjieba's SimHash. */
const published = {
  text:
    '我是蓝翔技工拖拉机学院手扶拖拉机专业的。不用多久，我就会升职加薪，当上总经理，出任CEO，' +
    '走上人生巅峰。',
  features: [
    { term: '蓝翔', weight: 11.7392 },
    { term: 'CEO', weight: 11.7392 },
    { term: '升职', weight: 10.8562 },
    { term: '加薪', weight: 10.6426 },
    { term: '手扶拖拉机', weight: 10.0089 },
  ],
  fingerprint: 'f776119227163845',
};

describe('the published fingerprint of five keywords', () => {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const recipe = completeRecipe(
    {
      method: 'simhash',
      hmm: true,
      lowerCase: false,
      minTermLength: 2,
      weighting: 'tfIdf',
      topTerms: 5,
      hash: 'jenkins',
    },
    defaultRecipe(dictionaries.checksums),
  );

  it('follows from the published weights', () => {
    const { features, fingerprint } = published;
    const signature = sign({ kind: 'features', features }, recipe, dictionaries);
    expect(toHex(signature.fingerprint)).toBe(fingerprint);
    expect(BigInt(`0x${toHex(signature.fingerprint)}`)).toBe(17831459094038722629n);
  });

  // The published example weighs words missing from the table (蓝翔, CEO) with the mean of a smaller table, 11.7392. The
  // table of this build has the mean 11.6755 and the median 11.9548.
  it.each(['mean', 'median'] as const)(
    'follows from the text, with unknown words as %s',
    (unknownIdf) => {
      const { text, features, fingerprint } = published;
      const content = { kind: 'text', text } as const;
      const weighed = weighedWords(content, { ...recipe, unknownIdf }, dictionaries);
      const words = [...weighed.features.numbers].map((number) =>
        wordText(weighed.lexicon, number),
      );
      expect(new Set(words)).toEqual(new Set(features.map(({ term }) => term)));
      const signature = sign(content, { ...recipe, unknownIdf }, dictionaries);
      expect(toHex(signature.fingerprint)).toBe(fingerprint);
    },
  );

  it('has the published weights for words in the table', () => {
    const { byWord } = loadIdf();
    for (const { term, weight } of published.features.slice(2)) {
      expect(byWord.get(term)).toBeCloseTo(weight, 4);
    }
  });
});
