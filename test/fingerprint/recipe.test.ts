import { describe, expect, it } from 'vitest';
import { bandRowsMax } from '../../src/fingerprint/minhash.js';
import { defaultParts } from '../../src/fingerprint/parts.js';
import {
  completeRecipe,
  defaultRecipe,
  methods,
  type Recipe,
  recipeId,
  sketchBytes,
} from '../../src/fingerprint/recipe.js';
import { recipeProblem } from '../../src/fingerprint/recipe-problem.js';

const checksums = {
  unicode: '1'.repeat(16),
  chinese: '2'.repeat(16),
  simplify: '3'.repeat(16),
  stopWordsZh: '4'.repeat(16),
  stopWordsEn: '5'.repeat(16),
  idf: '6'.repeat(16),
  disguise: '7'.repeat(16),
  symbols: '8'.repeat(16),
  spelling: '9'.repeat(16),
};
const recipe = defaultRecipe(checksums);

describe('completeRecipe', () => {
  it('overrides the default with the given fields', () => {
    const partial: Partial<Recipe> = { weighting: 'tfIdf', topTerms: 20 };
    expect(completeRecipe(partial, recipe)).toEqual({
      ...recipe,
      weighting: 'tfIdf',
      topTerms: 20,
    });
    const absent = { hmm: undefined } as unknown as Partial<Recipe>;
    expect(completeRecipe(absent, recipe)).toEqual(recipe);
  });

  it('completes the layout of parts, with every method', () => {
    const withParts = completeRecipe({ parts: {} }, recipe);
    expect(withParts).toEqual({ ...recipe, parts: defaultParts });
    expect(completeRecipe({ parts: { words: 2 } }, recipe).parts).toEqual({
      ...defaultParts,
      words: 2,
    });
    expect(completeRecipe({ parts: null }, withParts)).toEqual({ ...recipe, parts: null });
    expect(completeRecipe({ parts: undefined }, withParts)).toEqual(withParts);
    for (const method of methods) {
      const made = completeRecipe({ method, parts: {} }, recipe);
      expect(recipeProblem(made, checksums)).toBeNull();
    }
  });
});

it('sketches have tails for five-byte keys, and eight landmarks of four bytes', () => {
  const length = (changes: Partial<Recipe>) => {
    const made = completeRecipe(changes, recipe);
    expect(recipeProblem(made, checksums)).toBeNull();
    return sketchBytes(made);
  };
  expect(length({})).toBe(176);
  expect(length({ method: 'minhash' })).toBe(192);
  expect(length({ bands: { count: 25, rows: 5 } })).toBe(160);
  expect(length({ bands: { count: 128, rows: 1 } })).toBe(672);
  expect(length({ method: 'simhash' })).toBe(0);
});

describe('completeRecipe for another method', () => {
  const simhash = completeRecipe({ method: 'simhash' }, recipe);
  const minhash = completeRecipe({ method: 'minhash' }, recipe);
  const hybrid = completeRecipe({ method: 'hybrid' }, recipe);

  it('gives simhash no sketches', () => {
    expect(simhash).toMatchObject({
      method: 'simhash',
      shortTextBelow: 16,
      shortMinSimilarity: null,
      shingle: null,
      sketch: null,
      bands: null,
    });
  });

  it.each([minhash, hybrid])('gives $method sketches and bands', (made) => {
    expect(made.shingle).toEqual({ words: 2 });
    expect(made.sketch).toEqual({ length: 128, bits: 8 });
    expect(made.bands).not.toBeNull();
    expect(made.shortMinSimilarity).not.toBeNull();
  });

  it('and back restores the first recipe', () => {
    expect(completeRecipe({ method: 'simhash' }, hybrid)).toEqual(simhash);
    expect(completeRecipe({ method: 'hybrid' }, minhash)).toEqual(hybrid);
    expect(recipeProblem(simhash, checksums)).toBeNull();
    expect(recipeProblem(minhash, checksums)).toBeNull();
    expect(recipeProblem(hybrid, checksums)).toBeNull();
  });

  it('prefers given fields', () => {
    const bands = { count: 20, rows: 4 };
    expect(completeRecipe({ method: 'hybrid', bands }, simhash).bands).toEqual(bands);
    expect(completeRecipe({ bands }, hybrid)).toEqual({ ...hybrid, bands });
  });
});

