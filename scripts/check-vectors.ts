/**
 * Checks the built program against test/vectors on the running Node; exits with 1 if they differ.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  codePointChecksum,
  expectedCodePointChecksum,
  loadVectors,
  type Signing,
  signTexts,
} from '../test/fingerprint/vectors.js';

const parts = ['fingerprint/blocks', 'fingerprint/recipe', 'fingerprint/sign'];
const modules = [...parts, 'text/code-points', 'text/dictionaries', 'text/normalize'].map(
  (name) => import(new URL(`../dist/${name}.js`, import.meta.url).href),
);
const signing = Object.assign({}, ...(await Promise.all(modules))) as Signing;

const failures: string[] = [];
for (const { recipeId, recipe, signatures } of loadVectors()) {
  if (signing.recipeId(recipe) !== recipeId) failures.push(`id of recipe ${recipeId}`);
  const made = signTexts(signing, recipe);
  for (const [name, expected] of Object.entries(signatures)) {
    if (!isDeepStrictEqual(made[name], expected)) failures.push(`${recipeId}: ${name}`);
  }
}
if (codePointChecksum(signing) !== expectedCodePointChecksum()) failures.push('all code points');

const { node, unicode } = process.versions;
console.log(`Node ${node}, Unicode ${unicode}: ${failures.length === 0 ? 'all hold' : 'DIFFERS'}`);
for (const failure of failures) console.log(`  ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
