/**
 * Reproduces table 3 and figure 4 of Zhang 2014: the time of Euclidean distance, cosine, correlation and SimHash over
 * the same pairs, in one process and on Hadoop with 1, 2 and 3 concurrent mappers.
 *
 *   npm run bench -- measures [--data DIR] [--documents 14000,200000] [--before 20] [--rounds 3]
 *     [--parts 6] [--mappers 1,2,3] [--no-hadoop] [--report DIR]
 *
 * With --data, documents are slices of 250 characters from the public sets; otherwise, generated pages. All pairs of
 * 200,000 documents would be 2 · 10^10, so each document is compared with the 20 before it in a random order: the same
 * pairs for each measure, in six parts, one for each mapper. The sum of each measure must be the same everywhere. Hadoop
 * runs as in `npm run test:engines`: HDFS and YARN on this machine with one NodeManager, which limits the concurrent
 * mappers. --report writes charts (SVG) into a directory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { barChart, lineChart } from '../../../harness/chart.js';
import { figure, median, table } from '../../../harness/measure.js';
import { createNearPairSearch, nearPairsTasks } from '../../../src/batch/pairs/near-pairs.js';
import { readConfig } from '../../../src/config.js';
import { toHex } from '../../../src/fingerprint/blocks.js';
import { completeRecipe, defaultRecipe, recipeId } from '../../../src/fingerprint/recipe.js';
import type { Fingerprint } from '../../../src/fingerprint/signature.js';
import { openInlineSigner } from '../../../src/open-detector.js';
import { type BatchCollection, readBatchCollection } from '../../batch/src/batch-collection.js';
import { createProcesses } from '../../testing/processes.js';
import { startCluster } from '../test/cluster.js';
import {
  comparePart,
  createReader,
  type Measure,
  measures,
  type Part,
  type Totals,
} from './compare.js';
import { documents, type PartFiles, processorSeconds, writeParts } from './documents.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '14000,200000' },
    before: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    parts: { type: 'string', default: '6' },
    mappers: { type: 'string', default: '1,2,3' },
    'no-hadoop': { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);
const before = Number(options.before);
const rounds = Number(options.rounds);
const mappers = numbers(options.mappers);
const partCount = Number(options.parts);
const maxDistance = 3;
let jobs = 0;

const directory = mkdtempSync(join(tmpdir(), 'neardup-measures-'));
const processes = createProcesses();
try {
  const collection = writeRecipe(join(directory, 'recipe.json'));
  const cluster = options['no-hadoop'] ? null : await startCluster(directory, processes);
  const results: Result[] = [];
  for (const size of numbers(options.documents))
    results.push(await measured(size, collection, cluster));
  if (options.report !== undefined) writeCharts(options.report, results);
} finally {
  await processes.killAll();
  rmSync(directory, { recursive: true, force: true });
}

type Cluster = Awaited<ReturnType<typeof startCluster>>;

interface Result {
  readonly size: number;
  readonly pairs: number;
  /** Processor time in seconds for the pairs, by measure. */
  readonly compared: ReadonlyMap<Measure, number>;
  /** Jobs by measure, in the order of `mappers`, preceded by a single process. */
  readonly jobs: ReadonlyMap<Measure, readonly JobTime[]>;
}

/** Seconds from submission to completion, and processor time of the mappers alone. */
interface JobTime {
  readonly whole: number;
  readonly processor: number;
}

/** Writes the default recipe without sketches, which no measure here reads. */
function writeRecipe(file: string): BatchCollection {
  const { checksums } = openInlineSigner(readConfig()).dictionaries;
  const recipe = completeRecipe({ method: 'simhash' }, defaultRecipe(checksums));
  const rule = { maxDistance, duplicateIf: 'page' };
  const settings = { ttlSeconds: null, keepText: false, keepRefused: 0 };
  const named = { name: 'measures', recipe, recipeId: recipeId(recipe), ...rule, ...settings };
  writeFileSync(file, JSON.stringify(named));
  return readBatchCollection(file);
}

async function measured(
  size: number,
  collection: BatchCollection,
  cluster: Cluster | null,
): Promise<Result> {
  const folder = join(directory, `${size}`);
  const files = await writeParts(documents(options.data, size), collection, partCount, folder);
  const { compared, totals } = await comparedInMemory(files, collection);
  const { pairs } = totals.get('SimHash')!;
  printCompared({ size, pairs, compared }, files, await allNear(files, collection));
  const jobs = await timedJobs(files, totals, cluster);
  printJobs({ size, jobs });
  rmSync(folder, { recursive: true });
  return { size, pairs, compared, jobs };
}

/** Reads all parts of a measure. */
async function partsOf(measure: Measure, files: PartFiles, collection: BatchCollection) {
  const parts: Part[] = [];
  for (const file of inputsOf(measure, files)) {
    const read = createReader(measure, collection);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    parts.push(lines.map(read) as unknown as Part);
  }
  return parts;
}

