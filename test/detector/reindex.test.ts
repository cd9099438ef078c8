import { expect, it } from 'vitest';
import { createModelStore } from '../model/model-store.js';
import {
  add,
  addAll,
  begin,
  collection,
  type Held,
  namesOf,
  openSqlite,
  reindexed,
} from './reindexing.js';

const stores = { memory: async () => createModelStore(), SQLite: openSqlite };
/** Ids of enough documents for five pages of the copy. */
const ids = namesOf('page', 1000);

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

function addFingerprint({ detector }: Held, id: string) {
  const content = { kind: 'fingerprint', fingerprint: { high: 1, low: 2 } } as const;
  return detector.add({ id, collection, content, metadata: null });
}

async function left({ detector }: Held): Promise<readonly string[]> {
  const { documents } = await detector.list(collection, { after: null, limit: 1000 });
  return documents.map(({ id }) => id);
}
