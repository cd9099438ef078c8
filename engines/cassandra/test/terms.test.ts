import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.js';
import {
  completeRecipe,
  defaultRecipe,
  type PartialRecipe,
  recipeId,
} from '../../../src/fingerprint/recipe.js';
import { openInlineSigner } from '../../../src/open-detector.js';
import type { TermStore } from '../../../src/store/contract/terms.js';
import { repetitions } from '../../../test/repetitions.js';
import type { BatchCollection } from '../../batch/src/batch-collection.js';
import {
  createFingerprintStage,
  createStoredTermStage,
} from '../../batch/src/fingerprint-stage.js';
import type { Stage } from '../../batch/src/stage.js';
import { termRecipe } from '../../batch/src/term-row.js';
import { createTermStage } from '../../batch/src/term-stage.js';
import { prepareSchema } from '../src/schema.js';
import { createTermStore } from '../src/terms.js';
import { makeCluster } from './made/connection.js';

const config = readConfig();
const { checksums } = openInlineSigner(config).dictionaries;

function collectionFor(fields: PartialRecipe): BatchCollection {
  const recipe = completeRecipe(fields, defaultRecipe(checksums));
  return { name: 'pages', recipe, recipeId: recipeId(recipe) } as BatchCollection;
}

async function openStore(cluster = makeCluster()) {
  const { connection, fail } = cluster.connect();
  await prepareSchema(connection, { replication: 1, geometry: '4x16' });
  return { store: createTermStore(connection), fail };
}

/** Texts by name. */
type Texts = Readonly<Record<string, string>>;

/** Lines of `neardup batch terms`. */
async function termLines(texts: Texts, collection: BatchCollection, store?: TermStore) {
  const stage = createTermStage(collection, config, 7, store);
  const lines: string[] = [];
  const emit = (line: string) => void lines.push(line);
  for (const [name, text] of Object.entries(texts)) {
    await stage.line([Buffer.from(name), Buffer.from(text)], emit);
  }
  await stage.end(emit);
  return lines;
}

async function through(stage: Stage, lines: readonly string[]): Promise<string[]> {
  const written: string[] = [];
  const emit = (line: string) => void written.push(line);
  for (const line of lines) await stage.line(line, emit);
  await stage.end?.(emit);
  return written;
}

const vocabulary =
  '茶叶 红茶 港口 轮船 船长 的 了 the of tea ship harbour 2024 C++ Ünïcode 航行'.split(' ');
const someText = fc
  .array(fc.constantFrom(...vocabulary, '。', '\n'), { maxLength: 40 })
  .map((words) => words.join(' '));
const someTexts = fc
  .array(someText, { minLength: 1, maxLength: 6 })
  .map((texts) => Object.fromEntries(texts.map((text, index) => [`${index}.txt`, text])));
const someIdf = fc
  .subarray(['茶叶', '港口', 'tea', 'of', '2024', '的'], { minLength: 1 })
  .map((words) => words.map((word, index) => `${word} ${index + 0.5}`).join('\n'));
const someWeighting: fc.Arbitrary<PartialRecipe> = fc.oneof(
  fc.constantFrom({ weighting: 'none' }, { weighting: 'tf' }, { weighting: 'logTf' } as const),
  fc.record({
    weighting: fc.constant('tfIdf' as const),
    unknownIdf: fc.constantFrom('mean', 'median'),
  }),
  someIdf.map((ownIdf) => ({ weighting: 'tfIdf' as const, ownIdf })),
);
const someWeights = fc
  .tuple(someWeighting, fc.constantFrom(null, 1, 3, 8))
  .map(([weighting, topTerms]): PartialRecipe => ({ ...weighting, topTerms }));
const someRecipe = fc
  .tuple(someWeights, fc.constantFrom('simhash', 'hybrid'), fc.constantFrom('xxh64', 'md5'))
  .map(([weights, method, hash]): PartialRecipe => ({ ...weights, method, hash }));

