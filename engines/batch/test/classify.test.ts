import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.js';
import { hammingDistance } from '../../../src/fingerprint/blocks.js';
import { correlation, cosine, euclideanDistance } from '../../../src/fingerprint/explain.js';
import { completeRecipe, defaultRecipe, recipeId } from '../../../src/fingerprint/recipe.js';
import { weightScale } from '../../../src/fingerprint/weights.js';
import { openInlineSigner } from '../../../src/open-detector.js';
import { readBatchCollection } from '../src/batch-collection.js';
import { addToClass, type ClassSums, classMeasures, createClassifier } from '../src/class-sums.js';
import {
  createConfusionStage,
  createLabelStage,
  createMergeStage,
  createSumStage,
  createWholeStage,
} from '../src/classify-stage.js';
import type { Stage } from '../src/stage.js';
import { writeRows } from '../src/write-rows.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-classify-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const terms = ['tea', 'ship', 'moon', 'law', '茶', '海'];
const vector = fc
  .uniqueArray(fc.constantFrom(...terms), { minLength: 1 })
  .chain((chosen) =>
    fc
      .array(fc.integer({ min: 1, max: 4 }), { minLength: chosen.length, maxLength: chosen.length })
      .map((weights) => chosen.map((term, at) => [term, weights[at]! * weightScale] as const)),
  );
const training = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), vector }), {
  minLength: 1,
  maxLength: 12,
});

/** Returns the weight of each term in the union, in weight units. */
function overUnion(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) {
  const union = [...new Set([...a.keys(), ...b.keys()])];
  const values = (each: ReadonlyMap<string, number>) =>
    Float64Array.from(union, (term) => each.get(term) ?? 0);
  return [values(a), values(b)] as const;
}

describe('the nearest class', () => {
  it.each([
    ['cosine', cosine, 1],
    ['correlation', correlation, 1],
    ['euclidean', euclideanDistance, -1],
  ] as const)('by %s agrees with a dense comparison with each mean', (measure, dense, sign) => {
    fc.assert(
      fc.property(training, vector, (documents, tested) => {
        const sums: ClassSums = new Map();
        for (const { name, vector: each } of documents) addToClass(sums, name, each);
        const own = new Map(tested.map(([term, weight]) => [term, weight / weightScale]));
        const scores = [...new Set(documents.map(({ name }) => name))].map((name) => {
          const members = documents.filter((each) => each.name === name);
          const mean = new Map<string, number>();
          for (const [term, weight] of members.flatMap((each) => each.vector)) {
            const share = weight / weightScale / members.length;
            mean.set(term, (mean.get(term) ?? 0) + share);
          }
          return { name, score: dense(...overUnion(own, mean)) };
        });
        const best = Math.max(...scores.map(({ score }) => sign * score));
        const nearest = createClassifier(
          sums,
          measure,
          'xxh64',
        )({
          vector: tested,
          fingerprint: { high: 0, low: 0 },
        });
        expect(sign * nearest.score).toBeCloseTo(best, 6);
        const { score } = scores.find(({ name }) => name === nearest.name)!;
        expect(score).toBeCloseTo(nearest.score, 6);
      }),
    );
  });

  const fingerprint = { high: 0, low: 0 };
  const weights = (...all: readonly (readonly [string, number])[]) =>
    all.map(([term, weight]) => [term, weight * weightScale] as const);

  it('is the one whose name sorts first if several are as near', () => {
    const sums: ClassSums = new Map();
    for (const name of ['b', 'c', 'a']) addToClass(sums, name, weights(['tea', 1]));
    const vector = weights(['tea', 1], ['ship', 1]);
    for (const measure of ['cosine', 'euclidean', 'hamming'] as const) {
      expect(createClassifier(sums, measure, 'xxh64')({ vector, fingerprint }).name).toBe('a');
    }
  });

  it('has a correlation of 0 if all weights of the class or of the document are equal', () => {
    const equal = weights(['tea', 1], ['ship', 1]);
    const unequal = weights(['tea', 1], ['ship', 2]);
    for (const [ofClass, vector] of [
      [equal, unequal],
      [unequal, equal],
    ] as const) {
      const sums: ClassSums = new Map();
      addToClass(sums, 'a', ofClass);
      const nearest = createClassifier(sums, 'correlation', 'xxh64');
      expect(nearest({ vector, fingerprint }).score).toBe(0);
    }
  });
});

const { dictionaries } = openInlineSigner(readConfig());
const recipe = completeRecipe({ weighting: 'tf' }, defaultRecipe(dictionaries.checksums));
const recipeFile = join(directory, 'recipe.json');
writeFileSync(
  recipeFile,
  JSON.stringify({
    ...{ name: 'classes', recipe, recipeId: recipeId(recipe), maxDistance: 3, minSimilarity: 0.6 },
    ...{ duplicateIf: 'page', ttlSeconds: null, keepText: false, keepRefused: 100 },
  }),
);
const collection = readBatchCollection(recipeFile);
const config = readConfig();

/** Runs lines through a stage. */
async function through(stage: Stage, lines: readonly string[]): Promise<string[]> {
  const written: string[] = [];
  const emit = (line: string) => void written.push(line);
  for (const line of lines) await stage.line(line, emit);
  stage.end?.(emit);
  return written;
}

const words = {
  tea: 'leaf cup kettle garden harvest steam pot'.split(' '),
  ships: 'harbour sail captain storm anchor deck voyage'.split(' '),
  moon: 'crater orbit dust lander gravity shadow phase'.split(' '),
};
const corpus = Object.entries(words).flatMap(([category, list]) =>
  Array.from({ length: 30 }, (_, number) => ({
    id: `${category}-${number}`,
    text: [0, 1, 3].map((step) => list[(number + step) % list.length]).join(' '),
    metadata: { category },
  })),
);
const lines = corpus.map((each) => JSON.stringify(each));
const split = { field: 'category', testShare: 0.3, seed: 7 };

