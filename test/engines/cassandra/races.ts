import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { randomNumbers } from '../../../bench/pages.js';
import type { CollectionKey } from '../../../src/store/store.js';
import type { Recorded } from './histories.js';
import type { Plan, PlannedOperation } from './racer.js';

const racers = 8;

/**
 * Lets eight processes go through the same families at the same time. In the first half of the
 * families documents are only inserted, in the others also replaced and deleted.
 */
export async function race(
  cluster: Pick<Plan, 'hosts' | 'keyspace'>,
  collection: CollectionKey,
  families: number,
): Promise<Recorded[]> {
  const children: ChildProcess[] = [];
  try {
    const runs = Array.from({ length: racers }, (_, racer) => {
      const child = fork(join(import.meta.dirname, 'racer.ts'), { execArgv: ['--import', 'tsx'] });
      children.push(child);
      child.send({ ...cluster, collection, operations: planOf(racer, families) } satisfies Plan);
      return { child, ready: nextMessage(child), records: recordsOf(child) };
    });
    await Promise.all(runs.map(({ ready }) => ready));
    for (const { child } of runs) child.send('go');
    return (await Promise.all(runs.map(({ records }) => records))).flat();
  } finally {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  }
}

function planOf(racer: number, families: number): PlannedOperation[] {
  const random = randomNumbers(racer);
  const pick = (below: number) => Math.floor(random() * below);
  return Array.from({ length: families }, (_, family): PlannedOperation[] => {
    if (family % 2 === 0) {
      return [{ kind: 'check', family, id: `${family}-${racer}`, content: racer }];
    }
    return Array.from({ length: 3 }, () => ({
      kind: pick(3) === 0 ? 'delete' : 'check',
      family,
      id: `${family}-${pick(3)}`,
      content: pick(4),
    }));
  }).flat();
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A racer ended with ${code} before it began`)));
  });
}

function recordsOf(child: ChildProcess): Promise<Recorded[]> {
  const records: Recorded[] = [];
  child.on('message', (message) => {
    if (typeof message === 'object') records.push(message as Recorded);
  });
  return new Promise((resolve) => child.once('exit', () => resolve(records)));
}
