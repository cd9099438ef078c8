import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createDuplicateSearch } from '../../src/batch/scan/search-duplicates.js';
import { createCollections, matchRule } from '../../src/detector/collections.js';
import type { KeepRule } from '../../src/detector/duplicate-search.js';
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
  readonly metadata?: string | null;
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
  for (const [i, { id, signature, expired, metadata = null }] of samples.entries()) {
    const expiresAt = expired ? now - 1 : null;
    await store.add(addition(collection, id, { signature, metadata, now: at + i, expiresAt }));
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

const first: KeepRule = { kind: 'first' };

/** Value of a document that a rule cannot rank. It comes last. */
const none = Number.NEGATIVE_INFINITY;

/** Each rule but `first` with the value by which a copy is chosen: the greatest, of equal ones that of the first document. */
const rules: readonly (readonly [KeepRule, (sample: Sample, at: number) => number])[] = [
  [{ kind: 'last' }, (_, at) => at],
  [{ kind: 'longest' }, (sample) => wordsOf(sample) ?? none],
  [{ kind: 'shortest' }, (sample) => -(wordsOf(sample) ?? Infinity)],
  [{ kind: 'https' }, ({ id }) => (id.startsWith('https:') ? 1 : 0)],
  [{ kind: 'host', host: 'b.example' }, ({ id }) => (id.includes('//b.') ? 1 : 0)],
  [{ kind: 'field', path: 'metadata.page.date' }, ({ metadata }) => dateIn(metadata)],
];

function wordsOf({ signature: { shingles, featureCount } }: Sample): number | null {
  return shingles ?? featureCount;
}

function dateIn(metadata: string | null = null): number {
  const date = metadata === null ? undefined : JSON.parse(metadata).page?.date;
  return date === undefined ? none : Date.parse(date);
}

/** Gives documents addresses of several schemes and hosts, and some of them a date. */
function withAddresses({ documents, separated, ...others }: Samples): Samples {
  const addressOf = (id: string) => {
    const number = Number(id.slice(1));
    return `http${number % 2 ? 's' : ''}://${'abc'[number % 3]}.example/${id}`;
  };
  return {
    ...others,
    documents: documents.map(({ id, ...each }, at) => ({
      ...each,
      id: addressOf(id),
      metadata:
        at % 4 ? `{"page":{"date":"2026-11-${10 + ((at * 7) % 11)}"}}` : at % 8 ? '{}' : null,
    })),
    separated: separated.map(([a, b]) => [addressOf(a), addressOf(b)]),
  };
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
              const options = { deleteDuplicates, keep: first, dryRun: false };
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
      for (const [keep, rank] of rules) {
        const what = `${method}${parts ? ' with parts' : ''}, ${JSON.stringify(keep)}`;
        it(`keeps the copies that a rule prefers, as if they came first: ${what}`, async () => {
          await fc.assert(
            fc.asyncProperty(samplesOf(method, recipe), async (given) => {
              const samples = withAddresses(given);
              const [store, checked] = [await openStore(), createModelStore()];
              const collection = await open(store, recipe, samples);
              await addAll(store, collection, samples.documents, 2000);
              const isKnown = samples.documents.some(
                (sample, at) => !sample.expired && rank(sample, at) > none,
              );
              fc.pre(isKnown);
              await scanned(store, { deleteDuplicates: true, keep, dryRun: false });
              const expected = await open(checked, recipe, samples);
              const preferred = samples.documents
                .map((sample, at) => ({ sample, rank: rank(sample, at) }))
                .sort((a, b) => b.rank - a.rank || 0)
                .map(({ sample }) => sample);
              await checkAll(checked, expected, preferred, { at: 2000, deletes: true });
              expect(await seen(store, collection)).toEqual(await seen(checked, expected));
              await store.close();
            }),
            { numRuns: repetitions(10) },
          );
        });
      }
    }
  });
}
