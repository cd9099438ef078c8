import type { ChildProcess } from 'node:child_process';
import { randomNumbers } from '../../../../harness/pages.js';
import type { CollectionKey } from '../../../../src/store/contract/collections.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { forkHere, killed, nextMessage } from './children.js';
import { contentOf, familyKind, hasSequentialOrder, type Recorded } from './histories.js';
import type { Cluster } from './open-store.js';
import type { Plan, PlannedOperation } from './racer.js';

const racers = 8;

export interface RaceOptions {
  readonly families: number;
  /** Seed of the operations. */
  readonly seed?: number;
  /** Maximum clock difference between processes. */
  readonly clockSkewMs?: number;
}

/**
 * Eight processes operate concurrently on the same families. In a third of the families documents are only inserted; in
 * the next, also replaced and deleted; in the last, some are only similar, and some may not be replaced by a duplicate.
 */
export async function race(
  cluster: Cluster,
  collection: CollectionKey,
  { families, seed = 0, clockSkewMs = 0 }: RaceOptions,
): Promise<Recorded[]> {
  const children: ChildProcess[] = [];
  try {
    const runs = Array.from({ length: racers }, (_, racer) => {
      const child = forkHere('racer.ts');
      children.push(child);
      child.send({
        ...{ cluster, collection, operations: planOf(racer, seed * racers, families) },
        clockSkewMs: (racer / (racers - 1) - 0.5) * clockSkewMs,
      } satisfies Plan);
      return { child, ready: nextMessage(child), records: recordsOf(child) };
    });
    await Promise.all(runs.map(({ ready }) => ready));
    for (const { child } of runs) child.send('go');
    return (await Promise.all(runs.map(({ records }) => records))).flat();
  } finally {
    await Promise.all(children.map(killed));
  }
}

/** Returns a contradiction in the answers of a race, or in the documents stored afterwards; null if there is none. */
export async function contradictionIn(
  store: Store,
  collection: CollectionKey,
  records: readonly Recorded[],
  families: number,
): Promise<string | null> {
  for (let family = 0; family < families; family++) {
    const own = records.filter((record) => record.family === family);
    const page = { idPrefix: `${family}-`, after: null, limit: 10, now: 1 };
    const documents = await store.list({ collection, ...page });
    const stored = documents.map(({ id, signature }) => [id, contentOf(signature)] as const);
    const most = familyKind(family) === 'similar' ? Infinity : 1;
    if (stored.length > most || !hasSequentialOrder(own, new Map(stored))) {
      return `family ${family}: ${JSON.stringify({ own, stored })}`;
    }
  }
  return null;
}

function planOf(racer: number, seed: number, families: number): PlannedOperation[] {
  const random = randomNumbers(seed + racer);
  const pick = (below: number) => Math.floor(random() * below);
  return Array.from({ length: families }, (_, family): PlannedOperation[] => {
    if (familyKind(family) === 'inserted') {
      return [{ kind: 'check', family, id: `${family}-${racer}`, content: racer }];
    }
    if (familyKind(family) === 'similar') {
      return Array.from({ length: 3 }, () => ({
        kind: 'check',
        family,
        id: `${family}-${pick(4)}`,
        content: pick(6),
        keepFormer: pick(2) === 0,
      }));
    }
    return Array.from({ length: 3 }, () => ({
      kind: pick(3) === 0 ? 'delete' : 'check',
      family,
      id: `${family}-${pick(3)}`,
      content: pick(4),
    }));
  }).flat();
}

/** Resolves when the channel is closed: on `exit`, the last records may still be in it. */
function recordsOf(child: ChildProcess): Promise<Recorded[]> {
  const records: Recorded[] = [];
  child.on('message', (message) => {
    if (typeof message === 'object') records.push(message as Recorded);
  });
  return new Promise((resolve) => child.once('disconnect', () => resolve(records)));
}
