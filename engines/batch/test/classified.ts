import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ndjson, runNeardup } from '../../../test/cli/program.js';
import { documentsFor } from './documents.js';
import { recipeFile } from './oracle.js';

/** Flags for both engines and for the command, whose results must agree. */
export const classifyFlags = ['--class', 'category', '--test', '0.3', '--seed', '5'];

/** Creates documents of three classes in two files, and their classification by one process. */
export async function classifiedLocally(directory: string, count: number) {
  const documents = documentsFor('simhash', count)
    .filter(({ text }) => text !== undefined)
    .map(({ id, text }, place) => ({ id, text, metadata: { category: `class\t${place % 3}` } }));
  const middle = Math.floor(documents.length / 2);
  const inputs = [documents.slice(0, middle), documents.slice(middle)].map((half, index) => {
    const input = join(directory, `classes-${index}.ndjson`);
    writeFileSync(input, ndjson(half));
    return input;
  });
  const recipe = await recipeFile(directory, 'simhash');
  const confusion = join(directory, 'confusion.ndjson');
  const { code, stdout, stderr } = await runNeardup(
    ['batch', 'classify', '--recipe', recipe, '--confusion', confusion, ...classifyFlags],
    { input: ndjson(documents) },
  );
  expect(code, stderr).toBe(0);
  const labels = stdout.trimEnd().split('\n').sort();
  expect(labels.length).toBeGreaterThan(count / 10);
  return { inputs, recipe, labels, confusion };
}
