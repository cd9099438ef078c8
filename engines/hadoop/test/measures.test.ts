import { expect, it } from 'vitest';
import { generatedPages } from '../../../harness/pages.js';
import { readConfig } from '../../../src/config.js';
import { analyse } from '../../../src/fingerprint/analyse.js';
import { compareAnalyses } from '../../../src/fingerprint/explain.js';
import { completeRecipe, defaultRecipe, recipeId } from '../../../src/fingerprint/recipe.js';
import { openInlineSigner } from '../../../src/open-detector.js';
import type { BatchCollection } from '../../batch/src/batch-collection.js';
import { createFingerprintStage } from '../../batch/src/fingerprint-stage.js';
import { createTermStage } from '../../batch/src/term-stage.js';
import { comparePart, createReader, type Measure, measures, type Part } from '../bench/compare.js';

const { dictionaries } = openInlineSigner(readConfig());
const recipe = completeRecipe({ method: 'simhash' }, defaultRecipe(dictionaries.checksums));
const collection = { name: 'measures', recipe, recipeId: recipeId(recipe) } as BatchCollection;
const texts = generatedPages(12);
const before = 3;

it.each(measures)('the bench compares by %s as requests to compare do', async (measure) => {
  const part = (await linesFor(measure)).map(createReader(measure, collection)) as unknown as Part;
  const { pairs, sum } = comparePart(measure, part, before);
  const analyses = texts.map((text) => analyse({ kind: 'text', text }, recipe, dictionaries));
  let [expectedPairs, expected] = [0, 0];
  for (const [b, other] of analyses.entries()) {
    for (const one of analyses.slice(Math.max(0, b - before), b)) {
      const { distance, vectors } = compareAnalyses(one, other, recipe);
      const { euclidean, cosine, correlation } = vectors!;
      expected += { Euclid: euclidean, cosine, correlation, SimHash: distance }[measure];
      expectedPairs += 1;
    }
  }
  expect(pairs).toBe(expectedPairs);
  expect(sum).toBeCloseTo(expected, 6);
});

async function linesFor(measure: Measure): Promise<string[]> {
  const lines: string[] = [];
  const emit = (line: string) => void lines.push(line);
  const stage = createTermStage(collection, readConfig(), 0);
  for (const [index, text] of texts.entries()) {
    await stage.line([Buffer.from(`${index}.txt`), Buffer.from(text)], emit);
  }
  await stage.end(emit);
  if (measure !== 'SimHash') return lines;
  const fingerprints: string[] = [];
  for (const line of lines) {
    await createFingerprintStage(collection).line(line, (each) => void fingerprints.push(each));
  }
  return fingerprints;
}