describe('stored terms', () => {
  it('yield the same signatures as terms in lines, with any weights except TextRank', async () => {
    await fc.assert(
      fc.asyncProperty(someTexts, someRecipe, someWeights, async (texts, fields, writtenBy) => {
        const collection = collectionFor(fields);
        const { store } = await openStore();
        const { method, hash } = fields;
        const stored = await termLines(texts, collectionFor({ method, hash, ...writtenBy }), store);
        const weighed = await through(createStoredTermStage(collection, config, store), stored);
        const local = await termLines(texts, collection);
        expect(weighed).toEqual(await through(createFingerprintStage(collection), local));
      }),
      { numRuns: repetitions(25) },
    );
    const collection = collectionFor({ weighting: 'textRank' });
    const { store } = await openStore();
    expect(() => createStoredTermStage(collection, config, store)).toThrow('order of the words');
  });

  it('belong to the text of the line, even if its name has had another text since', async () => {
    const collection = collectionFor({});
    const { store } = await openStore();
    const lines = await termLines({ a: 'tea and ships' }, collection, store);
    await termLines({ a: 'ships' }, collection, store);
    const weighed = await through(createStoredTermStage(collection, config, store), lines);
    const local = await termLines({ a: 'tea and ships' }, collection);
    expect(weighed).toEqual(await through(createFingerprintStage(collection), local));
  });

  it('larger than a row are refused, and the batch continues', async () => {
    const { store } = await openStore();
    const terms = Array.from({ length: 300 }, (_, i) => `${i}`.padEnd(2 ** 16, '茶'));
    const huge = { name: 'a', exactHash: 'b', terms, counts: terms.map(() => 1) };
    await expect(store.write('r', huge)).rejects.toMatchObject({ code: 'payload_too_large' });
    const collection = collectionFor({});
    const refusing: TermStore = {
      ...store,
      write: (recipe, text) =>
        store.write(recipe, text.name === 'huge' ? { ...text, terms, counts: huge.counts } : text),
    };
    const texts = { huge: 'tea and ships', small: 'tea' };
    const [refused, stored] = await termLines(texts, collection, refusing);
    expect(refused).toMatch(/^huge\t7\t.*"error":"payload_too_large"/);
    expect(stored).toMatch(/^small\t8\t.*"exactHash"/);
  });

  it('are reported missing by name', async () => {
    const collection = collectionFor({});
    const { store } = await openStore();
    const lines = await termLines({ a: 'tea' }, collection, (await openStore()).store);
    const weigh = through(createStoredTermStage(collection, config, store), lines);
    await expect(weigh).rejects.toThrow('no terms of "a"; run `neardup batch terms` again');
  });
});

describe('counts of stored terms', () => {
  const collection = collectionFor({});
  const { recipeId: counting } = termRecipe(collection);
  const words = 'anchor kettle lantern meadow orchard saddle'.split(' ');
  const someDocuments = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }),
    { minKeys: 1 },
  );
  const textsOf = (documents: Readonly<Record<string, readonly string[]>>): Texts =>
    Object.fromEntries(Object.entries(documents).map(([name, each]) => [name, each.join(' ')]));

  /** Counts space-separated words in distinct texts. */
  function counted(...written: Texts[]) {
    const different = [...new Set(written.flatMap((texts) => Object.values(texts)))];
    const counts = new Map<string, number>();
    for (const word of words) {
      const withWord = different.filter((text) => text.split(' ').includes(word)).length;
      if (withWord > 0) counts.set(word, withWord);
    }
    return { texts: different.length, counts };
  }

  it.each(['refused', 'lost'] as const)(
    'are right after processes died with %s statements and were restarted',
    async (fault) => {
      await fc.assert(
        fc.asyncProperty(
          someDocuments,
          someDocuments,
          fc.nat(12),
          fc.nat(80),
          async (before, after, dyingAt, countingUntil) => {
            const cluster = makeCluster();
            const { store, fail } = await openStore(cluster);
            await termLines(textsOf(before), collection, store);
            const old = counted(textsOf(before));
            expect(await store.count(counting)).toEqual(old);

            fail(({ number }) =>
              number < dyingAt ? undefined : number === dyingAt ? fault : 'refused',
            );
            await termLines(textsOf(after), collection, store).catch(notReady);
            const restarted = await openStore(cluster);
            expect(await restarted.store.counts(counting)).toEqual(old);
            await termLines(textsOf(after), collection, restarted.store);

            const now = counted(textsOf(before), textsOf(after));
            restarted.fail(({ number }) =>
              number < countingUntil ? undefined : number === countingUntil ? fault : 'refused',
            );
            await restarted.store.count(counting).catch(notReady);
            const { store: last } = await openStore(cluster);
            const seen = await last.counts(counting).catch(notReady);
            if (seen !== undefined) expect([old, now]).toContainEqual(seen);
            await last.count(counting);
            expect(await last.counts(counting)).toEqual(now);
          },
        ),
        { numRuns: repetitions(25) },
      );
    },
  );

  it('are refused before the first count', async () => {
    const { store } = await openStore();
    await expect(store.counts(counting)).rejects.toThrow('neardup batch terms --count');
  });
});

function notReady(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'not_ready' });
}