describe('recipeId', () => {
  it('is stable: a release that changes it closes every collection', () => {
    const idsOf = (changes: Partial<Recipe>) =>
      (['simhash', 'minhash', 'hybrid'] as const).map((method) =>
        recipeId(completeRecipe({ method, ...changes }, recipe)),
      );
    expect(idsOf({})).toEqual(['3f3eb91128650b1f', 'fd5e65a48aeee0f8', 'c55ce8fd7e0eca32']);
  });

  it('does not depend on the order of fields or of stop word lists', () => {
    const reversed = Object.fromEntries(Object.entries(recipe).reverse()) as unknown as Recipe;
    expect(recipeId({ ...reversed, stopWords: ['en', 'zh'] })).toBe(recipeId(recipe));
  });

  it('is unchanged by fields at their neutral value', () => {
    const simhash = completeRecipe({ method: 'simhash' }, recipe);
    const { hmm, topTerms, sketch, ...older } = simhash;
    expect([hmm, topTerms, sketch]).toEqual([false, null, null]);
    expect(recipeId(older as Recipe)).toBe(recipeId(simhash));
    expect(recipeId({ ...simhash, parts: null })).toBe(recipeId(simhash));
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
    { shortMinSimilarity: null },
    { shingle: { words: 3 } },
    { bands: { count: 9, rows: 3 } },
    { method: 'minhash' },
    { hash: 'md5' },
    { parts: { words: 3, oneIn: 64, least: 24 } },
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

  it('counts the tables of disguises', () => {
    const other = { ...recipe, checksums: { ...checksums, disguise: 'f'.repeat(16) } };
    expect(recipeId(other)).not.toBe(recipeId(recipe));
    expect(recipeProblem(other, checksums)).toContain('data "disguise"');
  });
});

describe('recipeProblem', () => {
  it('accepts recipes of this build', () => {
    expect(recipeProblem(recipe, checksums)).toBeNull();
    expect(recipeProblem({ ...recipe, weighting: 'tfIdf', topTerms: 20 }, checksums)).toBeNull();
  });

  it.each([
    [{ version: 2 }, 'version 2'],
    [{ version: 4 }, 'version 4'],
    [{ method: 'bloom' }, 'method "bloom"'],
    [{ segmenter: 'jieba-3.0.0' }, 'segmenter "jieba-3.0.0"'],
    [{ unicode: '17.0' }, 'unicode "17.0"'],
    [{ stopWords: ['fr'] }, 'stopWords ["fr"]'],
    [{ topTerms: 0 }, 'topTerms 0'],
    [{ minTermLength: -1 }, 'minTermLength -1'],
    [{ sketch: { values: 128 } }, 'sketch {"values":128}'],
    [{ hash: 'crc32' }, 'hash "crc32"'],
    [{ parts: {} }, 'parts {}'],
    [{ parts: { words: 5, oneIn: 64, least: 24 } }, 'parts {"words":5,"oneIn":64,"least":24}'],
    [{ parts: { words: 3, oneIn: 64, least: 0 } }, 'parts {"words":3,"oneIn":64,"least":0}'],
    [{ parts: { words: 3, oneIn: 1.5, least: 24 } }, 'parts {"words":3,"oneIn":1.5,"least":24}'],
    [{ checksums: null }, 'checksums null'],
    [{ stemming: true }, '"stemming", which this build does not know'],
    [{ checksums: { ...checksums, chinese: 'f'.repeat(16) } }, 'data "chinese" with checksum ffff'],
    [{ checksums: {} }, 'data "unicode" with checksum none'],
  ])('explains why %j cannot be served, with advice', (change, reason) => {
    const problem = recipeProblem({ ...recipe, ...change } as Recipe, checksums);
    expect(problem).toContain(reason);
    expect(problem).toContain('Use the release that made it');
  });

  const hybrid = completeRecipe({ method: 'hybrid' }, recipe);

  it.each<[Partial<Recipe>, string]>([
    [{ shingle: null }, 'no "shingle", which method "hybrid" needs'],
    [{ sketch: null }, 'no "sketch", which method "hybrid" needs'],
    [{ bands: null }, 'no "bands", which method "hybrid" needs'],
    [{ method: 'simhash' }, '"shingle", which method "simhash" has no use for'],
    [{ shingle: { words: 0 } }, 'shingle {"words":0}'],
    [{ bands: { count: 8, rows: 6 } }, 'bands {"count":8,"rows":6}'],
    [{ bands: { count: 0, rows: 1 } }, 'bands {"count":0,"rows":1}'],
    [{ bands: { count: 43, rows: 3 } }, '43 bands of 3 rows, more than the 128 values'],
    [{ shortMinSimilarity: 1.5 }, 'shortMinSimilarity 1.5'],
  ])('refuses a hybrid with %j', (change, reason) => {
    expect(recipeProblem({ ...hybrid, ...change }, checksums)).toContain(reason);
  });

  it('accepts every layout of bands that fits the sketch', () => {
    for (let rows = 1; rows <= bandRowsMax; rows++) {
      const bands = { count: Math.floor(128 / rows), rows };
      expect(recipeProblem({ ...hybrid, bands }, checksums)).toBeNull();
    }
  });

  it('reports a missing field', () => {
    const { hash: _, ...incomplete } = recipe;
    expect(recipeProblem(incomplete as Recipe, checksums)).toContain('no "hash"');
  });

  it('accepts other data if the recipe does not use it', () => {
    const others = { ...checksums, idf: 'f'.repeat(16) };
    expect(recipeProblem(recipe, others)).toBeNull();
    expect(recipeProblem({ ...recipe, weighting: 'tfIdf' }, others)).toContain('data "idf"');
  });
});
