import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/fingerprint/blocks.js';
import { defaultRecipe, recipeId } from '../../src/fingerprint/recipe.js';
import { recipeProblem } from '../../src/fingerprint/recipe-problem.js';
import { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { classOf } from '../../src/text/code-points.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { normalize } from '../../src/text/normalize.js';
import { loadVectors, type Signing, signTexts } from './vectors.js';

const signing: Signing = { toHex, recipeId, sign, loadDictionaries, normalize, classOf };

describe('vectors', () => {
  const { checksums } = loadDictionaries(wordTrieBytes());

  it.each(loadVectors())('of recipe $recipeId hold', (vectors) => {
    expect(recipeProblem(vectors.recipe, checksums)).toBeNull();
    expect(recipeId(vectors.recipe)).toBe(vectors.recipeId);
    expect(signTexts(signing, vectors.recipe)).toEqual(vectors.signatures);
  });

  it('exist for the default recipe', () => {
    const ids = loadVectors().map((vectors) => vectors.recipeId);
    expect(ids).toContain(recipeId(defaultRecipe(checksums)));
  });
});