function inputsOf(measure: Measure, { terms, fingerprints }: PartFiles): readonly string[] {
  return measure === 'SimHash' ? fingerprints : terms;
}

/** Compares in memory. Measures alternate in each round; the first round is not counted. */
async function comparedInMemory(files: PartFiles, collection: BatchCollection) {
  const vectors = await partsOf('cosine', files, collection);
  const fingerprints = await partsOf('SimHash', files, collection);
  const seconds = new Map(measures.map((measure) => [measure, [] as number[]]));
  const totals = new Map<Measure, Totals>();
  for (let round = 0; round <= rounds; round++) {
    for (const measure of round % 2 === 0 ? measures : measures.toReversed()) {
      const parts = measure === 'SimHash' ? fingerprints : vectors;
      const time = await processorSeconds(() =>
        totals.set(measure, summed(parts.map((part) => comparePart(measure, part, before)))),
      );
      if (round > 0) seconds.get(measure)!.push(time);
    }
  }
  const compared = new Map([...seconds].map(([measure, times]) => [measure, median(times)]));
  return { compared, totals };
}

function summed(parts: readonly Totals[]): Totals {
  return parts.reduce((all, { pairs, sum }) => ({ pairs: all.pairs + pairs, sum: all.sum + sum }), {
    pairs: 0,
    sum: 0,
  });
}

/** Number of all pairs within the distance, and the seconds to find them by parts of the fingerprints. */
async function allNear(files: PartFiles, collection: BatchCollection) {
  const parts = await partsOf('SimHash', files, collection);
  const all = parts.flat() as Fingerprint[];
  const distinct = [...new Map(all.map((each) => [toHex(each), each])).values()];
  const high = Int32Array.from(distinct, (each) => each.high);
  const low = Int32Array.from(distinct, (each) => each.low);
  let pairs = 0;
  const seconds = await processorSeconds(() => {
    const search = createNearPairSearch({ high, low }, maxDistance);
    for (const task of nearPairsTasks({ high, low }, maxDistance, 1)) search(task, () => pairs++);
  });
  return { seconds, pairs, distinct: distinct.length };
}

/** Times one process over all parts, then the jobs, round by round. */
async function timedJobs(
  files: PartFiles,
  totals: ReadonlyMap<Measure, Totals>,
  cluster: Cluster | null,
) {
  const runs = [
    (measure: Measure) => inOneProcess(measure, inputsOf(measure, files)),
    ...(cluster === null
      ? []
      : mappers.map((atOnce) => (measure: Measure) => job(cluster, measure, files, atOnce))),
  ];
  if (cluster !== null) await put(cluster, files);
  const times = new Map(measures.map((measure) => [measure, runs.map(() => [] as JobTime[])]));
  for (let round = 0; round < rounds; round++) {
    for (const measure of measures) {
      for (const [index, run] of runs.entries()) {
        const start = performance.now();
        const written = (await run(measure)).map(writtenOf);
        const processor = written.reduce((sum, each) => sum + each.processor, 0);
        times.get(measure)![index]!.push({ whole: (performance.now() - start) / 1000, processor });
        refuseOther(measure, summed(written), totals.get(measure)!);
      }
    }
  }
  if (cluster !== null) await filesOf(cluster, '-rm', '-r', '-skipTrash', '/measures');
  const medians = (each: readonly JobTime[]) => ({
    whole: median(each.map(({ whole }) => whole)),
    processor: median(each.map(({ processor }) => processor)),
  });
  return new Map([...times].map(([measure, each]) => [measure, each.map(medians)]));
}

function refuseOther(measure: Measure, { pairs, sum }: Totals, expected: Totals): void {
  const isEqual =
    pairs === expected.pairs && Math.abs(sum - expected.sum) <= 1e-9 * Math.abs(expected.sum);
  if (isEqual) return;
  throw new Error(
    `${measure}: ${sum} over ${pairs} pairs, not ${expected.sum} over ${expected.pairs}`,
  );
}

function mapperOf(measure: Measure, recipe: string) {
  const program = join(import.meta.dirname, 'mapper.ts');
  const tsx = import.meta.resolve('tsx');
  return [process.execPath, '--import', tsx, program, measure, recipe, `${before}`];
}

async function inOneProcess(measure: Measure, inputs: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const input of inputs) {
    const [command, ...args] = mapperOf(measure, join(directory, 'recipe.json'));
    const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    createReadStream(input).pipe(child.stdin!);
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`The mapper of ${measure} failed`);
    lines.push(output);
  }
  return lines;
}

/** Parses the totals and the processor time written by a mapper. */
function writtenOf(line: string): Totals & { readonly processor: number } {
  const [pairs, sum, processor] = line.trim().split('\t').map(Number);
  return { pairs: pairs!, sum: sum!, processor: processor! };
}

