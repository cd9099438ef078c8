import { describe, expect, it } from 'vitest';
import {
  completeRecipe,
  defaultRecipe,
  type Recipe,
  recipeId,
  recipeProblem,
} from '../../src/fingerprint/recipe.js';

const checksums = {
  unicode: '1'.repeat(16),
  chinese: '2'.repeat(16),
  simplify: '3'.repeat(16),
  stopWordsZh: '4'.repeat(16),
  stopWordsEn: '5'.repeat(16),
  idf: '6'.repeat(16),
};
const recipe = defaultRecipe(checksums);

describe('completeRecipe', () => {
  it('puts given fields over the default', () => {
    const partial: Partial<Recipe> = { weighting: 'tfIdf', topTerms: 20 };
    expect(completeRecipe(partial, recipe)).toEqual({
      ...recipe,
      weighting: 'tfIdf',
      topTerms: 20,
    });
    const absent = { hmm: undefined } as unknown as Partial<Recipe>;
    expect(completeRecipe(absent, recipe)).toEqual(recipe);
  });
});

describe('recipeId', () => {
  it('is stable: a release that changes this closes every collection', () => {
    expect(recipeId(recipe)).toMatchInlineSnapshot(`"b5040eb000d970b8"`);
  });

  it('does not depend on the order of fields or of stop word lists', () => {
    const reversed = Object.fromEntries(Object.entries(recipe).reverse()) as unknown as Recipe;
    expect(recipeId({ ...reversed, stopWords: ['en', 'zh'] })).toBe(recipeId(recipe));
  });

  it('is the same without the fields at their neutral value', () => {
    const { hmm, topTerms, sketch, ...older } = recipe;
    expect([hmm, topTerms, sketch]).toEqual([false, null, null]);
    expect(recipeId(older as Recipe)).toBe(recipeId(recipe));
  });

  it.each<Partial<Recipe>>([
    { hmm: true },
    { simplify: false },
    { lowerCase: false },
    { minTermLength: 2 },
    { stopWords: [] },
    { weighting: 'tf' },
    { unknownIdf: 'mean' },
    { topTerms: 20 },
    { shortTextBelow: 0 },
    { checksums: { ...checksums, chinese: 'f'.repeat(16) } },
  ])('differs with %j', (change) => {
    expect(recipeId({ ...recipe, ...change })).not.toBe(recipeId(recipe));
  });

  it('ignores checksums of data that the recipe does not use', () => {
    const other = { ...recipe, checksums: { ...checksums, idf: 'f'.repeat(16) } };
    expect(recipeId(other)).toBe(recipeId(recipe));
    expect(recipeId({ ...other, weighting: 'tfIdf' })).not.toBe(
      recipeId({ ...recipe, weighting: 'tfIdf' }),
    );
  });
});

describe('recipeProblem', () => {
  it('has nothing against what this build makes', () => {
    expect(recipeProblem(recipe, checksums)).toBeNull();
    expect(recipeProblem({ ...recipe, weighting: 'tfIdf', topTerms: 20 }, checksums)).toBeNull();
  });

  it.each([
    [{ version: 2 }, 'version 2'],
    [{ method: 'hybrid' }, 'method "hybrid"'],
    [{ segmenter: 'jieba-3.0.0' }, 'segmenter "jieba-3.0.0"'],
    [{ unicode: '17.0' }, 'unicode "17.0"'],
    [{ stopWords: ['fr'] }, 'stopWords ["fr"]'],
    [{ topTerms: 0 }, 'topTerms 0'],
    [{ minTermLength: -1 }, 'minTermLength -1'],
    [{ sketch: { values: 128 } }, 'sketch {"values":128}'],
    [{ checksums: null }, 'checksums null'],
    [{ stemming: true }, '"stemming", which this build does not know'],
    [{ checksums: { ...checksums, chinese: 'f'.repeat(16) } }, 'data "chinese" with checksum ffff'],
    [{ checksums: {} }, 'data "unicode" with checksum none'],
  ])('says why %j cannot be served, and what to do', (change, reason) => {
    const problem = recipeProblem({ ...recipe, ...change } as Recipe, checksums);
    expect(problem).toContain(reason);
    expect(problem).toContain('Use the release that made it');
  });

  it('misses a field', () => {
    const { hash: _, ...incomplete } = recipe;
    expect(recipeProblem(incomplete as Recipe, checksums)).toContain('no "hash"');
  });

  it('does not mind other data where the recipe does not use it', () => {
    const others = { ...checksums, idf: 'f'.repeat(16) };
    expect(recipeProblem(recipe, others)).toBeNull();
    expect(recipeProblem({ ...recipe, weighting: 'tfIdf' }, others)).toContain('data "idf"');
  });
});
