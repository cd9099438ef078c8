import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { comparedFieldNames, documentRequest } from '../api/content.js';
import { keepValues, parseKeepRule } from '../api/keep-rule.js';
import { compareDocuments, type Stage } from '../batch/dedup/compare-documents.js';
import { completeJob, type JobInput, openJob, removeJob } from '../batch/dedup/job.js';
import { refuseUnknownField } from '../batch/dedup/notes.js';
import { signInputs } from '../batch/dedup/sign-inputs.js';
import { readConfig } from '../config.js';
import { matchRule } from '../detector/collections.js';
import { NeardupError } from '../errors.js';
import { parseFields } from '../input/document-lines.js';
import { findInputs, type Input, sumBytes } from '../input/find-inputs.js';
import { openBatchSigner } from '../open-detector.js';
import { compiledFile, wordTrieBytes } from '../package-facts.js';
import { printable } from '../printable.js';
import { type AgainstFlags, openAgainst, storeAgainst } from './dedup-against.js';
import { type CollectionFlags, dedupCollection } from './dedup-collection.js';
import { duplicateOption } from './duplicate-option.js';
import {
  collectionFlag,
  maxDistanceOption,
  minSimilarityOption,
  numberFlag,
  positiveFlag,
} from './flags.js';
import { formatCount, formatRate, startProgress } from './import-progress.js';

interface DedupFlags extends CollectionFlags, AgainstFlags {
  readonly out: string;
  readonly fields: string;
  readonly keep: string;
  readonly components?: boolean;
  readonly pairs?: boolean;
  readonly decisionsOnly?: boolean;
  readonly threads: number;
  readonly memory: number;
}

const help = `
Writes into DIR when everything is done:
  kept.*            the kept records in their input format: kept.ndjson, .json, .csv, .tsv, each also
                    .gz or .zst, kept.parquet; for pages and WARC {"id","title","text"}
  decisions.ndjson  {"id","decision","duplicateOf","similarTo","distance","similarity","exact",
                    "adds","covers","level"} per document
  clusters.ndjson   {"representative","size","members","similar"} for each document that others match
  rejected.ndjson   {"place","code","message"} for input that could not be read or has no words
  pairs.ndjson      with --pairs: {"a","b","distance","similarity","exact","adds","covers","level"}
  report.md, report.html   figures, with charts; the page also has examples with excerpts of texts

The first document wins, in the order of the input: decisions are the same as if every
document were checked in turn against an empty collection. A document that is only similar to
another is kept. With --components, all documents that are connected by matches of the kind
--duplicate-if, directly or through others, are one cluster instead. If ids are addresses (--fields
id=url), lines that most pages of a site have, such as menus and footers, do not count; with
--components, or "siteLines": false in the file of --recipe, they do. Inputs are those of \`neardup import\`, quoted patterns such as
'shards/*.parquet' included.

An interrupted run resumes when the command is repeated; until it is complete it works in DIR.part. A
line that cannot be read is reported and skipped, and the exit code is then 1.

Examples:
  neardup dedup pages.ndjson.gz --out clean
  neardup dedup crawl-*.warc.gz saved-pages/ --out clean --components
  neardup dedup articles.jsonl --fields id=url,text=body --recipe simhash.json --out clean
  neardup dedup pages.ndjson --recipe news.json --out clean
  neardup dedup today.ndjson --against yesterday.ndjson --keep longest --out new
  neardup dedup today.ndjson --url http://127.0.0.1:8080 --collection news --out new`;