describe('batch classify', () => {
  it.each(classMeasures)(
    'by %s gives the same result in parts as in one process',
    async (measure) => {
      let confusion: unknown = [];
      const whole = createWholeStage(collection, config, {
        ...{ ...split, measure },
        done: (_, rows) => {
          confusion = rows;
        },
      });
      const labels = await through(whole, lines);
      const parts: string[] = [];
      for (let part = 0; part < 4; part++) {
        const own = lines.filter((_, index) => index % 4 === part);
        parts.push(...(await through(createSumStage(collection, config, split), own)));
      }
      const combined = await through(createMergeStage(collection), parts.slice(0, 5));
      const merged = await through(createMergeStage(collection), [...combined, ...parts.slice(5)]);
      expect(merged).toHaveLength(3);
      const options = { ...split, measure, classes: merged.join('\n') };
      const labelled = await through(createLabelStage(collection, config, options), lines);
      expect(labelled).toEqual(labels);
      const rows = (await through(createConfusionStage(), labelled)).map((line) =>
        JSON.parse(line),
      );
      expect(rows).toEqual(confusion);
      const tested = labels.map((line) => JSON.parse(line));
      expect(tested.length).toBeGreaterThan(10);
      expect(tested.length).toBeLessThan(corpus.length - 10);
      if (measure === 'hamming') return;
      for (const { class: given, label } of tested) expect(label).toBe(given);
    },
  );

  it('by hamming compares the fingerprints of the service', async () => {
    const sums: ClassSums = new Map([
      ['one', { documents: 1, weights: new Map([['tea', weightScale]]) }],
    ]);
    const own = createClassifier(sums, 'hamming', 'xxh64');
    const zero = { high: 0, low: 0 };
    const { score } = own({ vector: [], fingerprint: zero });
    const ofOneWord = createClassifier(sums, 'hamming', 'xxh64');
    expect(ofOneWord({ vector: [], fingerprint: { high: -1, low: -1 } }).score).toBe(64 - score);
    expect(hammingDistance(zero, { high: -1, low: -1 })).toBe(64);
  });

  it('labels documents without a class, and counts only those that have one', async () => {
    const stranger = JSON.stringify({ id: 'x', text: 'a lander throws dust from a crater' });
    const whole = createWholeStage(collection, config, {
      ...{ ...split, testShare: 0, measure: 'cosine' },
      done: (_, rows) => expect(rows).toEqual([]),
    });
    const [row] = await through(whole, [...lines, stranger]);
    expect(JSON.parse(row!)).toMatchObject({ id: 'x', class: null, label: 'moon' });
  });

  it.each([
    ['a document that names no class by text', () => lines[0]!.replace('"tea"', '["tea"]')],
    ['a fingerprint', () => '{"id":"f","fingerprint":"0000000000000000"}'],
    ['no id', () => '{"text":"tea"}'],
  ])('exits with a failure for %s', async (_, line) => {
    const stage = createSumStage(collection, config, split);
    await expect(through(stage, [line()])).rejects.toThrow(/broken/);
  });

  it.each([
    ['a class without a sum', '"tea"\tnull'],
    [
      'terms without weights',
      `"tea"\t${JSON.stringify({ recipe: collection.recipeId, documents: 1, terms: [5] })}`,
    ],
    [
      'weights that are text',
      `"tea"\t${JSON.stringify({ recipe: collection.recipeId, documents: 1, terms: [['a', 'z']] })}`,
    ],
    [
      'a class that is a number',
      `5\t${JSON.stringify({ recipe: collection.recipeId, documents: 1, terms: [] })}`,
    ],
  ])('does not merge %s', async (_, line) => {
    await expect(through(createMergeStage(collection), [line])).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it.each(['{}', 'null', '{"id":"a","class":5,"label":"b","score":1}'])(
    'counts no label in %s',
    async (line) => {
      await expect(through(createConfusionStage(), [line])).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );

  it('refuses class sums of another recipe, and an empty input', async () => {
    const other = `"tea"\t${JSON.stringify({ recipe: 'f00d', documents: 1, terms: [['a', 1]] })}`;
    await expect(through(createMergeStage(collection), [other])).rejects.toThrow(/f00d/);
    const none = { ...split, measure: 'cosine', classes: '' } as const;
    expect(() => createLabelStage(collection, config, none)).toThrow(/"category"/);
  });
});

describe('rows', () => {
  const rows = [
    { id: 'a\tb', label: '茶', score: 1 },
    { id: 'c', label: 'ships', score: 0.25 },
  ];

  it('are written as NDJSON, Parquet and SequenceFile', async () => {
    const file = (ending: string) => join(directory, `rows.${ending}`);
    for (const ending of ['ndjson', 'parquet', 'seq']) await writeRows(file(ending), rows);
    const text = readFileSync(file('ndjson'), 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
    const parquet = readFileSync(file('parquet'));
    const buffer = parquet.buffer.slice(
      parquet.byteOffset,
      parquet.byteOffset + parquet.length,
    ) as ArrayBuffer;
    expect(await parquetReadObjects({ file: buffer })).toEqual(rows);
    const sequence = readFileSync(file('seq'));
    expect(sequence.subarray(0, 4)).toEqual(Buffer.from([...Buffer.from('SEQ'), 6]));
    expect(sequence.includes(JSON.stringify(rows[1]))).toBe(true);
  });
});
