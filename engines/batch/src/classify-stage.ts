import {
  analyse,
  type Config,
  type Document,
  documentRequest,
  hashFunctions,
  NeardupError,
  openInlineSigner,
  parsed,
  toDocument,
} from 'neardup/engine';
import { z } from 'zod';
import type { BatchCollection } from './batch-collection.js';
import {
  addToClass,
  type ClassMeasure,
  type ClassSums,
  createClassifier,
  type Nearest,
  type Sample,
} from './class-sums.js';
import { refuseForeignRecipe } from './refuse-foreign-recipe.js';
import { parseColumn, refusable } from './sign-stage.js';
import { broken, type Emit, type Stage, splitColumns } from './stage.js';

/** Options that divide documents into a training set and a test set. */
export interface ClassifyOptions {
  /** Metadata field with the name of a document's class. */
  readonly field: string;
  /** Share of the labelled documents held out for the test: 0 to 1. */
  readonly testShare: number;
  readonly seed: number;
}

const labelledDocument = z.object({
  id: z.string(),
  class: z.string().nullable(),
  label: z.string(),
  score: z.number(),
});

/** Outcome for a test document. `class` is read from its metadata; null if it has none. */
export type Labelled = z.infer<typeof labelledDocument>;

/** Number of test documents that belong to `class` and were given `label`. */
export type ConfusionRow = {
  readonly class: string;
  readonly label: string;
  readonly documents: number;
};

export interface ClassifiedDocument extends Sample {
  readonly id: string;
  readonly class: string | null;
  readonly isTest: boolean;
}

/**
 * Mapper of the training: reads documents in the format of POST /documents, and writes one line per class with the sum
 * of its documents' vectors. Skips test documents and documents without words. Needs memory for one number per class
 * and term.
 */
export function createSumStage(
  collection: BatchCollection,
  config: Config,
  options: ClassifyOptions,
): Stage {
  const read = createSampleReader(collection, config, options);
  const sums: ClassSums = new Map();
  return {
    async line(line) {
      const document = await read(line);
      if (document === null || document.isTest || document.class === null) return;
      addToClass(sums, document.class, document.vector);
    },
    end: (emit) => emitSums(sums, collection, emit),
  };
}

/** Reducer and combiner of the training: adds up lines of class sums, and writes one line per class. */
export function createMergeStage(collection: BatchCollection): Stage {
  const sums: ClassSums = new Map();
  return {
    line: (line) => addSumLine(sums, line, collection),
    end: (emit) => emitSums(sums, collection, emit),
  };
}

/** Mapper of the test: finds the nearest class of each document outside the training set. */
export function createLabelStage(
  collection: BatchCollection,
  config: Config,
  options: ClassifyOptions & { readonly measure: ClassMeasure; readonly classes: string },
): Stage {
  const read = createSampleReader(collection, config, options);
  const sums: ClassSums = new Map();
  for (const line of options.classes.split('\n')) {
    if (line !== '') addSumLine(sums, line, collection);
  }
  refuseNoClass(sums, options.field);
  const nearest = createClassifier(sums, options.measure, collection.recipe.hash);
  return {
    async line(line, emit) {
      const document = await read(line);
      if (document?.isTest) emit(JSON.stringify(labelled(document, nearest(document))));
    },
  };
}

/** Reducer of the test: counts the labelled documents by class and label. */
export function createConfusionStage(): Stage {
  const counts = createConfusion();
  return {
    line: (line) => counts.add(parsed(labelledDocument, parseColumn(line), '')),
    end: (emit) => {
      for (const row of counts.rows()) emit(JSON.stringify(row));
    },
  };
}

/** Runs training and test in one process. Test documents are held in memory as vectors. */
export function createWholeStage(
  collection: BatchCollection,
  config: Config,
  options: ClassifyOptions & {
    readonly measure: ClassMeasure;
    /** Receives the labels, and the counts by class and label. */
    readonly done: (labels: readonly Labelled[], rows: readonly ConfusionRow[]) => void;
  },
): Stage {
  const read = createSampleReader(collection, config, options);
  const sums: ClassSums = new Map();
  const tested: ClassifiedDocument[] = [];
  return {
    async line(line) {
      const document = await read(line);
      if (document === null) return;
      if (document.isTest) tested.push(document);
      else addToClass(sums, document.class!, document.vector);
    },
    end(emit) {
      refuseNoClass(sums, options.field);
      const nearest = createClassifier(sums, options.measure, collection.recipe.hash);
      const counts = createConfusion();
      const labels = tested.map((document) => labelled(document, nearest(document)));
      for (const row of labels) {
        counts.add(row);
        emit(JSON.stringify(row));
      }
      options.done(labels, counts.rows());
    },
  };
}

