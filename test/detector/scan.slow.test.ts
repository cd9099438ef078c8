import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createDuplicateSearch } from '../../src/batch/scan/search-duplicates.js';
import { createCollections, matchRule } from '../../src/detector/collections.js';
import { createJobs, type ScanOptions } from '../../src/detector/jobs.js';
import { createScan } from '../../src/detector/scan.js';
import type { Method, Recipe } from '../../src/fingerprint/recipe.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import { type Level, levels } from '../../src/matching/match.js';
import { storedSignature } from '../../src/matching/match-rule.js';
import type { Collection } from '../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { signaturesOf } from '../batch/samples.js';
import { createModelStore } from '../model/model-store.js';
import { repetitions } from '../repetitions.js';
import {
  addition,
  checking,
  newCollection,
  parted,
  recipeOf,
  sweptStats,
  withParts,
} from '../store/samples.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-scan-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const openSearch = createDuplicateSearch({ directory: join(directory, 'scan'), taskFile: null });

const stores = {
  memory: async () => createModelStore(),
  SQLite: () => openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 }),
};
const now = 100_000;
const ways = [
  ['simhash', false],
  ['minhash', false],
  ['hybrid', false],
  ['hybrid', true],
] as const;

interface Sample {
  readonly id: string;
  readonly signature: Signature;
  readonly expired: boolean;
}

interface Samples {
  readonly documents: readonly Sample[];
  readonly more: readonly Sample[];
  readonly separated: readonly (readonly [string, string])[];
  readonly duplicateIf: Level;
}

function samplesOf(method: Method, recipe: Recipe): fc.Arbitrary<Samples> {
  const signature = signaturesOf(method).map((each) =>
    storedSignature(recipe.parts ? parted(each) : each, recipe),
  );
  const some = (maxLength: number) =>
    fc.array(fc.tuple(signature, fc.constantFrom(false, false, false, true)), { maxLength });
  const named = (prefix: string, most: number) =>
    some(most).map((all) =>
      all.map(([each, expired], i) => {
        // The order of ids differs from the order of arrival.
        const id = `${prefix}${String((i * 5) % 17).padStart(2, '0')}`;
        return { id, signature: each, expired };
      }),
    );
  const ids = fc.nat({ max: 13 }).map((i) => `a${String((i * 5) % 17).padStart(2, '0')}`);
  return fc.record({
    documents: named('a', 14),
    more: named('b', 14),
    separated: fc
      .array(fc.tuple(ids, ids), { maxLength: 6 })
      .map((pairs) => pairs.filter(([a, b]) => a !== b)),
    duplicateIf: fc.constantFrom(...levels),
  });
}

async function open(store: EmbeddedStore, recipe: Recipe, { separated, duplicateIf }: Samples) {
  const collection = await store.createCollection({
    ...newCollection('pages'),
    ...{ recipe, duplicateIf, minContainment: recipe.parts ? 0.5 : null },
  });
  for (const [a, b] of separated) await store.separate({ collection, a, b, now: 1 });
  return collection;
}

async function addAll(
  store: EmbeddedStore,
  collection: Collection,
  samples: readonly Sample[],
  at: number,
) {
  for (const [i, { id, signature, expired }] of samples.entries()) {
    const expiresAt = expired ? now - 1 : null;
    await store.add(addition(collection, id, { signature, now: at + i, expiresAt }));
  }
}

async function checkAll(
  store: EmbeddedStore,
  collection: Collection,
  samples: readonly Sample[],
  { at, deletes }: { readonly at: number; readonly deletes: boolean },
) {
  for (const [i, { id, signature, expired }] of samples.entries()) {
    if (expired) continue;
    await store.check(
      checking(collection, id, {
        ...{ signature, now: at + i, onDuplicate: deletes ? 'skip' : 'store' },
        ...{ duplicateIf: collection.duplicateIf, rule: matchRule('check', collection, {}) },
      }),
    );
  }
}

const noTexts = () => Promise.reject(new Error('The collection keeps no texts'));

