import { describe, expect, it } from 'vitest';
import type { GroupStatistics, StoreTimings } from '../../../../src/store/contract/statistics.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import type { Reply, Runner } from '../../../../src/store/sqlite/requests.js';
import { createGroupedStore, openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { countFreed } from '../../../freed.js';
import { addition, checking, later, newCollection, signature } from '../../samples.js';

/** A store with a collection, whose later groups can be observed and held back. */
async function observedStore(queueMax: number) {
  const runner = createInlineRunner(openDatabase(':memory:'));
  const groups: string[][] = [];
  let held = Promise.resolve();
  const observed: Runner = {
    ...runner,
    async run(batch: readonly Request[]) {
      groups.push(batch.map(({ kind }) => kind));
      await held;
      return runner.run(batch);
    },
  };
  const hold = () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  const store = createGroupedStore(observed, queueMax);
  const pages = await store.createCollection(newCollection('pages'));
  groups.length = 0;
  return { store, pages, groups, hold };
}

describe('The grouped store', () => {
  it('collects operations that arrive during a group into the next group', async () => {
    const { store, pages, groups, hold } = await observedStore(1000);
    const release = hold();
    const first = store.add(addition(pages, 'first'));
    await turn();
    const rest = Array.from({ length: 30 }, (_, i) => store.check(checking(pages, `${i}`)));
    await turn();
    release();
    await Promise.all([first, ...rest]);
    expect(groups.map((group) => group.length)).toEqual([1, 30]);
    await store.close();
  });

  it('sends a second group during the first, with at least eight operations', async () => {
    const { store, pages, groups, hold } = await observedStore(1000);
    const release = hold();
    const adding = [store.add(addition(pages, 'first'))];
    const timings: StoreTimings = {};
    const addMore = async (count: number) => {
      await turn();
      const from = adding.length;
      for (let i = from; i < from + count; i++) {
        adding.push(store.add(addition(pages, `${i}`), { timings: i === 1 ? timings : undefined }));
      }
      await turn();
      return groups.map((group) => group.length);
    };
    expect(await addMore(7)).toEqual([1]);
    expect(await addMore(1)).toEqual([1, 8]);
    const sent = performance.now();
    expect(await addMore(20)).toEqual([1, 8]);
    expect(store.waiting()).toBe(20);
    const closing = store.close();
    const heldMs = performance.now() - sent;
    release();
    await Promise.all([...adding, closing]);
    expect(timings.storeQueueMs).toBeGreaterThanOrEqual(heldMs);
    expect(groups.map((group) => group.length)).toEqual([1, 8, 20]);
  });

  it('refuses operations beyond the queue, with a time to retry', async () => {
    const { store, pages, hold } = await observedStore(2);
    const release = hold();
    const running = store.add(addition(pages, 'running'));
    await turn();
    const waiting = ['a', 'b'].map((id) => store.add(addition(pages, id)));
    await expect(store.add(addition(pages, 'c'))).rejects.toMatchObject({
      code: 'overloaded',
      message: 'Cannot take more work: 2 operations are already waiting',
      retryAfterSeconds: 1,
    });
    release();
    await Promise.all([running, ...waiting]);
    expect(
      await store.get({ collection: pages, ids: ['running', 'a', 'b', 'c'], now: later }),
    ).toHaveLength(3);
    await store.close();
  });

  it('drops waiting operations whose client has left', async () => {
    const { store, pages, groups, hold } = await observedStore(1000);
    const release = hold();
    const gone = new AbortController();
    const call = { client: { owner: 'a', connection: '1' }, signal: gone.signal };
    const running = store.add(addition(pages, 'running'), call);
    await turn();
    const waiting = ['add', 'background'].map((id) =>
      (id === 'add' ? store : store.withBackpressure).add(addition(pages, id), call).catch(String),
    );
    const stays = store.add(addition(pages, 'stays'));
    gone.abort(new Error('has left'));
    expect(await Promise.all(waiting)).toEqual(['Error: has left', 'Error: has left']);
    await expect(store.add(addition(pages, 'late'), call)).rejects.toThrow('has left');
    release();
    await Promise.all([running, stays]);
    expect(groups).toEqual([['add'], ['add']]);
    const ids = ['running', 'add', 'background', 'stays', 'late'];
    const found = await store.get({ collection: pages, ids, now: later });
    expect(found.map(({ id }) => id)).toEqual(['running', 'stays']);
    await store.close();
  });

  it('takes no place of others for operations with backpressure, in order', async () => {
    const { store, pages, groups, hold } = await observedStore(4);
    const release = hold();
    const running = store.add(addition(pages, 'running'));
    await turn();
    const answered: string[] = [];
    const background = Array.from({ length: 7 }, (_, i) =>
      store.withBackpressure
        .check(checking(pages, `${i}`, { signature: signature([], i) }))
        .then(({ id }) => answered.push(id!)),
    );
    expect(store.waiting()).toBe(7);
    const others = ['a', 'b', 'c', 'd'].map((id) => store.add(addition(pages, id)));
    await expect(store.add(addition(pages, 'e'))).rejects.toMatchObject({ code: 'overloaded' });
    release();
    await Promise.all([running, ...others, ...background]);
    expect(groups).toEqual([['add'], [...Array(7).fill('check'), ...Array(4).fill('add')]]);
    expect(answered).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect(store.waiting()).toBe(0);
    await store.close();
  });

  it('completes operations with backpressure before it closes, and refuses them afterwards', async () => {
    const store = createGroupedStore(createInlineRunner(openDatabase(':memory:')), 1);
    const pages = await store.createCollection(newCollection('pages'));
    const background = Array.from({ length: 5 }, (_, i) =>
      store.withBackpressure.add(addition(pages, `${i}`)),
    );
    await store.close();
    expect(await Promise.all(background)).toHaveLength(5);
    await expect(store.withBackpressure.add(addition(pages, 'late'))).rejects.toMatchObject({
      code: 'shutting_down',
    });
  });

  it('reports whether an operation may have taken effect if the thread ends', async () => {
    const threadFile = new URL(`data:text/javascript,${encodeURIComponent(dyingThread)}`);
    const store = await openSqliteStore({ file: ':memory:', threadFile, queueMax: 10 });
    await store.ping();
    const pages = { name: 'pages', generation: 1 };
    // Registered before the turn, because the thread may end at once.
    const underWay = expect(store.add(addition(pages, 'a'))).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('may or may not'),
    });
    await turn();
    const waiting = store.add(addition(pages, 'b'));
    await underWay;
    await expect(waiting).rejects.toMatchObject({ code: 'not_ready' });
    await expect(store.add(addition(pages, 'c'))).rejects.toMatchObject({ code: 'not_ready' });
    await expect(store.ping()).rejects.toMatchObject({ code: 'not_ready' });
    await store.close();
  });

  it('does not open if its thread cannot start', async () => {
    const threadFile = new URL('data:text/javascript,throw new Error("no such luck")');
    await expect(
      openSqliteStore({ file: ':memory:', threadFile, queueMax: 10 }),
    ).rejects.toMatchObject({ code: 'not_ready', message: 'Cannot start the store: no such luck' });
  });
});

