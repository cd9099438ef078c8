import { describe, expect, it, vi } from 'vitest';
import type { Collections } from '../../src/detector/collections.js';
import { createLabels } from '../../src/detector/labels.js';
import { createLongWork } from '../../src/quota/long-work.js';
import type { Collection } from '../../src/store/contract/collections.js';
import { createModelStore } from '../model/model-store.js';
import { addition, newCollection } from '../store/samples.js';

/** Stores documents with a label for each pair of neighbours, and records the calls of the store. */
async function labelled(count: number) {
  const store = createModelStore();
  const collection = await store.createCollection(newCollection('pages'));
  for (let i = 0; i <= count; i++) await store.add(addition(collection, `${i}`));
  for (let i = 0; i < count; i++) {
    const pair = { a: `${i}`, b: `${i + 1}`, label: 'same', separate: false } as const;
    await store.label({ collection, ...pair, now: 1 });
  }
  const calls = {
    measurePairs: vi.spyOn(store, 'measurePairs'),
    labels: vi.spyOn(store, 'labels'),
    query: vi.spyOn(store, 'query'),
  };
  let known: Collection = collection;
  const reach = <T>(_name: string, act: (found: Collection) => Promise<T>) => act(known);
  const collections = { reach } as unknown as Collections;
  const longWork = createLongWork({ each: 2, all: 4 });
  const clocks = { clock: () => 1, random: () => 0 };
  const labels = createLabels({ store, collections, longWork, ...clocks });
  const changeThreshold = (maxDistance: number) => {
    known = { ...known, maxDistance };
  };
  return { labels, calls, changeThreshold };
}

const begun = () => new Promise((resolve) => setImmediate(resolve));

describe('a recommendation', () => {
  it('measures a limited number of pairs at a time', async () => {
    const { labels, calls } = await labelled(600);
    const { labels: counted, ignored } = await labels.recommendation('pages');
    expect(counted.same + ignored).toBe(600);
    for (const [{ pairs }] of calls.measurePairs.mock.calls)
      expect(pairs.length).toBeLessThanOrEqual(250);
    expect(calls.measurePairs.mock.calls.length).toBe(3);
  });

  it('is computed once for concurrent callers, and again after a new label', async () => {
    const { labels, calls } = await labelled(3);
    const both = [labels.recommendation('pages'), labels.recommendation('pages')];
    expect(await both[0]).toBe(await both[1]);
    const pages = calls.labels.mock.calls.length;
    const before = labels.recommendation('pages');
    await begun();
    await labels.label({ a: '0', b: '3', label: 'different', separate: false }, 'pages');
    const after = await labels.recommendation('pages');
    expect(await before).not.toBe(after);
    expect(calls.labels.mock.calls.length).toBeGreaterThanOrEqual(3 * pages);
  });
});

it('a recommendation reports the current threshold of the collection', async () => {
  const { labels, changeThreshold } = await labelled(3);
  const before = labels.recommendation('pages');
  await begun();
  changeThreshold(5);
  expect(await labels.recommendation('pages')).toMatchObject({ threshold: 5 });
  expect((await before).threshold).not.toBe(5);
});

describe('pairs near the threshold', () => {
  it('are no longer searched when the client has left', async () => {
    const { labels, calls } = await labelled(60);
    const gone = new AbortController();
    let searched = 0;
    calls.query.mockImplementation(async (_query, call) => {
      call?.signal?.throwIfAborted();
      searched += 1;
      gone.abort(new Error('the client has left'));
      return undefined;
    });
    const context = { client: { owner: 'a', connection: '1' }, signal: gone.signal };
    await expect(labels.uncertainPairs('pages', 10, context)).rejects.toThrow(
      'the client has left',
    );
    expect(searched).toBeLessThanOrEqual(8); // queries already in progress
  });

  it('are searched once for equal waiting requests of an owner', async () => {
    const { labels, calls } = await labelled(20);
    calls.query.mockImplementation(async () => {
      await begun();
      return undefined;
    });
    const of = (owner: string) =>
      labels.uncertainPairs('pages', 10, { client: { owner, connection: '1' } });
    const first = of('a');
    await begun();
    await Promise.all([first, of('a'), of('a'), of('a')]);
    expect(calls.query.mock.calls.length).toBe(2 * 21);
    await Promise.all([of('a'), of('b')]);
    expect(calls.query.mock.calls.length).toBe(4 * 21);
  });
});