export function dedupCommand(): Command {
  return new Command('dedup')
    .description('write files without their near-duplicates; needs no service and no database')
    .addArgument(
      new Argument(
        '<file...>',
        'NDJSON, JSON arrays, CSV, TSV, WARC, WET, WACZ, Parquet, pages, directories; - is standard input',
      ),
    )
    .requiredOption('--out <dir>', 'directory to write, complete or not at all')
    .option(
      '--recipe <file>',
      'fields of a recipe that replace the default, or recipe and thresholds as `neardup recipe` prints them',
    )
    .addOption(maxDistanceOption())
    .addOption(minSimilarityOption())
    .option(
      '--min-containment <number>',
      'a text with this share of its words in another one is a duplicate, if the recipe has parts',
      numberFlag(1),
    )
    .addOption(duplicateOption('which matches make a duplicate (default: page)'))
    .option(
      '--fields <list>',
      'fields of a line that make up the document, such as id=url,text=body',
      comparedFieldNames.join(','),
    )
    .option(
      '--against <file>',
      'leave out duplicates of documents in this file of documents or database file; may be repeated',
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .addOption(
      new Option('--url <url>', 'leave out duplicates of documents in a running service').conflicts(
        'against',
      ),
    )
    .option(
      '--collection <name>',
      'collection of the database file or service (default: default)',
      collectionFlag,
    )
    .option(
      '--keep <copy>',
      `copy to keep: ${keepValues} with the greatest number or time`,
      'first',
    )
    .option('--components', 'also join documents that are connected only through others')
    .option('--pairs', 'also write all matching pairs')
    .option('--decisions-only', 'do not write kept records')
    .addOption(
      new Option('--threads <number>', 'number of threads')
        .argParser(positiveFlag(9_999_999))
        .default(availableParallelism(), 'one per core'),
    )
    .option(
      '--memory <MiB>',
      'memory for sketches; the rest are read from disk',
      positiveFlag(9_999_999),
      1024,
    )
    .addHelpText('after', help)
    .action(runDedup);
}

async function runDedup(names: readonly string[], flags: DedupFlags): Promise<void> {
  const startedAt = performance.now();
  const keepsLines = flags.decisionsOnly !== true;
  refuseFileName(flags.out);
  const fields = parseFields(flags.fields);
  const keep = parseKeepRule(flags.keep);
  const { inputs, skipped } = findInputs(names);
  const { maxDistance, minSimilarity, minContainment, duplicateIf } = flags;
  const limits = { maxDistance, minSimilarity, minContainment, duplicateIf };
  let against = await openAgainst(flags, limits);
  const { signer, defaultRecipe, config } = openSigner(flags);
  try {
    const collection = dedupCollection(flags, defaultRecipe, against?.facts ?? null);
    const { recipe, recipeId } = collection;
    const job = openJob(flags.out, {
      version: 7,
      inputs: inputs.map(jobInput),
      recipeId,
      fields: flags.fields,
      keepsLines,
      keep: flags.keep,
      ...(against && {
        against: [against.name, limits, ...against.inputs.map(jobInput)],
      }),
    });
    const request = documentRequest(config);
    if (against !== null && !job.checkpoint.complete) {
      const onNote = (note: string) => process.stderr.write(`${printable(note)}\n`);
      const reading = { fields, defaultRecipe, request, limits: config, onNote };
      const { directory } = job;
      against = await storeAgainst(against, { ...reading, directory, collection });
    }
    const signed = job.checkpoint.complete
      ? job.checkpoint
      : await signInputs({
          ...job,
          ...{ inputs, collection, signer, keepsLines, keep, limits: config },
          threads: {
            ...{ count: flags.threads, wordTrie: wordTrieBytes(), limits: config },
            taskFile: compiledFile('batch/dedup/sign-task.js'),
          },
          metadataPath: keep.kind === 'field' ? keep.path : null,
          ...{ fields, defaultRecipe },
          request,
          against: against?.compare ?? null,
          startProgress: (state) =>
            startProgress({ stream: process.stderr, bytesTotal: sumBytes(inputs), state }),
        });
    await against?.close();
    try {
      refuseUnknownField(keep, job.directory);
    } catch (error) {
      removeJob(job.directory); // a run with another value may then begin
      throw error;
    }
    // The signing threads, which are no longer needed, hold half of the memory that a run uses.
    await signer.close();
    const stages = createStages(signed.documents);
    const compared = await compareDocuments({
      ...{ inputs: names, method: recipe.method, recipeId, rejected: signed.rejected },
      skipped: skipped + signed.skipped,
      directory: job.directory,
      fields,
      rules: {
        recipe,
        rule: matchRule('compare', collection, {}),
        duplicateIf: collection.duplicateIf,
      },
      byComponents: flags.components ?? false,
      learnsSites: collection.siteLines,
      withPairs: flags.pairs ?? false,
      keepsLines,
      keep,
      against: against?.name ?? null,
      threads: flags.threads,
      sketchBytesMax: flags.memory * 2 ** 20,
      pairTaskFile: compiledFile('batch/pairs/pair-task.js'),
      decideTaskFile: compiledFile('batch/dedup/decide-task.js'),
      ...stages,
    }).finally(stages.stop);
    completeJob(job.directory, flags.out);
    const tookMs = performance.now() - startedAt;
    process.stdout.write(
      `${formatCount(compared.documents, 'document')} in ${(tookMs / 1000).toFixed(1)} s (${formatRate(compared.documents, tookMs)}): ${compared.kept.toLocaleString('en-US')} kept, ${compared.similar.toLocaleString('en-US')} similar, ${formatCount(compared.clusters, 'cluster')}, ${signed.rejected} rejected, ${skipped + signed.skipped} skipped\n`,
    );
    process.stderr.write(printable(`Look at ${join(flags.out, 'report.html')}`).concat('\n'));
    if (signed.unnamed > 0) {
      process.stderr.write(
        `${formatCount(signed.unnamed, 'document')} without an id: each is named FILE:LINE; --fields id=NAME says which field is the id.\n`,
      );
    }
    if (against !== null && against.leftOut > 0) {
      process.stderr.write(`${formatCount(against.leftOut, 'record')} of --against left out\n`);
      process.exitCode = 1;
    }
    if (signed.rejected > 0) process.exitCode = 1;
    if (signed.documents + signed.rejected === 0) {
      process.stderr.write('Nothing was read: there is no document in these inputs.\n');
      process.exitCode = 1;
    }
  } finally {
    await against?.close();
    await signer.close();
  }
}

function refuseFileName(out: string): void {
  if (!/\.(ndjson|jsonl?|csv|tsv|parquet|gz|zst)$/i.test(out)) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot write "${out}": --out is a directory, which will contain several files`,
  );
}

function openSigner({ threads }: DedupFlags) {
  const config = readConfig({ dataFile: ':memory:' });
  const signer = openBatchSigner({
    ...config,
    signingThreads: threads,
    extractionThreads: threads,
  });
  return { ...signer, config };
}

function jobInput({ name, size }: Input): JobInput {
  return { name, size, modifiedAtMs: size === null ? null : statSync(name).mtimeMs };
}

const stageNames: Readonly<Record<Stage, string>> = {
  collapse: 'Finding equal contents',
  pairs: 'Finding near contents',
  decisions: 'Deciding',
  outputs: 'Writing',
};

/** Reports the stages after signing on standard error: the duration of each stage, and the progress of long ones. */
function createStages(documents: number) {
  let [stage, startedAt] = ['', performance.now()];
  let done = { bytes: 0, waiting: 0, documents: 0, failed: 0, skipped: 0 };
  let progress: ReturnType<typeof startProgress> | undefined;

  function finish(): void {
    progress?.stop();
    progress = undefined;
    if (stage === '') return;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stderr.write(`${stage}: ${seconds} s\n`);
    stage = '';
  }

  return {
    onStage(name: Stage): void {
      finish();
      [stage, startedAt] = [stageNames[name], performance.now()];
    },
    onProgress(tasks: number, total: number): void {
      done = { ...done, bytes: tasks, documents: Math.floor((documents * tasks) / total) };
      const state = () => done;
      progress ??= startProgress({ stream: process.stderr, bytesTotal: total, state });
    },
    stop: finish,
  };
}