/** Lets the calls so far reach the runner. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const dyingThread = `
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage({ kind: 'opened', collections: [] });
  parentPort.on('message', ({ kind, group }) => {
    if (kind === 'close' || group.others.some((other) => other.kind === "add")) process.exit(3);
    parentPort.postMessage({ kind: 'replies', replies: group.others.map(() => ({ ok: true })), statistics: { searches: [] } });
  });`;

it('reports the times of each group and each operation', async () => {
  const groups: GroupStatistics[] = [];
  const runner = createInlineRunner(openDatabase(':memory:'));
  const store = createGroupedStore(runner, 1000, (group) => groups.push(group));
  const pages = await store.createCollection(newCollection('pages', 'hybrid'));
  groups.length = 0;
  const timings = {};
  const [check] = await Promise.all([
    store.check(checking(pages, 'a'), { timings }),
    store.check(checking(pages, 'b')),
    store.get({ collection: pages, ids: ['a'], now: later }),
  ]);
  expect(check.decision).toBe('new');
  expect(timings).toEqual({
    storeQueueMs: expect.any(Number),
    storeGroupMs: expect.any(Number),
    commitMs: expect.any(Number),
  });
  await store.get({ collection: pages, ids: ['a'], now: later });
  expect(groups).toMatchObject([
    { operations: 3, commitMs: expect.any(Number), searches: [{ candidates: 0 }, {}] },
    { operations: 1, commitMs: null, searches: [], expired: 0 },
  ]);
  expect(groups[0]!.searches[1]!.candidates).toBe(1);
  await store.add(addition(pages, 'c', { expiresAt: later }));
  await store.sweep({ now: later });
  expect(groups.at(-1)).toMatchObject({ operations: 1, expired: 1 });
  await store.close();
});

it('the store does not keep earlier versions of collections in memory', async () => {
  const changed: WeakRef<object>[] = [];
  const answer = (): Reply => {
    const collection = { ...newCollection('pages'), generation: 1, createdAt: 1 };
    changed.push(new WeakRef(collection));
    const failure = { code: 'collection_exists', message: 'x' } as const;
    return changed.length % 2 === 0 ? { ok: false, failure } : { ok: true, output: collection };
  };
  const runner = {
    collections: [],
    run: async (batch: readonly Request[]) => ({ replies: batch.map(answer), statistics: {} }),
  };
  const store = createGroupedStore(runner as unknown as Runner, 10);
  for (let i = 0; i < 20; i++) {
    await store.createCollection(newCollection('pages')).catch(() => {}); // every second call fails
  }
  await store.listCollections();
  expect(await countFreed(changed)).toBeGreaterThanOrEqual(18);
});