const labelled = (
  { id, class: given }: ClassifiedDocument,
  { name, score }: Nearest,
): Labelled => ({
  id,
  class: given,
  label: name,
  score,
});

/** Creates a reader of documents in the format of `batch sign`. It returns null for a document without words. */
export function createSampleReader(
  collection: BatchCollection,
  config: Config,
  { field, testShare, seed }: ClassifyOptions,
) {
  const { signer, dictionaries } = openInlineSigner(config);
  const { recipe } = collection;
  refuseForeignRecipe(collection, dictionaries.checksums);
  const request = documentRequest(config);

  async function readSample({ content }: Document): Promise<Sample> {
    if (content.kind === 'fingerprint') throw broken('a fingerprint alone has no terms');
    const readable =
      content.kind === 'page'
        ? ({ kind: 'text', text: (await signer.extract(content.page)).text } as const)
        : content;
    const { features, signature } = analyse(readable, recipe, dictionaries, false);
    const { terms, weights } = features!;
    const vector = terms.map((term, index) => [term, weights[index]!] as const);
    return { vector, fingerprint: signature.fingerprint };
  }

  return async (line: string): Promise<ClassifiedDocument | null> => {
    const document = toDocument(parsed(request.json, parseColumn(line), ''));
    const { id, metadata } = document;
    if (id === undefined) throw broken('a document of a batch needs an id');
    const sample = await refusable(id, () => readSample(document));
    if ('error' in sample) return null;
    const given = readClass(metadata, field);
    const isTest = given === null || isForTest(id, { testShare, seed });
    return { id, class: given, isTest, ...sample };
  };
}

/** Returns the class named in a document's metadata; null if there is none. */
function readClass(metadata: string | null, field: string): string | null {
  const fields: Record<string, unknown> = metadata === null ? {} : JSON.parse(metadata);
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw broken(`"${field}" of its metadata names no class: it must be text or a number`);
}

/**
 * Returns true if a labelled document is held out for the test. All processes of a batch divide the documents in the
 * same way.
 */
export function isForTest(
  id: string,
  { testShare, seed }: Pick<ClassifyOptions, 'testShare' | 'seed'>,
): boolean {
  return Number(hashFunctions.xxh64(`${seed}\n${id}`) >> 11n) / 2 ** 53 < testShare;
}

const classSum = z.object({
  recipe: z.string(),
  documents: z.int().min(1),
  terms: z.array(z.tuple([z.string(), z.number().min(0)])),
});

/**
 * Writes one line per class. The class is the first column, because engines sort and partition by the first column.
 * Columns are separated by a tab, which JSON never contains.
 */
function emitSums(sums: ClassSums, { recipeId }: BatchCollection, emit: Emit): void {
  for (const [name, { documents, weights }] of inOrder(sums)) {
    const row = { recipe: recipeId, documents, terms: inOrder(weights) };
    emit(`${JSON.stringify(name)}\t${JSON.stringify(row)}`);
  }
}

function addSumLine(sums: ClassSums, line: string, { recipeId }: BatchCollection): void {
  const [name, column] = splitColumns(line, 2) as [string, string];
  const row = parsed(classSum, parseColumn(column), '');
  if (row.recipe !== recipeId) {
    throw new NeardupError(
      'recipe_mismatch',
      `the line was made by recipe "${row.recipe}", not "${recipeId}"`,
    );
  }
  addToClass(sums, parsed(z.string(), parseColumn(name), ''), row.terms, row.documents);
}

function refuseNoClass(sums: ClassSums, field: string): void {
  if (sums.size > 0) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot classify: no training document has "${field}" in its metadata`,
  );
}

function createConfusion() {
  const counts = new Map<string, Map<string, number>>();
  return {
    /** Unlabelled documents are not counted. */
    add({ class: given, label }: Labelled): void {
      if (given === null) return;
      const row = counts.get(given) ?? new Map<string, number>();
      counts.set(given, row.set(label, (row.get(label) ?? 0) + 1));
    },
    rows: (): ConfusionRow[] =>
      inOrder(counts).flatMap(([given, row]) =>
        inOrder(row).map(([label, documents]) => ({ class: given, label, documents })),
      ),
  };
}

function inOrder<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
