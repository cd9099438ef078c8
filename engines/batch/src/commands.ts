import type { Command } from 'commander';
import {
  type CountedTexts,
  clusterForm,
  countFlag,
  type GeometryName,
  geometry,
  geometryNames,
  openTermStore,
  readConfig,
  readText,
  type TermStore,
} from 'neardup/engine';
import { type BatchCollection, readBatchCollection } from './batch-collection.js';
import { addClassifyCommand } from './classify-command.js';
import { createComponentStage } from './component-stage.js';
import { createDocumentStage, documentColumn } from './document-stage.js';
import { createFingerprintStage, createStoredTermStage } from './fingerprint-stage.js';
import { createKeyStage } from './key-stage.js';
import { addPackCommand } from './pack-command.js';
import { createPairStage } from './pair-stage.js';
import { createReplayStage } from './replay-stage.js';
import { type RunOptions, runLines, runStage } from './run-stage.js';
import { createSignStage } from './sign-stage.js';
import { createTagStage, parseComponents } from './tag-stage.js';
import { termRecipe } from './term-row.js';
import { createTermStage, toRecords } from './term-stage.js';

const help = `
Each step reads lines from standard input and writes lines to standard output, so that an engine
can run it as a process; neardup-spark and neardup-hadoop do so. Columns are separated by tabs; all
columns of a signed document except the last are passed through. \`neardup recipe\` prints recipe
files. A line that is broken, or was made with another recipe, ends the run with an error.

Examples:
  neardup batch sign --recipe recipe.json < pages.ndjson > signed.tsv
  neardup batch keys --recipe recipe.json < signed.tsv | LC_ALL=C sort > keys.tsv
  neardup batch pairs --recipe recipe.json < keys.tsv > pairs.tsv`;

interface StageFlags extends RunOptions {
  readonly recipe: string;
}

interface PairFlags extends StageFlags {
  readonly geometry: GeometryName;
  readonly all?: boolean;
  readonly hot: number;
}

/** Adds the steps of a batch below the command `neardup batch`. */
export function addBatchCommands(command: Command): void {
  command.addHelpText('after', help);
  const stage = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .requiredOption('--recipe <file>', 'output of `neardup recipe`')
      .option('--trailer', 'end with a line `#end`, the number of lines read, and of lines written')
      .option('--counters', 'report the same numbers as counters of Hadoop Streaming');

  stage('sign', 'documents with the fields of the API → signed documents').action(
    ({ recipe, ...options }: StageFlags) =>
      runStage(createSignStage(readBatchCollection(recipe), readConfig()), options),
  );
  stage('terms', 'names and contents of files, in typed bytes → name, place, vector of terms')
    .option('--first <number>', 'position of the first file in the input', countFlag, 0)
    .option(...storeFlag)
    .option('--count', 'read no input, and count the texts in --store that contain each term')
    .action(function (this: Command, flags: TermFlags) {
      if (flags.count && flags.store === undefined) this.error('error: --count needs --store');
      return withTerms(flags.store, (store) =>
        flags.count ? count(flags, store!) : terms(flags, store),
      );
    });
  stage('fingerprints', 'vectors of terms → signed documents')
    .option(...storeFlag)
    .action(({ recipe, store: url, ...options }: TermFlags) => {
      const collection = readBatchCollection(recipe);
      return withTerms(url, (store) =>
        runStage(
          store === undefined
            ? createFingerprintStage(collection)
            : createStoredTermStage(collection, readConfig(), store),
          options,
        ),
      );
    });
  withGeometry(stage('keys', 'signed documents → one line per key of their index')).action(
    ({ recipe, geometry: name, ...options }: PairFlags) =>
      runStage(createKeyStage(readRules(recipe, name)), options),
  );
  withGeometry(stage('pairs', 'lines of `keys`, sorted → pairs of contents that match'))
    .option('--all', 'list every pair, even of contents with hot keys')
    .option('--hot <number>', 'number of contents above which a key is hot', countFlag, 2000)
    .action(({ recipe, geometry: name, all = false, hot, ...options }: PairFlags) =>
      runStage(
        createPairStage({ ...readRules(recipe, name), everyPair: all, hotAbove: hot }),
        options,
      ),
    );
  stage('components', 'pairs → each content, and the lowest content connected with it').action(
    (options: StageFlags) => runStage(createComponentStage(), options),
  );
  stage('tag', 'name, place, signed document → component, place, signed document')
    .requiredOption('--components <file>', 'output of `components`')
    .action(({ recipe, components, ...options }: StageFlags & { readonly components: string }) => {
      const collection = readBatchCollection(recipe);
      return runStage(createTagStage(parseComponents(readText(components)), collection), options);
    });
  stage('replay', 'component, place, signed document, sorted → decisions and documents')
    .option(
      '--time <ms>',
      'time of storage of position 0, in milliseconds since 1970',
      countFlag,
      0,
    )
    .action(({ recipe, time, ...options }: StageFlags & { readonly time: number }) => {
      const collection = readBatchCollection(recipe);
      const column = documentColumn(collection);
      return runStage(createReplayStage({ ...collection, time, documentColumn: column }), options);
    });
  stage('documents', 'documents of `replay` → input of `neardup import`').action(
    ({ recipe, ...options }: StageFlags) =>
      runStage(createDocumentStage(readBatchCollection(recipe)), options),
  );
  addPackCommand(command);
  addClassifyCommand(command);
}

interface TermFlags extends StageFlags {
  readonly first: number;
  readonly store?: string;
  readonly count?: boolean;
}

const storeFlag = ['--store <url>', `keyspace that holds the terms: ${clusterForm}`] as const;

async function withTerms(
  url: string | undefined,
  act: (store: TermStore | undefined) => Promise<void>,
): Promise<void> {
  if (url === undefined) return act(undefined);
  const store = await openTermStore(readConfig(), url);
  await act(store).finally(() => store.close());
}

function terms({ recipe, first, ...options }: TermFlags, store: TermStore | undefined) {
  const stage = createTermStage(readBatchCollection(recipe), readConfig(), first, store);
  return runLines(toRecords(process.stdin), stage, options);
}

async function count({ recipe }: TermFlags, store: TermStore): Promise<void> {
  const { texts, counts } = await store.count(termRecipe(readBatchCollection(recipe)).recipeId);
  process.stderr.write(`${counts.size} terms in ${texts} different texts\n`);
}

/** Reads the number of texts with each term, as the last `neardup batch terms --count` stored it. */
export async function storedTermCounts(url: string, recipeFile: string): Promise<CountedTexts> {
  const { recipeId } = termRecipe(readBatchCollection(recipeFile));
  const store = await openTermStore(readConfig(), url);
  return await store.counts(recipeId).finally(() => store.close());
}

function withGeometry(command: Command): Command {
  return command.addOption(
    command
      .createOption('--geometry <name>', 'division of fingerprints into keys')
      .choices(geometryNames)
      .default('10x25'),
  );
}

function readRules(file: string, name: GeometryName) {
  const { recipe, recipeId, rule }: BatchCollection = readBatchCollection(file);
  return { recipe, recipeId, rule, geometry: geometry(name) };
}
