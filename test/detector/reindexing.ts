import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';

/** A collection that tests reindex, with actions between the steps of the job. */

const dictionaries = loadDictionaries(wordTrieBytes());
export const collection = 'kept';
const pageOf = (name: string) => Array.from({ length: 30 }, (_, i) => `${name}x${i}`).join(' ');
type Read = 'list' | 'takeChanges';

export const openSqlite = () =>
  openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });

export type Held = Awaited<ReturnType<typeof begin>>;

export async function begin(open: () => Promise<EmbeddedStore>) {
  const store = await open();
  let now = 1_000_000;
  const afterwards: Partial<Record<Read, (read: readonly string[]) => Promise<void>>> = {};
  /** Runs the actions of a test between two steps of the job. */
  const withBackpressure: EmbeddedStore['withBackpressure'] = {
    ...store.withBackpressure,
    async list(operation) {
      const page = await store.list(operation);
      if (page.length > 0) await afterwards.list?.(page.map(({ id }) => id));
      return page;
    },
    async takeChanges(operation) {
      const changes = await store.takeChanges(operation);
      await afterwards.takeChanges?.(changes);
      return changes;
    },
  };
  const detector = createDetector({
    store: { ...store, withBackpressure },
    signer: createInlineSigner(dictionaries, { textLengthMax: 1e5, inflatedBytesMax: 1e5 }),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 2,
    clock: () => now,
  });
  onTestFinished(() => detector.close());
  await detector.createCollection({ name: collection, keepText: true });
  return {
    detector,
    after: (read: Read, act: (read: readonly string[]) => Promise<void>) => {
      afterwards[read] = act;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

export function add({ detector }: Held, id: string, seed: string, ttlSeconds?: number) {
  const content = { kind: 'text', text: pageOf(seed) } as const;
  return detector.add({ id, collection, content, metadata: null, ttlSeconds });
}

export async function addAll(
  held: Held,
  added: readonly string[],
  ttlSeconds?: number,
): Promise<void> {
  // Fewer at a time than the store takes before it refuses.
  for (let at = 0; at < added.length; at += 100) {
    await Promise.all(added.slice(at, at + 100).map((id) => add(held, id, id, ttlSeconds)));
  }
}

export async function reindexed({ detector }: Held) {
  const { id } = await detector.reindex(collection, { method: 'simhash' });
  for (;;) {
    const job = detector.getJob(id);
    if (job.state !== 'running') return job;
    await sleep(5);
  }
}

export function namesOf(prefix: string, length: number): string[] {
  return Array.from({ length }, (_, i) => `${prefix}-${String(i).padStart(4, '0')}`);
}
