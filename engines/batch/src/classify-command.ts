import type { Command } from 'commander';
import { countFlag, numberFlag, readConfig, readText } from 'neardup/engine';
import { readBatchCollection } from './batch-collection.js';
import { type ClassMeasure, classMeasures } from './class-sums.js';
import {
  type ConfusionRow,
  createConfusionStage,
  createLabelStage,
  createMergeStage,
  createSumStage,
  createWholeStage,
  type Labelled,
} from './classify-stage.js';
import { type RunOptions, runStage } from './run-stage.js';
import type { Stage } from './stage.js';
import { claimFile, writeRows } from './write-rows.js';

const help = `
Reads documents in the form of POST /documents, one per line. The vector of a document consists of
the weights of its words by the recipe: {"weighting": "tf"}, or tfIdf with a table from \`neardup
idf\`. A document without a class is not used for training or tests; it gets a label.

On many machines the work has four steps, each a filter of lines:
  sums       mapper: training documents → a line per class
  merge      reducer and combiner: these lines, sorted → one line per class
  labels     mapper: other documents → labels; --classes is the output of \`merge\`
  confusion  reducer: labels → number of documents for each class and label

Examples:
  echo '{"weighting": "tf"}' > tf.json
  neardup recipe --new --recipe tf.json > recipe.json
  neardup batch classify --recipe recipe.json --class category < pages.ndjson > labels.ndjson
  neardup batch classify --recipe recipe.json --class category --measure hamming \\
    --labels labels.parquet --confusion confusion.parquet < pages.ndjson`;

const steps = ['all', 'sums', 'merge', 'labels', 'confusion'] as const;

interface ClassifyFlags extends RunOptions {
  readonly recipe: string;
  readonly class?: string;
  readonly test: number;
  readonly seed: number;
  readonly measure: ClassMeasure;
  readonly step: (typeof steps)[number];
  readonly classes?: string;
  readonly labels?: string;
  readonly confusion?: string;
}

/** Adds the command `classify` below `neardup batch`. */
export function addClassifyCommand(batch: Command): void {
  batch
    .command('classify')
    .description('label each document with the class whose vectors are nearest')
    .requiredOption('--recipe <file>', 'output of `neardup recipe`')
    .option('--class <field>', 'field of the metadata that names the class of a document')
    .option(
      '--test <share>',
      'share of these documents used for the test, not for training',
      numberFlag(1),
      0.1,
    )
    .option('--seed <number>', 'seed of the choice of documents for the test', countFlag, 1)
    .addOption(
      batch
        .createOption('--measure <name>', 'measure of the distance to a class')
        .choices(classMeasures)
        .default('cosine'),
    )
    .addOption(
      batch.createOption('--step <name>', 'one step of a batch').choices(steps).default('all'),
    )
    .option('--classes <file>', 'output of `--step merge`; needs `--step labels`')
    .option('--labels <file>', 'write labels here: .ndjson, .parquet or .seq')
    .option('--confusion <file>', 'write the number of documents for each class and label')
    .option('--trailer', 'end with a line `#end`, the number of lines read, and of lines written')
    .option('--counters', 'report the same numbers as counters of Hadoop Streaming')
    .addHelpText('after', help)
    .action(async function (this: Command, flags: ClassifyFlags) {
      const { step, labels, confusion, classes } = flags;
      if (step !== 'all' && (labels ?? confusion) !== undefined) {
        this.error('error: --labels and --confusion can only be used without --step');
      }
      if ((step === 'labels') !== (classes !== undefined)) {
        this.error('error: --classes and --step labels must be used together');
      }
      if (step === 'all') await classifyAll(this, flags);
      else await runStage(createStage(this, flags), flags);
    });
}

function createStage(command: Command, flags: ClassifyFlags): Stage {
  const { step, measure, classes } = flags;
  const collection = readBatchCollection(flags.recipe);
  if (step === 'merge') return createMergeStage(collection);
  if (step === 'confusion') return createConfusionStage();
  const options = readSplit(command, flags);
  if (step === 'sums') return createSumStage(collection, readConfig(), options);
  const known = { ...options, measure, classes: readText(classes!) };
  return createLabelStage(collection, readConfig(), known);
}

/** Writes labels to standard output or to a file, and a summary to standard error. */
async function classifyAll(command: Command, flags: ClassifyFlags): Promise<void> {
  const { measure, labels, confusion } = flags;
  let [rows, given]: [readonly ConfusionRow[], readonly Labelled[]] = [[], []];
  const done = (found: readonly Labelled[], counted: readonly ConfusionRow[]) => {
    [given, rows] = [found, counted];
  };
  const options = { ...readSplit(command, flags), measure, done };
  const stage = createWholeStage(readBatchCollection(flags.recipe), readConfig(), options);
  for (const file of [labels, confusion]) if (file !== undefined) claimFile(file);
  const toFile: Stage = { line: stage.line, end: () => stage.end?.(() => {}) };
  await runStage(labels === undefined ? stage : toFile, flags);
  if (labels !== undefined) await writeRows(labels, given);
  if (confusion !== undefined) await writeRows(confusion, rows);
  const tested = rows.reduce((sum, { documents }) => sum + documents, 0);
  const right = rows.filter((row) => row.class === row.label);
  const correct = right.reduce((sum, { documents }) => sum + documents, 0);
  const share = tested === 0 ? '' : ` (${((100 * correct) / tested).toFixed(1)} %)`;
  process.stderr.write(`${correct} of ${tested} tested documents got their class${share}\n`);
}

function readSplit(command: Command, { class: field, test, seed }: ClassifyFlags) {
  if (field === undefined) {
    return command.error('error: --class must name the field of the metadata with the class');
  }
  return { field, testShare: test, seed };
}
