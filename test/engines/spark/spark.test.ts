import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { ndjson, runNeardup } from '../../cli/program.js';
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
import { until } from '../processes.js';
import { heldIn, startCluster } from './cluster.js';

const rows = Number(process.env.NEARDUP_TEST_ROWS ?? 20_000);
const startedAt = Date.UTC(2026, 0, 1);
const directory = mkdtempSync(join(tmpdir(), 'neardup-spark-'));
let cluster: Awaited<ReturnType<typeof startCluster>>;
let workers: Awaited<ReturnType<typeof cluster.startWorker>>[];
let neardup: string;

beforeAll(async () => {
  cluster = await startCluster(directory);
  workers = [await cluster.startWorker(), await cluster.startWorker()];
  neardup = neardupScript(directory, 'neardup', 'neardup "$@"');
});

afterEach(() => cluster.endSubmissions());

afterAll(async () => {
  await cluster?.killAll();
  rmSync(directory, { recursive: true, force: true });
});

describe('Spark', () => {
  it('decides as checks in the order of the input, though a worker dies in the pair stage', async () => {
    const held = heldIn(directory, 'pairs');
    const run = await submission('hybrid', { neardup: held.neardup });
    await until('pair stage', run.submitted, held.isReached);
    await cluster.kill(workers[0]!);
    held.letGo();
    expect(await run.submitted.ended, run.submitted.output()).toBe(0);
    expect(decisionsIn(run.output)).toEqual(await expected('hybrid', run.documents));
    workers[0] = await cluster.startWorker();
  });

  it('decides so, though a worker dies while components are made', async () => {
    const run = await submission('minhash');
    const output = run.submitted.output;
    await until('second round', run.submitted, () => output().includes('round 2 begins'));
    await cluster.kill(workers[1]!);
    expect(await run.submitted.ended, output()).toBe(0);
    expect(decisionsIn(run.output)).toEqual(await expected('minhash', run.documents));
    workers[1] = await cluster.startWorker();
  });

  it('leaves what a service goes on from', async () => {
    const run = await submission('simhash');
    expect(await run.submitted.ended, run.submitted.output()).toBe(0);
    const file = join(directory, 'oracle.db');
    const oracle = await openOracle(file, startedAt);
    await createCrawl(oracle, 'simhash');
    expect(decisionsIn(run.output)).toEqual(await checkedInOrder(oracle, run.documents));

    const data = join(directory, 'imported.db');
    const lines = linesIn(join(run.output, 'documents')).map((line) => `${line}\n`);
    const imported = await runNeardup(['import', '-', '--data', data], { input: lines.join('') });
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    const service = await openOracle(data, startedAt + 10 * rows);
    const later = documentsFor('simhash', rows + 1)
      .slice(0, 500)
      .concat(
        run.documents
          .slice(0, 500)
          .map((document) => ({ ...document, id: `${document.id}/again` })),
      );
    expect(await checkedInOrder(service, later)).toEqual(await checkedInOrder(oracle, later));
    expect((await service.stats(collection)).documents).toBe(
      (await oracle.stats(collection)).documents,
    );
    await Promise.all([service.close(), oracle.close()]);
  });

  it.each([
    [
      'dies',
      'neardup "$@" | head -n 50; exit 3',
      /script failed|exited with|status code 3|exit code/i,
    ],
    [
      'cuts its output short',
      'neardup "$@" 2>/dev/null | head -n 50; exit 0',
      /some were lost on the way/,
    ],
    ['breaks a line', `neardup "$@" | sed '50s/"id".*//'; exit 0`, /./],
  ])('fails if a mapper %s', async (_, script, message) => {
    const faulty = neardupScript(
      directory,
      `faulty-${Math.abs(hash(script))}`,
      `if [ "$2" = sign ]; then ${script}; fi\nneardup "$@"`,
    );
    const run = await submission('simhash', { neardup: faulty, count: 300 });
    expect(await run.submitted.ended).not.toBe(0);
    expect(run.submitted.output()).toMatch(message);
    expect(existsSync(run.output)).toBe(false);
    expect(existsSync(`${run.output}.work`)).toBe(false);
  });

  it('lists components and pairs', async () => {
    const [components, pairs] = [
      await submission('simhash', { count: 300, flags: ['--mode', 'components'] }),
      await submission('simhash', { count: 300, flags: ['--mode', 'pairs'] }),
    ];
    expect(await components.submitted.ended, components.submitted.output()).toBe(0);
    expect(await pairs.submitted.ended, pairs.submitted.output()).toBe(0);
    const parts = linesIn(join(components.output, 'components')).map((line) => JSON.parse(line));
    expect(parts).toHaveLength(300);
    const component = new Map<string, string>(parts.map((part) => [`${part.ord}`, part.component]));
    const listed = linesIn(join(pairs.output, 'pairs')).map((line) => JSON.parse(line));
    expect(listed.length).toBeGreaterThan(10);
    const places = new Map(components.documents.map(({ id }, place) => [id, place]));
    for (const { a, b, distance } of listed) {
      expect(distance).toBeLessThanOrEqual(3);
      const [one, other] = [places.get(a), places.get(b)];
      if (isOnce(components.documents, a) && isOnce(components.documents, b)) {
        expect(component.get(`${one}`)).toBe(component.get(`${other}`));
      }
    }
  });
});

interface Changes {
  readonly neardup?: string;
  readonly count?: number;
  readonly flags?: readonly string[];
}

let submissions = 0;

async function submission(method: Method, { count = rows, flags = [], ...changes }: Changes = {}) {
  const name = `${method}-${++submissions}`;
  const documents = documentsFor(method, count);
  const input = join(directory, `${name}.ndjson`);
  writeFileSync(input, ndjson(documents));
  const output = join(directory, name);
  const submitted = cluster.submit({
    ...{ inputs: [input], recipe: await recipeFile(directory, method), output },
    neardup: changes.neardup ?? neardup,
    flags: ['--time', String(startedAt), '--hot', '200', ...flags],
  });
  return { documents, output, submitted };
}

async function expected(method: Method, documents: readonly PostedDocument[]): Promise<string[]> {
  const oracle = await openOracle(join(directory, `${method}-oracle.db`), startedAt);
  await createCrawl(oracle, method);
  const decisions = await checkedInOrder(oracle, documents);
  await oracle.close();
  return decisions;
}

function decisionsIn(output: string): string[] {
  return linesIn(join(output, 'decisions'))
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.ord - b.ord)
    .map(decisionLine);
}

function linesIn(folder: string): string[] {
  const parts = readdirSync(folder).filter((name) => name.startsWith('part-'));
  return parts.flatMap((part) =>
    readFileSync(join(folder, part), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}

function isOnce(documents: readonly PostedDocument[], id: string): boolean {
  return documents.filter((document) => document.id === id).length === 1;
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}
