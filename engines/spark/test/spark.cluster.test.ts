import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { neardupScript } from '../../../test/cli/neardup-script.js';
import { ndjson, runNeardup } from '../../../test/cli/program.js';
import {
  decidedByService,
  faults,
  faultyIn,
  inOrder,
  rows,
  startedAt,
} from '../../batch/test/batches.js';
import { classifiedLocally, classifyFlags } from '../../batch/test/classified.js';
import { documentsFor } from '../../batch/test/documents.js';
import { checkedInOrder, collection, openOracle, recipeFile } from '../../batch/test/oracle.js';
import { listeningElsewhere } from '../../testing/listening.js';
import { createProcesses, type Started, until } from '../../testing/processes.js';
import { heldIn, startCluster } from './cluster.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-spark-'));
const neardup = neardupScript(directory, 'neardup', 'neardup "$@"');
const processes = createProcesses();
let cluster: Awaited<ReturnType<typeof startCluster>>;
let workers: Started[];

beforeAll(async () => {
  cluster = await startCluster(directory, processes);
  workers = await Promise.all([cluster.startWorker(), cluster.startWorker()]);
});

afterEach(() => cluster.endSubmissions());

afterAll(async () => {
  await processes.killAll();
  rmSync(directory, { recursive: true, force: true });
});

describe('Spark', () => {
  it('decides like checks in input order, even if a worker dies in the pair stage', async () => {
    const held = heldIn(directory, 'pairs');
    const run = await submission('hybrid', { neardup: held.neardup });
    await until('pair stage', run.submitted, held.isReached);
    expect(listeningElsewhere(processes.pids())).toEqual([]);
    await processes.kill(workers[0]!);
    held.letGo();
    try {
      await expectDecisions(run);
    } finally {
      // Later tests need both workers.
      workers[0] = await cluster.startWorker();
    }
  });

  it('decides the same if a worker dies while components are made', { tags: 'long' }, async () => {
    const run = await submission('minhash');
    const { output } = run.submitted;
    await until('second round', run.submitted, () => output().includes('round 2 begins'));
    await processes.kill(workers[1]!);
    try {
      await expectDecisions(run);
    } finally {
      // Later tests need both workers.
      workers[1] = await cluster.startWorker();
    }
  });

  it('leaves a state from which a service continues', { tags: 'long' }, async () => {
    const run = await submission('simhash');
    const { service, kept } = await expectDecisions(run);
    const lines = linesIn(join(run.output, 'documents')).map((line) => `${line}\n`);
    const data = join(directory, 'imported.db');
    const imported = await runNeardup(['import', '-', '--data', data], { input: lines.join('') });
    expect(imported.code, imported.stderr).toBe(0);
    const successor = await openOracle(data, startedAt + 10 * rows);
    expect((await successor.stats(collection)).documents).toBe(kept);

    const others = documentsFor('simhash', rows + 1).slice(0, 500);
    const again = run.documents
      .slice(0, 500)
      .map(({ id, ...rest }) => ({ ...rest, id: `${id}/2` }));
    const later = [...others, ...again];
    expect(await checkedInOrder(successor, later)).toEqual(await checkedInOrder(service, later));
    await Promise.all([successor.close(), service.close()]);
  });

  it.each(faults)('fails if a mapper $fault', { tags: 'long' }, async (fault) => {
    const faulty = faultyIn('sign', directory, fault);
    const run = await submission('simhash', { neardup: faulty, count: 300 });
    expect(await run.submitted.ended).not.toBe(0);
    expect(run.submitted.output()).toMatch(complaints[fault.fault]);
    expect(existsSync(run.output)).toBe(false);
    expect(existsSync(`${run.output}.work`)).toBe(false);
  });

  it('labels documents by the nearest class, as one process does', { tags: 'long' }, async () => {
    const { inputs, recipe, labels, confusion } = await classifiedLocally(directory, small);
    const output = join(directory, 'classified');
    const submitted = cluster.submit({
      ...{ inputs, recipe, output, neardup, script: 'classify.py', flags: classifyFlags },
    });
    expect(await submitted.ended, submitted.output()).toBe(0);
    expect(linesIn(join(output, 'labels')).sort()).toEqual(labels);
    const counted = readFileSync(confusion, 'utf8').trimEnd().split('\n');
    expect(linesIn(join(output, 'confusion'))).toEqual(counted);
  });

  it('lists components and pairs', { tags: 'long' }, async () => {
    const parts = await listed('components');
    const component = new Map(parts.map((part) => [part.ord, part.component]));
    expect(component.size).toBe(small);
    const documents = documentsFor('simhash', small);
    const idOnce = new Map<string, number | null>();
    for (const [place, { id }] of documents.entries())
      idOnce.set(id, idOnce.has(id) ? null : place);
    const pairs = await listed('pairs');
    expect(pairs.length).toBeGreaterThan(10);
    for (const { a, b, distance } of pairs) {
      expect(distance).toBeLessThanOrEqual(3);
      const [one, other] = [idOnce.get(a)!, idOnce.get(b)!];
      if (one !== null && other !== null) expect(component.get(one)).toBe(component.get(other));
    }
  });
});

const small = 300;

const complaints = {
  dies: /Subprocess exited with status 3/,
  'cuts its output short': /some were lost on the way/,
  'breaks a line': /Malformed records are detected/,
};

interface Changes {
  readonly neardup?: string;
  readonly count?: number;
  readonly flags?: readonly string[];
}

let submissions = 0;

/** Submits the same input in two files, of which Spark reads several parts concurrently. */
async function submission(method: Method, { count = rows, flags = [], ...changes }: Changes = {}) {
  const name = `${method}-${++submissions}`;
  const documents = documentsFor(method, count);
  const halves = [documents.slice(0, count / 2), documents.slice(count / 2)];
  const inputs = halves.map((half, index) => {
    const input = join(directory, `${name}-${index}.ndjson`);
    writeFileSync(input, ndjson(half));
    return input;
  });
  const output = join(directory, name);
  const submitted = cluster.submit({
    ...{ inputs, recipe: await recipeFile(directory, method), output },
    neardup: changes.neardup ?? neardup,
    flags: ['--time', String(startedAt), '--hot', '200', ...flags],
  });
  return { method, documents, output, submitted };
}

/** Expects the service's decisions on the same documents. The service keeps running. */
async function expectDecisions(run: Awaited<ReturnType<typeof submission>>) {
  const { method, documents, output, submitted } = run;
  expect(await submitted.ended, submitted.output()).toBe(0);
  const decided = await decidedByService(directory, method, documents);
  expect(inOrder(linesIn(join(output, 'decisions')))).toEqual(decided.decisions);
  return decided;
}

async function listed(mode: 'components' | 'pairs') {
  const { output, submitted } = await submission('simhash', {
    count: small,
    flags: ['--mode', mode],
  });
  expect(await submitted.ended, submitted.output()).toBe(0);
  return linesIn(join(output, mode)).map((line) => JSON.parse(line));
}

function linesIn(folder: string): string[] {
  const parts = readdirSync(folder).filter((name) => name.startsWith('part-'));
  return parts
    .flatMap((part) => readFileSync(join(folder, part), 'utf8').split('\n'))
    .filter((line) => line !== '');
}
