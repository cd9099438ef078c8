/**
 * Records the signatures that this build computes for the texts in test/vectors: `tsx scripts/generate-vectors.ts
 * ['{"weighting":"tfIdf"}']`, where a partial recipe overrides the default. Existing files are overwritten, because
 * version 3 of recipes is not final.
 */
import { writeFileSync } from 'node:fs';
import { toHex } from '../src/fingerprint/blocks.js';
import { completeRecipe, defaultRecipe, type Recipe, recipeId } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { classOf } from '../src/text/code-points.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { normalize } from '../src/text/normalize.js';
import {
  codePointChecksum,
  codePointFile,
  type Signing,
  signTexts,
} from '../test/fingerprint/vectors.js';

const signing: Signing = { toHex, recipeId, sign, loadDictionaries, normalize, classOf };
const partial = JSON.parse(process.argv[2] ?? '{}') as Partial<Recipe>;
const recipe = completeRecipe(partial, defaultRecipe(loadDictionaries(wordTrieBytes()).checksums));
const id = recipeId(recipe);
freeze(`${id}.json`, { recipeId: id, recipe, signatures: signTexts(signing, recipe) });
freeze(codePointFile, { sha256: codePointChecksum(signing) });

function freeze(name: string, content: object): void {
  const file = new URL(`../test/vectors/${name}`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`${name} written`);
}