/** Number of clusters so far. Each scan of a store must name its clusters otherwise than earlier ones. */
let clusters = 0;

async function scanned(store: EmbeddedStore, options: ScanOptions) {
  const jobs = createJobs(() => now);
  const collections = createCollections({
    ...{ store, collectionsMax: 9, clock: () => now, tryRecipe: async () => {} },
    defaultRecipe: recipeOf('simhash'),
  } as unknown as Parameters<typeof createCollections>[0]);
  const scan = createScan({
    ...{ store, jobs, openSearch, clock: () => now, signer: { signPacked: noTexts } },
    collections: {
      ...collections,
      find: async (name: string) => (await store.getCollection(name))!,
    },
    newClusterId: () => `${now} ${++clusters}`,
  });
  const { id } = await scan('pages', options);
  while (jobs.getJob(id).state === 'running') await new Promise((done) => setImmediate(done));
  const job = jobs.getJob(id);
  expect(job).toMatchObject({ state: 'succeeded', error: null });
  return job.result!;
}

/** Returns the remaining documents, and the clusters with the matches of their members, without ids and times. */
async function seen(store: EmbeddedStore, collection: Collection) {
  const documents = await store.list({
    ...{ collection, idPrefix: null, after: null, limit: 100, now },
  });
  const found = await store.clusters({
    ...{ collection, minMembers: 1, order: 'members' as const, after: null, limit: 100, now },
  });
  const clusters = await Promise.all(
    found.map(async ({ id }) => {
      const page = await store.cluster({
        ...{ collection, id, storedOnly: false, after: null, limit: 100, now },
      });
      return page!.members.map(({ match, ...member }) => ({
        ...member,
        match: match && { ...match, at: 0 },
      }));
    }),
  );
  const { decided } = (await sweptStats(store, collection)) as { decided?: unknown };
  return {
    decided,
    documents: documents.map(({ id, signature, revision }) => [id, signature.exactHash, revision]),
    clusters: clusters.map((each) => JSON.stringify(each)).sort(),
  };
}

for (const [name, openStore] of Object.entries(stores)) {
  describe(`a scan over ${name}`, () => {
    for (const [method, parts] of ways) {
      const plain = { ...recipeOf(method), evidence: true };
      const recipe = parts ? withParts(plain) : plain;
      for (const deleteDuplicates of [false, true]) {
        const what = `${method}${parts ? ' with parts' : ''}${deleteDuplicates ? ', deleting' : ''}`;
        it(`finds what sequential checks would have found: ${what}`, async () => {
          await fc.assert(
            fc.asyncProperty(samplesOf(method, recipe), async (samples) => {
              const options = { deleteDuplicates, dryRun: false };
              const ways = { deletes: deleteDuplicates };
              const [store, checked] = [await openStore(), createModelStore()];
              const collection = await open(store, recipe, samples);
              const expected = await open(checked, recipe, samples);
              await addAll(store, collection, samples.documents, 2000);
              const before = await seen(store, collection);
              const told = await scanned(store, { ...options, dryRun: true });
              expect(await seen(store, collection)).toEqual(before);
              const { documents, duplicates, similar, left } = await scanned(store, options);
              expect({ documents, duplicates, similar, left }).toEqual({
                ...{ documents: told.documents, duplicates: told.duplicates },
                ...{ similar: told.similar, left: 0 },
              });
              expect(told.pairs).toHaveLength(duplicates + similar);
              await checkAll(checked, expected, samples.documents, { at: 2000, ...ways });
              expect(await seen(store, collection)).toEqual(await seen(checked, expected));
              expect(await scanned(store, options)).toMatchObject({ seated: 0, deleted: 0 });
              await addAll(store, collection, samples.more, 3000);
              await scanned(store, options);
              await checkAll(checked, expected, samples.more, { at: 3000, ...ways });
              const all = await seen(store, collection);
              expect(all).toEqual(await seen(checked, expected));
              await scanned(store, options);
              expect(await seen(store, collection)).toEqual(all);
              await store.close();
            }),
            { numRuns: repetitions(30) },
          );
        });
      }
    }
  });
}
