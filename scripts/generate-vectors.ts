/**
 * Freezes the signatures that this build computes for the texts in test/vectors:
 * `tsx scripts/generate-vectors.ts ['{"weighting":"tfIdf"}']`, where a partial recipe overrides the
 * default. A recipe whose results change is a new recipe, so no file is overwritten, except those of
 * version 3, which is not complete yet.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { toHex } from '../src/fingerprint/blocks.js';
import { completeRecipe, defaultRecipe, type Recipe, recipeId } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { classOf } from '../src/text/code-points.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { normalize } from '../src/text/normalize.js';
import {
  codePointChecksum,
  codePointFiles,
  type Signing,
  signTexts,
} from '../test/fingerprint/vectors.js';

const signing: Signing = { toHex, recipeId, sign, loadDictionaries, normalize, classOf };
const partial = JSON.parse(process.argv[2] ?? '{}') as Partial<Recipe>;
const recipe = completeRecipe(partial, defaultRecipe(loadDictionaries(wordTrieBytes()).checksums));
const id = recipeId(recipe);
freeze(`${id}.json`, { recipeId: id, recipe, signatures: signTexts(signing, recipe) });
freeze(codePointFiles[3], { sha256: codePointChecksum(signing, 3) });

function freeze(name: string, content: object): void {
  const file = new URL(`../test/vectors/${name}`, import.meta.url);
  if (existsSync(file) && recipe.version < 3) {
    console.log(`${name} exists: kept as it is`);
    return;
  }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`${name} written`);
}
