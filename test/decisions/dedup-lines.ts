import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { line } from '../../harness/decision-lines.js';
import { compareDocuments } from '../../src/batch/dedup/compare-documents.js';
import { noLengths, openSignedDocuments } from '../../src/batch/dedup/signed-documents.js';
import type { ReplayRules } from '../../src/batch/replay.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { SampleDocument } from '../batch/samples.js';

/** Summarizes the output of `neardup dedup`, in order and by components: figures, and a hash of each file. */
export async function dedupLines(
  name: string,
  documents: readonly SampleDocument[],
  rules: ReplayRules & { readonly recipe: Recipe },
  directory: string,
): Promise<string[]> {
  mkdirSync(directory);
  const spill = openSignedDocuments(directory, noLengths, rules.recipe);
  spill.begin({ start: 0, form: { format: 'ndjson', packing: null } });
  for (const { id, signature } of documents) spill.add({ id, signature, line: '{}' });
  spill.sync();
  spill.close();
  const lines: string[] = [];
  for (const byComponents of [false, true]) {
    const { kept, similar, clusters } = await compareDocuments({
      ...{
        directory,
        rules,
        byComponents,
        learnsSites: true,
        withPairs: true,
        keepsLines: false,
        threads: 1,
      },
      keep: { kind: 'first' },
      against: null,
      ...{ inputs: [], method: rules.recipe.method, recipeId: '', rejected: 0, skipped: 0 },
      ...{ fields: new Map(), sketchBytesMax: 2 ** 20 },
      ...{ pairTaskFile: new URL('file:///'), decideTaskFile: new URL('file:///') },
      ...{ onStage: () => {}, onProgress: () => {} },
    });
    const way = byComponents ? 'components' : 'in order';
    lines.push(`${[name, 'dedup', way, kept, similar, clusters].join('\t')}\n`);
    for (const file of ['decisions', 'clusters', 'pairs']) {
      const written = readFileSync(join(directory, 'outputs', `${file}.ndjson`), 'utf8');
      const sorted = written.split('\n').toSorted();
      lines.push(line(name, ['dedup', way, file, sorted.length - 1], sorted));
    }
  }
  return lines;
}
