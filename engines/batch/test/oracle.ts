import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDetector, type Detector } from '../../../src/detector/detector.js';
import { NeardupError } from '../../../src/errors.js';
import { fromHex } from '../../../src/fingerprint/blocks.js';
import { defaultRecipe, type Method, type Recipe } from '../../../src/fingerprint/recipe.js';
import { compiledFile, wordTrieBytes } from '../../../src/package-facts.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../../../src/text/dictionaries.js';
import { createInlineSigner } from '../../../src/workers/signers.js';
import { runNeardup } from '../../../test/cli/program.js';
import type { PostedDocument } from './documents.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const limits = { textLengthMax: 1_000_000, inflatedBytesMax: 1_000_000 };
export const collection = 'crawl';

/** Opens the service without HTTP over a database file, with a clock that advances with each check. */
export async function openOracle(file: string, startedAt: number): Promise<Detector> {
  let now = startedAt;
  return createDetector({
    store: await openSqliteStore({
      file,
      queueMax: 10_000,
      threadFile: compiledFile('store/sqlite/thread/main.js'),
    }),
    signer: createInlineSigner(dictionaries, limits),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 5,
    clock: () => ++now,
  });
}

/** Batches of `minhash` use keys without tails, from bands of five rows; those of `hybrid` have tails. */
export const recipeFields = (method: Method): Partial<Recipe> => ({
  method,
  ...(method === 'minhash' && { bands: { count: 16, rows: 5 } }),
});

export function createCrawl(detector: Detector, method: Method) {
  return detector.createCollection({ name: collection, recipe: recipeFields(method) });
}

/** Writes a batch file with the recipe of that collection. */
export async function recipeFile(directory: string, method: Method): Promise<string> {
  const fields = join(directory, `${method}-fields.json`);
  writeFileSync(fields, JSON.stringify(recipeFields(method)));
  const made = await runNeardup([
    'recipe',
    '--new',
    '--collection',
    collection,
    '--recipe',
    fields,
  ]);
  const file = join(directory, `${method}.json`);
  writeFileSync(file, made.stdout);
  return file;
}

/** Returns the outcome of each document as one line. */
export async function checkedInOrder(
  detector: Detector,
  documents: readonly PostedDocument[],
): Promise<string[]> {
  const lines: string[] = [];
  const group = 500;
  for (let from = 0; from < documents.length; from += group) {
    const { check } = detector.inOrder();
    const outcomes = documents.slice(from, from + group).map(async ({ id, text, fingerprint }) => {
      const content =
        text === undefined
          ? ({ kind: 'fingerprint', fingerprint: fromHex(fingerprint!) } as const)
          : ({ kind: 'text', text } as const);
      try {
        const { outcome } = await check({ id, collection, content, metadata: null }, { limit: 1 });
        const { distance = null, similarity = null } = outcome.matches[0] ?? {};
        return decisionLine({ ...outcome, id, distance, similarity });
      } catch (error) {
        if (!(error instanceof NeardupError)) throw error;
        return `${id} ${error.code}`;
      }
    });
    lines.push(...(await Promise.all(outcomes)));
  }
  return lines;
}

/** Returns a batch decision in the same format. */
export function decisionLine(decision: {
  readonly id: string;
  readonly decision?: string;
  readonly duplicateOf?: string | null;
  readonly similarTo?: string | null;
  readonly distance?: number | null;
  readonly similarity?: number | null;
  readonly error?: string;
}): string {
  if (decision.error !== undefined) return `${decision.id} ${decision.error}`;
  const { id, duplicateOf, similarTo, distance, similarity } = decision;
  return `${id} ${decision.decision} ${duplicateOf} ${similarTo} ${distance} ${similarity}`;
}
