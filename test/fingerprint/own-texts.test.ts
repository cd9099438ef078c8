import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/fingerprint/analyse.js';
import {
  completeRecipe,
  defaultRecipe,
  ownTextLengthMax,
  type Recipe,
  recipeId,
  withoutOwnTexts,
} from '../../src/fingerprint/recipe.js';
import { recipeProblem } from '../../src/fingerprint/recipe-problem.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const base = defaultRecipe(dictionaries.checksums);
const own = (partial: Partial<Recipe>) => completeRecipe(partial, base);
const text = '患者行经皮冠状动脉介入治疗术后再狭窄 stent of a patient';

/** Returns the features of the text with their weights. */
function featuresBy(recipe: Recipe, content = text): Map<string, number> {
  const { features } = analyse({ kind: 'text', text: content }, recipe, dictionaries);
  return new Map(features!.terms.map((term, index) => [term, features!.weights[index]!]));
}

describe('a recipe with custom words', () => {
  it('cuts by them in any width, case and script', () => {
    const plain = [...featuresBy(own({})).keys()];
    expect(plain).not.toContain('经皮冠状动脉介入治疗');
    const recipe = own({ ownWords: '\n經皮冠狀動脈介入治療\r\n再狭窄 50 n\n' });
    const terms = [...featuresBy(recipe).keys()];
    expect(terms).toEqual(expect.arrayContaining(['经皮冠状动脉介入治疗', '再狭窄', 'stent']));
    expect([...featuresBy(own({})).keys()]).toEqual(plain);
  });

  it('accepts words of other scripts, which are never cut', () => {
    const recipe = own({ ownWords: '再狭窄 50 n\nGPT4 3 eng\niPhone\nстент 5' });
    expect(featuresBy(recipe)).toEqual(featuresBy(own({ ownWords: '再狭窄 50 n' })));
    expect([...featuresBy(recipe, 'Der GPT4 und iPhone-стент').keys()]).toEqual(
      expect.arrayContaining(['gpt4', 'iphone', 'стент']),
    );
  });

  it('drops custom stop words in addition to those of its languages', () => {
    const terms = featuresBy(own({ ownStopWords: '患者\nＰＡＴＩＥＮＴ' }));
    expect(terms.has('患者')).toBe(false);
    expect(terms.has('patient')).toBe(false);
    expect(terms.has('of')).toBe(false);
    expect(terms.has('stent')).toBe(true);
  });

  it('weighs Chinese and English words by its table, with unknown words as the rarest', () => {
    const recipe = own({ weighting: 'tfIdf', ownIdf: '患者 0.5\nstent 2\nPatient 1.25\nrare 9' });
    const weights = featuresBy(recipe);
    const unit = 2 ** 16;
    expect([weights.get('患者'), weights.get('stent')]).toEqual([0.5 * unit, 2 * unit]);
    expect([weights.get('patient'), weights.get('狭窄')]).toEqual([1.25 * unit, 9 * unit]);
  });

  it('is identified by the checksums of its texts, and complete only with them', () => {
    const ids = ['研究生 1', '研究生 2', undefined].map((ownWords) => recipeId(own({ ownWords })));
    expect(new Set(ids).size).toBe(3);
    expect(recipeId(own({ ownWords: null }))).toBe(recipeId(own({})));
    const recipe = own({ ownWords: '研究生 1' });
    expect(recipeId(JSON.parse(JSON.stringify(recipe)))).toBe(recipeId(recipe));
    expect(recipeId(completeRecipe(recipe, base))).toBe(recipeId(recipe));
    const problemOf = (each: Recipe) => recipeProblem(each, dictionaries.checksums);
    expect(problemOf(recipe)).toBeNull();
    expect(problemOf({ ...recipe, ownWords: '研究生 2' })).toContain('"ownWords" with checksum');
    expect(problemOf(withoutOwnTexts(recipe))).toContain('but not its text');
    expect(recipeId(withoutOwnTexts(recipe))).toBe(recipeId(recipe));
  });

  it.each([
    [{ ownWords: '研究生', hmm: true }, 'cannot go with "hmm"'],
    [{ ownIdf: 'x 1' }, 'weighting "logTf"'],
    [{ ownWords: '一'.repeat(ownTextLengthMax + 1) }, 'ownWords "一一'],
  ])('is refused in case %#', (partial, problem) => {
    expect(recipeProblem(own(partial), dictionaries.checksums)).toContain(problem);
  });

  it.each([
    ['ownWords', '研究生\nB超', 'line 2'],
    ['ownWords', '再 狭窄', 'line 1'],
    ['ownWords', '研究生 0', 'from 1 to'],
    ['ownWords', '研究生 1.5', 'line 1'],
    ['ownWords', '研究生 -3', 'line 1'],
    ['ownWords', '研究生 99999999999999999999', 'from 1 to'],
    ['ownWords', '研究生 3 n more', 'line 1'],
    ['ownWords', '一\ud800', 'Chinese characters alone'],
    ['ownWords', '一'.repeat(65), 'at most 64'],
    ['ownStopWords', 'one\ntwo words', 'line 2'],
    ['ownIdf', 'word', 'line 1'],
    ['ownIdf', 'word -1', 'line 1'],
    ['ownIdf', 'word 0', 'line 1'],
    ['ownIdf', 'word 1e9', 'line 1'],
    ['ownIdf', '\n\n', 'no line'],
  ])('reports the invalid line of %s %j', (name, value, detail) => {
    const recipe = own({ [name]: value, weighting: 'tfIdf' });
    expect(() => featuresBy(recipe)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: expect.stringContaining(detail),
      }),
    );
  });

  it('counts all occurrences of one word, and of many words', () => {
    const often = own({ ownWords: '再狭窄\n'.repeat(ownTextLengthMax / 4) });
    expect(featuresBy(often).has('再狭窄')).toBe(true);
    const many = Array.from({ length: 90_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index % 20_000), 0x4e00 + ((index * 7919) % 20_000), 0x5000),
    );
    const recipe = own({
      ownWords: many.map((word) => `${word} 99999`).join('\n'),
      simplify: false,
    });
    expect([...featuresBy(recipe, many.slice(0, 3).join(' ')).keys()].sort()).toEqual(
      many.slice(0, 3).sort(),
    );
  });
});