async function put(cluster: Cluster, { terms, fingerprints }: PartFiles): Promise<void> {
  for (const [name, files] of [
    ['terms', terms],
    ['fingerprints', fingerprints],
  ] as const) {
    await filesOf(cluster, '-mkdir', '-p', `/measures/${name}`);
    await filesOf(cluster, '-put', ...files, `/measures/${name}`);
  }
}

async function job(
  cluster: Cluster,
  measure: Measure,
  files: PartFiles,
  atOnce: number,
): Promise<string[]> {
  const input = measure === 'SimHash' ? 'fingerprints' : 'terms';
  const output = `/measures/out-${++jobs}`;
  const recipe = join(directory, 'recipe.json');
  const run = cluster.streaming(
    ...['-D', 'mapreduce.job.reduces=0', '-D', 'mapreduce.job.maps=1'],
    ...['-D', `mapreduce.job.running.map.limit=${atOnce}`, '-files', recipe],
    ...['-input', `/measures/${input}`, '-output', output],
    ...['-mapper', mapperOf(measure, basename(recipe)).join(' ')],
  );
  if ((await run.ended) !== 0) throw new Error(run.output());
  const got = await filesOf(cluster, '-cat', `${output}/part-*`);
  const lines = got.split('\n').filter((line) => /^\d+\t[\d.e+-]+\t[\d.]+\s*$/.test(line));
  if (lines.length !== files.terms.length) throw new Error(`Not one line a part:\n${got}`);
  return lines;
}

async function filesOf(cluster: Cluster, ...args: readonly string[]): Promise<string> {
  const { code, output } = await cluster.files(...args);
  if (code !== 0) throw new Error(output);
  return output;
}

interface AllNear {
  readonly seconds: number;
  readonly pairs: number;
  readonly distinct: number;
}

function printCompared(
  { size, pairs, compared }: Omit<Result, 'jobs'>,
  { seconds }: PartFiles,
  near: AllNear,
): void {
  const allPairs = (size * (size - 1)) / 2;
  const simhash = compared.get('SimHash')!;
  const rows = [...compared].map(([measure, time]) => [
    ...[measure, figure((time / pairs) * 1e6), figure(time / simhash)],
    figure((time / pairs) * allPairs),
  ]);
  console.log(`\n${figure(size)} documents, ${figure(pairs)} pairs, in memory, processor time\n`);
  console.log(table(['measure', 'µs a pair', 'times SimHash', 'all pairs, s (computed)'], rows));
  console.log(
    `\nVectors of terms: ${figure(seconds.terms)} s; fingerprints of them: ${figure(seconds.fingerprints)} s. ` +
      `All pairs within ${maxDistance} bits of ${figure(near.distinct)} different fingerprints, by four parts: ` +
      `${figure(near.seconds)} s, ${figure(near.pairs)} pairs\n`,
  );
}

function printJobs({ size, jobs }: Pick<Result, 'size' | 'jobs'>): void {
  const head = ['measure', 'one process, s'];
  for (const atOnce of options['no-hadoop'] ? [] : mappers) head.push(`Hadoop, ${atOnce}, s`);
  console.log(
    `${figure(size)} documents, jobs by mappers at once (processor time of the mappers)\n`,
  );
  console.log(
    table(
      head,
      [...jobs].map(([measure, times]) => [
        measure,
        ...times.map(({ whole, processor }) => `${figure(whole)} (${figure(processor)})`),
      ]),
    ),
  );
}

function writeCharts(folder: string, results: readonly Result[]): void {
  mkdirSync(folder, { recursive: true });
  const figures = (value: number) => Number(value.toPrecision(3));
  const named = (size: number) => `${figure(size)} documents`;
  writeFileSync(
    join(folder, 'measures-pairs.svg'),
    barChart({
      title: 'Time to compare a pair of documents, in memory',
      categories: measures,
      y: { name: 'µs, logarithmic', log: true },
      series: results.map(({ size, pairs, compared }) => ({
        name: named(size),
        values: measures.map((measure) => figures((compared.get(measure)! / pairs) * 1e6)),
      })),
    }),
  );
  if (options['no-hadoop']) return;
  for (const { size, jobs } of results) {
    writeFileSync(
      join(folder, `measures-hadoop-${size}.svg`),
      lineChart({
        title: `Time of a job over the pairs of ${named(size)}, by mappers at once`,
        x: { name: 'mappers at once', min: 1 },
        y: { name: 'seconds', min: 0 },
        series: measures.map((name) => ({
          name,
          points: mappers.map((atOnce, index) => [
            atOnce,
            figures(jobs.get(name)![index + 1]!.whole),
          ]),
        })),
      }),
    );
  }
}
