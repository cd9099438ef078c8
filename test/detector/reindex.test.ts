import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import type { Store } from '../../src/store/contract/store.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { createModelStore } from '../model/model-store.js';

const stores = {
  memory: async () => createModelStore(),
  SQLite: () => openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 }),
};
const dictionaries = loadDictionaries(wordTrieBytes());
const collection = 'kept';
const pageOf = (name: string) => Array.from({ length: 30 }, (_, i) => `${name}x${i}`).join(' ');
/** Ids of enough documents for five pages of the copy. */
const ids = Array.from({ length: 1000 }, (_, i) => `page-${String(i).padStart(4, '0')}`);
type Read = 'list' | 'takeChanges';

for (const [name, open] of Object.entries(stores)) {
  it(`reindexing copies the rest of a page if documents are deleted after it was listed, on ${name}`, async () => {
    const held = await begin(open);
    const { detector } = held;
    await addAll(held, ids);
    const gone = new Set<string>();
    held.after('list', async (read) => {
      const [first, second, third] = read as [string, string, string];
      await detector.delete([first, second], collection);
      gone.add(first);
      gone.add(second);
      // One is stored again, and one gets another text: both have a text to sign.
      await addAll(held, [second]);
      gone.delete(second);
      await add(held, third, 'another');
    });
    held.after('takeChanges', async (read) => {
      if (read.length < 2) return;
      const last = [...read].sort().at(-1)!;
      await detector.delete([last], collection);
      gone.add(last);
    });
    expect(await reindexed(held)).toMatchObject({ state: 'succeeded', error: null });
    expect(gone.size).toBeGreaterThan(5);
    expect(await left(held)).toEqual(ids.filter((id) => !gone.has(id)));
  });

  it(`reindexing ends although each step sees another write, on ${name}`, async () => {
    const held = await begin(open);
    const written = ids.slice(0, 10);
    await addAll(held, written);
    const writes: Promise<unknown>[] = [];
    held.after('takeChanges', async () => {
      const id = `late-${writes.length}`;
      written.push(id);
      const write = add(held, id, id);
      writes.push(write);
      // From the eleventh turn on, writes wait for the job.
      if (writes.length <= 10) await write;
    });
    expect(await reindexed(held)).toMatchObject({ state: 'succeeded', error: null });
    expect(writes.length).toBeGreaterThan(10);
    await Promise.all(writes);
    expect(await left(held)).toEqual(written.sort());
  });

  it(`a failed reindexing lets waiting writes continue, on ${name}`, async () => {
    const held = await begin(open);
    await addAll(held, ids.slice(0, 10));
    const writes: Promise<unknown>[] = [];
    held.after('takeChanges', async () => {
      const turn = writes.length;
      const id = `late-${turn}`;
      // The job cannot sign the fingerprint again, which it takes in the next turn, when writes wait.
      const write = turn === 10 ? addFingerprint(held, id) : add(held, id, id);
      writes.push(write);
      if (turn <= 10) await write;
    });
    expect(await reindexed(held)).toMatchObject({ state: 'failed' });
    expect(writes.length).toBe(12);
    await Promise.all(writes);
  });

  it(`reindexing skips documents that expire meanwhile, on ${name}`, async () => {
    const held = await begin(open);
    await addAll(held, ids, 60);
    await addAll(held, ['for-good']);
    held.after('list', async (read) => {
      if (read.includes('page-0500')) held.pass(61_000);
    });
    expect(await reindexed(held)).toMatchObject({ state: 'succeeded', error: null });
    expect(await left(held)).toEqual(['for-good']);
  });

  it(`reindexing fails if a document has no text, on ${name}`, async () => {
    const held = await begin(open);
    await addAll(held, ['a', 'b']);
    await addFingerprint(held, 'c');
    expect(await reindexed(held)).toMatchObject({
      state: 'failed',
      error: {
        code: 'text_not_kept',
        message: expect.stringContaining('documents without a kept text'),
      },
    });
  });
}

for (const read of ['list', 'takeChanges'] as const) {
  it(`reindexing ends although clients write more after each ${read} than is copied`, async () => {
    const held = await begin(stores.SQLite);
    const written = ids.slice(0, 10);
    await addAll(held, written);
    const clients: Promise<unknown>[] = Array(210).fill(Promise.resolve());
    const idle = new Set(clients.keys());
    held.after(read, async () => {
      for (const client of idle) {
        idle.delete(client);
        const id = `write-${String(written.length).padStart(6, '0')}`;
        written.push(id);
        clients[client] = add(held, id, id).then(() => idle.add(client));
      }
      await Promise.race([Promise.all(clients), sleep(20)]);
    });
    expect(await reindexed(held)).toMatchObject({ state: 'succeeded', error: null });
    await Promise.all(clients);
    expect(await countLeft(held)).toBe(written.length);
  });
}

type Held = Awaited<ReturnType<typeof begin>>;

async function begin(open: () => Promise<Store>) {
  const store = await open();
  let now = 1_000_000;
  const afterwards: Partial<Record<Read, (read: readonly string[]) => Promise<void>>> = {};
  /** Runs the actions of a test between two steps of the job. */
  const withBackpressure: Store['withBackpressure'] = {
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

function add({ detector }: Held, id: string, seed: string, ttlSeconds?: number) {
  const content = { kind: 'text', text: pageOf(seed) } as const;
  return detector.add({ id, collection, content, metadata: null, ttlSeconds });
}

function addFingerprint({ detector }: Held, id: string) {
  const content = { kind: 'fingerprint', fingerprint: { high: 1, low: 2 } } as const;
  return detector.add({ id, collection, content, metadata: null });
}

async function addAll(held: Held, added: readonly string[], ttlSeconds?: number): Promise<void> {
  await Promise.all(added.map((id) => add(held, id, id, ttlSeconds)));
}

async function reindexed({ detector }: Held) {
  const { id } = await detector.reindex(collection, { method: 'simhash' });
  for (;;) {
    const job = detector.getJob(id);
    if (job.state !== 'running') return job;
    await sleep(5);
  }
}

async function left({ detector }: Held): Promise<readonly string[]> {
  const { documents } = await detector.list(collection, { after: null, limit: 1000 });
  return documents.map(({ id }) => id);
}

async function countLeft({ detector }: Held): Promise<number> {
  return (await detector.stats(collection)).documents;
}
