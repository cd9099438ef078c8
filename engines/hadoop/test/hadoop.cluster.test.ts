import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { neardupScript } from '../../../test/cli/neardup-script.js';
import { runNeardup } from '../../../test/cli/program.js';
import { sequenceFile } from '../../batch/src/sequence-file.js';
import { decidedByService, faults, faultyIn, inOrder, rows } from '../../batch/test/batches.js';
import { classifiedLocally, classifyFlags } from '../../batch/test/classified.js';
import { documentsFor, type PostedDocument } from '../../batch/test/documents.js';
import { recipeFile } from '../../batch/test/oracle.js';
import { startNodes } from '../../cassandra/test/nodes/nodes.js';
import { listeningElsewhere } from '../../testing/listening.js';
import { createProcesses } from '../../testing/processes.js';
import { startCluster } from './cluster.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-hadoop-'));
const neardup = neardupScript(directory, 'neardup', 'neardup "$@"');
const processes = createProcesses();
let cluster: Awaited<ReturnType<typeof startCluster>>;

beforeAll(async () => {
  cluster = await startCluster(directory, processes);
});

afterAll(async () => {
  await processes.killAll();
  rmSync(directory, { recursive: true, force: true });
});

describe('Hadoop', () => {
  it('decides as checks in the order of the input, hybrid', () =>
    expectDecisions('hybrid', rows / 2));

  it.each([
    ['simhash', rows],
    ['minhash', rows / 2],
  ] as const)(
    'decides as checks in the order of the input, %s of %i',
    { tags: 'long' },
    expectDecisions,
  );

  async function expectDecisions(method: Method, count: number): Promise<void> {
    const { documents, output, run } = await pipelineOf(method, count);
    const elsewhere = new Set<string>();
    for (; run.isRunning(); await sleep(500)) {
      for (const address of listeningElsewhere(processes.pids())) elsewhere.add(address);
    }
    expect(await run.ended, run.output()).toBe(0);
    expect([...elsewhere]).toEqual([]);
    const lines = await linesOf(output);
    const { decisions, kept, service } = await decidedByService(directory, method, documents);
    await service.close();
    expect(inOrder(columns('decision', lines))).toEqual(decisions);
    expect(columns('document', lines)).toHaveLength(kept);
  }

  it('decides the same with the terms in Cassandra', { tags: 'long' }, async () => {
    const nodes = await startNodes(1);
    try {
      const own = mkdtempSync(join(directory, 'terms-'));
      const store = `cassandra://${nodes.hosts[0]}:${nodes.port}/terms`;
      const how = ['--store', store];
      // Creates the keyspace for one node.
      const recipe = await recipeFile(directory, 'simhash');
      const counted = await runNeardup(['batch', 'terms', '--count', '--recipe', recipe, ...how], {
        environment: { NEARDUP_STORE_REPLICATION: '1' },
      });
      expect(counted.code, counted.stderr).toBe(0);
      const { documents, output, run } = await pipelineOf('simhash', 300, neardup, how);
      expect(await run.ended, run.output()).toBe(0);
      const { decisions, service } = await decidedByService(own, 'simhash', documents);
      await service.close();
      expect(inOrder(columns('decision', await linesOf(output)))).toEqual(decisions);
    } finally {
      await nodes.stop();
    }
  });

  it('labels documents by the nearest class, as one process does', { tags: 'long' }, async () => {
    const { inputs, recipe, labels, confusion } = await classifiedLocally(directory, 300);
    for (const input of inputs) {
      const put = await cluster.files('-put', input, '/');
      expect(put.code, put.output).toBe(0);
    }
    const run = cluster.python(
      ...['classify.py', '--recipe', recipe, '--output', '/classified', '--reducers', '2'],
      ...['--hadoop', cluster.hadoop, '--neardup', neardup, ...classifyFlags],
      ...inputs.map((input) => `/${basename(input)}`),
    );
    expect(await run.ended, run.output()).toBe(0);
    const written = async (folder: string) =>
      (await linesOf(`/classified/${folder}`)).map((line) => line.trimEnd()).filter(Boolean);
    expect((await written('labels')).sort()).toEqual(labels);
    const counted = readFileSync(confusion, 'utf8').trimEnd().split('\n');
    expect(await written('confusion')).toEqual(counted);
  });

  it.each(faults)('fails if a mapper $fault', { tags: 'long' }, async (fault) => {
    const faulty = faultyIn('terms', directory, fault);
    const { output, run } = await pipelineOf('simhash', 300, faulty);
    expect(await run.ended).not.toBe(0);
    expect(run.output()).toMatch(complaints[fault.fault]);
    expect((await cluster.files('-test', '-e', output)).code).toBe(1);
    expect((await cluster.files('-test', '-e', `${output}.work`)).code).toBe(1);
  });
});

const complaints = {
  dies: /job terms failed/,
  'cuts its output short': /job terms: .* some were lost/,
  'breaks a line': /job fingerprints failed/,
};

/** Small enough that two mappers read one file of the largest input. */
const blockBytes = 1024 * 1024;

let runs = 0;

/** Writes the same input in two files. Only documents with a text can be read from a file. */
async function pipelineOf(
  method: Method,
  count: number,
  program = neardup,
  more: readonly string[] = [],
) {
  const documents = documentsFor(method, count).filter(({ text }) => text !== undefined);
  const name = `${method}-${++runs}`;
  const local = join(directory, `${name}.pages`);
  mkdirSync(local);
  const third = Math.floor(documents.length / 3);
  for (const [index, part] of [documents.slice(0, -third), documents.slice(-third)].entries()) {
    const file = createWriteStream(join(local, `${index}.seq`));
    await pipeline(Readable.from(sequenceFile(records(part))), file);
  }
  const put = await cluster.files('-D', `dfs.blocksize=${blockBytes}`, '-put', local, '/');
  expect(put.code, put.output).toBe(0);
  const output = `/${name}`;
  const run = cluster.python(
    'near_duplicates.py',
    ...['--recipe', await recipeFile(directory, method), '--output', output],
    ...['--hadoop', cluster.hadoop, '--neardup', program, '--reducers', '2', '--hot', '200'],
    ...more,
    `${output}.pages`,
  );
  return { documents, output, run };
}

async function* records(documents: readonly PostedDocument[]) {
  for (const { id, text } of documents) yield [id, Buffer.from(text!)] as const;
}

async function linesOf(output: string): Promise<string[]> {
  const got = await cluster.files('-get', output, directory);
  expect(got.code, got.output).toBe(0);
  const local = join(directory, basename(output));
  return readdirSync(local)
    .filter((name) => name.startsWith('part-'))
    .flatMap((name) => readFileSync(join(local, name), 'utf8').split('\n'));
}

/** Returns the last columns of the lines of a kind. */
function columns(kind: string, lines: readonly string[]): string[] {
  const before = `${kind}\t`;
  return lines.filter((line) => line.startsWith(before)).map((line) => line.slice(before.length));
}
