import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sequenceFile } from '../../../src/batch/stream/sequence-file.js';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { documentsFor, type PostedDocument } from '../documents.js';
import { neardupScript } from '../neardup-script.js';
import {
  checkedInOrder,
  collection,
  createCrawl,
  decisionLine,
  openOracle,
  recipeFile,
} from '../oracle.js';
import { startCluster } from './cluster.js';

const rows = Number(process.env.NEARDUP_TEST_ROWS ?? 20_000);
const startedAt = Date.UTC(2026, 0, 1);
const directory = mkdtempSync(join(tmpdir(), 'neardup-hadoop-'));
let cluster: Awaited<ReturnType<typeof startCluster>>;
let neardup: string;

beforeAll(async () => {
  cluster = await startCluster(directory);
  neardup = neardupScript(directory, 'neardup', 'neardup "$@"');
});

afterAll(async () => {
  await cluster?.killAll();
  rmSync(directory, { recursive: true, force: true });
});

describe('Hadoop', () => {
  it.each(['simhash', 'minhash', 'hybrid'] as const)(
    'decides as checks in the order of the input, %s',
    async (method) => {
      const { documents, output, run } = await pipelineOf(method, rows);
      expect(await run.ended, run.output()).toBe(0);
      const oracle = await openOracle(join(directory, `${method}-oracle.db`), startedAt);
      await createCrawl(oracle, method);
      const wanted = await checkedInOrder(oracle, documents);
      const lines = await linesOf(output);
      const decisions = lines
        .filter((line) => line.startsWith('decision\t'))
        .map((line) => JSON.parse(line.split('\t')[1]!))
        .sort((a, b) => a.ord - b.ord);
      expect(decisions.map(decisionLine)).toEqual(wanted);
      const stored = lines.filter((line) => line.startsWith('document\t'));
      expect(stored).toHaveLength((await oracle.stats(collection)).documents);
      await oracle.close();
    },
  );

  it.each([
    ['dies', 'neardup "$@" | head -n 50; exit 3', /job terms failed/],
    ['cuts its output short', 'neardup "$@" 2> /dev/null | head -n 50; exit 0', /some were lost/],
    ['breaks a line', `neardup "$@" | sed '50s/"id".*//'; exit 0`, /job fingerprints failed/],
  ])('fails if a mapper %s', async (name, script, message) => {
    const faulty = neardupScript(
      directory,
      `faulty-${name.replaceAll(' ', '-')}`,
      `if [ "$2" = terms ]; then ${script}; fi\nneardup "$@"`,
    );
    const { output, run } = await pipelineOf('simhash', 300, faulty);
    expect(await run.ended).not.toBe(0);
    expect(run.output()).toMatch(message);
    expect((await cluster.files('-test', '-e', output)).code).toBe(1);
    expect((await cluster.files('-test', '-e', `${output}.work`)).code).toBe(1);
  });
});

let runs = 0;

async function pipelineOf(method: Method, count: number, program = neardup) {
  const documents = documentsFor(method, count).filter(({ text }) => text !== undefined);
  const name = `${method}-${++runs}`;
  const local = join(directory, `${name}.seq`);
  await pipeline(Readable.from(sequenceFile(records(documents))), createWriteStream(local));
  const put = await cluster.files('-put', local, `/${name}.seq`);
  expect(put.code, put.output).toBe(0);
  const output = `/${name}`;
  const run = cluster.python(
    ...['--recipe', await recipeFile(directory, method), '--output', output],
    ...['--hadoop', cluster.hadoop, '--neardup', program, '--reducers', '1', '--hot', '200'],
    `${output}.seq`,
  );
  return { documents, output, run };
}

async function* records(documents: readonly PostedDocument[]) {
  for (const { id, text } of documents) yield [id, Buffer.from(text!)] as const;
}

async function linesOf(output: string): Promise<string[]> {
  const local = join(directory, 'got', output);
  mkdirSync(dirname(local), { recursive: true });
  const got = await cluster.files('-get', output, dirname(local));
  expect(got.code, got.output).toBe(0);
  return readdirSync(local)
    .filter((name) => name.startsWith('part-'))
    .flatMap((name) => readFileSync(join(local, name), 'utf8').split('\n'));
}
