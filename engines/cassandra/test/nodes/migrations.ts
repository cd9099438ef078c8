import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generatedPages, randomNumbers } from '../../../../harness/pages.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { type RunResult, runNeardup, spawnNeardup } from '../../../../test/cli/program.js';
import { startService, temporaryDirectory } from '../../../../test/end-to-end/service.js';
import { openOracle, recipeFields } from '../../../batch/test/oracle.js';
import { killed } from './children.js';
import { type Cluster, openEmptyStore, urlOf } from './open-store.js';

const storedAt = Date.UTC(2026, 0, 1);
const methods = ['simhash', 'minhash', 'hybrid'] as const;
const documents = 600;

/** Tests `neardup migrate-store` from a database file to a cluster and back, using the command itself. */
export function describeMigrations(cluster: () => Cluster): void {
  describe('migrate-store', { tags: 'long' }, () => {
    let store: Store;
    beforeEach(async () => {
      store = await openEmptyStore(cluster());
    });
    afterEach(() => store.close());

    it('takes a collection of each method to the cluster, killed in the middle, and back', async () => {
      const directory = temporaryDirectory();
      const [file, copy] = [join(directory, 'from.db'), join(directory, 'back.db')];
      const url = urlOf(cluster());
      await fill(file);
      for (const method of methods) {
        const away = ['migrate-store', method, '--from', file, '--to', url];
        const arrived = await killedInTheMiddle(method, spawnNeardup(away));
        const { stdout } = await run(away);
        const [, total, written] = /: (\d+) documents, (\d+) of them/.exec(stdout)!;
        expect(Number(total)).toBe(documents);
        expect(Number(written)).toBeGreaterThan(0);
        expect(Number(written)).toBeLessThanOrEqual(documents - arrived);

        const back = await run(['migrate-store', method, '--from', url, '--to', copy]);
        expect(back.stdout).toContain(`${documents} documents, ${documents} of them written now`);
        const [sent, returned] = [
          await exportOf(method, ['--data', file]),
          await exportOf(method, ['--data', copy]),
        ];
        expect(sent.split('\n')).toHaveLength(documents + 2);
        expect(returned).toBe(sent);
      }
      const onFile = await startService(file);
      const onCluster = await startService(null, { NEARDUP_STORE: url });
      for (const method of methods) {
        const path = `/documents?collection=${method}&limit=${documents}`;
        const [there, here] = await Promise.all([onCluster.get(path), onFile.get(path)]);
        expect(here.body.documents).toHaveLength(documents);
        expect(there.body).toEqual(here.body);
      }
    });

    /** Kills the process once some documents have arrived; returns their number. */
    async function killedInTheMiddle(name: string, child: ChildProcess): Promise<number> {
      const ended = once(child, 'exit');
      try {
        for (;;) {
          if ((await countOf(store, name, documents / 20)) === documents / 20) break;
          expect(child.exitCode, 'the command ended before it could be killed').toBeNull();
          await sleep(20);
        }
      } finally {
        await killed(child);
      }
      expect(await ended).toEqual([null, 'SIGKILL']);
      const arrived = await countOf(store, name, documents);
      expect(arrived).toBeLessThan(documents);
      return arrived;
    }
  });
}

/** Fills a database file with one collection per method, each with the same pages. */
async function fill(file: string): Promise<void> {
  const detector = await openOracle(file, storedAt);
  const pages = generatedPages(documents / 2);
  for (const method of methods) {
    await detector.createCollection({ name: method, recipe: recipeFields(method), keepText: true });
    const random = randomNumbers(1);
    const add = (n: number) => {
      const page = pages[Math.floor(random() * pages.length)]!;
      const text = random() < 0.3 ? page : `${n}。${page.slice(Math.floor(random() * 40))}`;
      return detector.add({
        id: `https://example.org/${n}`,
        collection: method,
        content: { kind: 'text', text },
        metadata: n % 3 === 0 ? null : JSON.stringify({ n, of: method }),
        title: n % 2 === 0 ? undefined : `Page ${n}`,
        ttlSeconds: n % 10 === 0 ? 1e8 : undefined,
      });
    };
    for (let n = 0; n < documents; n++) await add(n);
    // Some pages are stored again with another text.
    for (let n = 0; n < documents; n += 7) await add(n);
  }
  await detector.close();
}

/** Number of documents, up to a limit. */
async function countOf(store: Store, name: string, limit: number): Promise<number> {
  const collection = await store.getCollection(name);
  if (collection === undefined) return 0;
  const page = { idPrefix: null, after: null, limit, now: Date.now() };
  return (await store.list({ collection, ...page })).length;
}

function exportOf(name: string, from: readonly string[]): Promise<string> {
  return run(['export', ...from, '--collection', name]).then(({ stdout }) => stdout);
}

async function run(args: readonly string[]): Promise<RunResult> {
  const result = await runNeardup(args);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  return result;
}
