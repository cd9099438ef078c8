import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { numberedDetector } from '../../../harness/numbered-detector.js';
import { geometry } from '../../../src/fingerprint/geometry.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { corpus } from '../../../test/decisions/corpus.js';
import {
  checkAll,
  createCollection,
  decisionOf,
  isReplayed,
  replayRules,
  signedDocuments,
  ways,
} from '../../../test/decisions/deciding.js';
import { batch } from './stages.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-corpus-'));
afterAll(() => rmSync(directory, { recursive: true }));

const replayed = ways.filter((way) => isReplayed(way) && !way.recipe.parts);

it.each(replayed)('decides about the recorded corpus by $name as checks do', async (way) => {
  const store = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  const detector = numberedDetector(store, join(directory, 'scan'));
  await createCollection(detector, way);
  const collection = await detector.getCollection(way.name);
  const checked = await checkAll(detector, way, corpus());
  await detector.close();
  const { recipe, recipeId } = collection;
  const plan = { recipeId, geometry: geometry('4x16'), everyPair: false, hotAbove: 20 };
  const { decisions } = batch(signedDocuments(checked, recipe), {
    ...replayRules(collection, way),
    ...plan,
  });
  expect(decisions).toEqual(checked.filter((each) => each !== null).map(decisionOf));
});
