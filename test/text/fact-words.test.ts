import { expect, it } from 'vitest';
import { readingFlags } from '../../src/fingerprint/evidence.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { readText } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { factWords, isTimeInHan } from '../../src/text/fact-words.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

it('every fact word is read as one word, and counts as a name if it is new', () => {
  const isMissed = (word: string) => {
    const { words, flags } = readText(`${word} ${word}`, recipe, dictionaries);
    return words.length !== 2 || (flags[1]! & readingFlags.nameIfNew) === 0;
  };
  expect([...factWords].filter(isMissed)).toEqual([]);
});

it.each(['上午', '下午', '中午', '午後', '早上', '晚上', '周日', '星期天', '月曜'])(
  '%s says a time, and its characters apart do not',
  (time) => {
    const units = [...time].map((each) => each.charCodeAt(0));
    const isTime = (unit: number, index: number) =>
      isTimeInHan(units[index - 1] ?? 0, unit, units[index + 1] ?? 0);
    expect(units.filter(isTime)).toHaveLength(1);
    expect(units.filter((unit) => isTimeInHan(0, unit, 0))).toEqual([]);
  },
);
