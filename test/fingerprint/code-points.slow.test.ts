import { expect, it } from 'vitest';
import { toHex } from '../../src/fingerprint/blocks.js';
import { recipeId } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import { classOf } from '../../src/text/code-points.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { normalize } from '../../src/text/normalize.js';
import { codePointChecksum, expectedCodePointChecksum } from './vectors.js';

it('vectors hold for every code point', () => {
  const signing = { toHex, recipeId, sign, loadDictionaries, normalize, classOf };
  expect(codePointChecksum(signing)).toBe(expectedCodePointChecksum());
});
