/**
 * Measures the share of documents that are classified correctly: `npm run eval -- --data DIR --classes [--python
 * python3]`.
 *
 * Classes are the first folders of the paths in livedoor_ja (nine news sites) and laws_zh (fields of law). Each of five
 * seeds holds out a tenth of the documents for the test. If Python has scikit-learn, its NearestCentroid classifies the
 * same vectors with the same splits, in the same run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgress } from '../../../eval/progress.js';
import { readSets } from '../../../eval/sets.js';
import { table } from '../../../harness/measure.js';
import { readConfig } from '../../../src/config.js';
import { completeRecipe, defaultRecipe, recipeId } from '../../../src/fingerprint/recipe.js';
import { openInlineSigner } from '../../../src/open-detector.js';
import { readBatchCollection } from '../src/batch-collection.js';
import {
  addToClass,
  type ClassMeasure,
  type ClassSums,
  classMeasures,
  createClassifier,
} from '../src/class-sums.js';
import { type ClassifiedDocument, createSampleReader, isForTest } from '../src/classify-stage.js';

const setNames = ['livedoor_ja', 'laws_zh'];
const weightings = ['tf', 'tfIdf'] as const;
const seeds = [1, 2, 3, 4, 5];
const testShare = 0.1;

export async function evaluateClasses(data: string, python: string | undefined): Promise<void> {
  const rows: string[][] = [];
  const directory = mkdtempSync(join(tmpdir(), 'neardup-classes-'));
  const sets = readSets(data, setNames);
  const documents = sets.reduce((sum, set) => sum + set.documents.length, 0);
  const progress = startProgress(documents * weightings.length);
  try {
    for (const set of sets) {
      for (const weighting of weightings) {
        progress.name(`${set.name}, ${weighting}`);
        const read = createReader(directory, weighting);
        const samples: ClassifiedDocument[] = [];
        for (const { id, text, path } of set.documents) {
          progress.tick();
          const metadata = { category: path.split('/')[0] };
          const sample = await read(JSON.stringify({ id, text, metadata }));
          if (sample !== null) samples.push(sample);
        }
        for (const measure of classMeasures) {
          const shares = seeds.map((seed) => correctShare(samples, seed, measure));
          rows.push([set.name, weighting, measure, 'neardup', told(shares)]);
        }
        if (python === undefined) continue;
        for (const [metric, shares] of Object.entries(
          await peerShares(directory, python, samples),
        )) {
          rows.push([set.name, weighting, metric, 'scikit-learn', told(shares)]);
        }
      }
    }
  } finally {
    progress.stop();
    rmSync(directory, { recursive: true });
  }
  console.log(table(['set', 'weights', 'measure', 'by', 'own class, mean (least to most)'], rows));
}

function createReader(directory: string, weighting: (typeof weightings)[number]) {
  const { dictionaries } = openInlineSigner(readConfig({}, {}));
  const recipe = completeRecipe({ weighting }, defaultRecipe(dictionaries.checksums));
  const file = join(directory, `${weighting}.json`);
  const described = { name: 'classes', recipe, recipeId: recipeId(recipe) };
  const rest = { maxDistance: 3, minSimilarity: 0.6, duplicateIf: 'page', keepRefused: 0 };
  writeFileSync(file, JSON.stringify({ ...described, ...rest, ttlSeconds: null, keepText: false }));
  const options = { field: 'category', testShare, seed: 1 };
  return createSampleReader(readBatchCollection(file), readConfig({}, {}), options);
}

/** Share of test documents that get the correct class. */
function correctShare(
  samples: readonly ClassifiedDocument[],
  seed: number,
  measure: ClassMeasure,
): number {
  const sums: ClassSums = new Map();
  const tested = samples.filter(({ id }) => isForTest(id, { testShare, seed }));
  for (const sample of samples) {
    if (!tested.includes(sample)) addToClass(sums, sample.class!, sample.vector);
  }
  const nearest = createClassifier(sums, measure, 'xxh64');
  return tested.filter((sample) => nearest(sample).name === sample.class).length / tested.length;
}

/** Shares of scikit-learn by metric, one per seed. */
async function peerShares(
  directory: string,
  python: string,
  samples: readonly ClassifiedDocument[],
): Promise<Record<string, number[]>> {
  const file = join(directory, 'samples.ndjson');
  const lines = samples.map(({ id, class: given, vector }) => {
    const tests = seeds.map((seed) => isForTest(id, { testShare, seed }));
    return JSON.stringify({ class: given, tests, terms: Object.fromEntries(vector) });
  });
  writeFileSync(file, lines.join('\n'));
  const script = fileURLToPath(new URL('nearest_centroid.py', import.meta.url));
  return JSON.parse(execFileSync(python, [script, file], { encoding: 'utf8' }));
}

function told(shares: readonly number[]): string {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  return `${mean.toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`;
}
