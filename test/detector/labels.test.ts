import { describe, expect, it, vi } from 'vitest';
import type { Collections } from '../../src/detector/collections.js';
import { createLabels } from '../../src/detector/labels.js';
import { recommendThreshold } from '../../src/matching/recommend-threshold.js';
import { createLongWork } from '../../src/quota/long-work.js';
import type { Collection } from '../../src/store/contract/collections.js';
import type { LabelName, MeasuredPair } from '../../src/store/contract/labels.js';
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
  const change = (changes: Partial<Collection>) => {
    known = { ...known, ...changes };
  };
  return { labels, calls, change };
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

/** Labels ten pairs: half of them `near`, as alike as the first measure; the others different, like the second. */
async function measured(near: LabelName, measures: readonly [MeasuredPair, MeasuredPair]) {
  const opened = await labelled(10);
  const measureOf = (a: string) => measures[Number(a) % 2]!;
  for (let i = 0; i < 10; i++) {
    const label = measureOf(`${i}`) === measures[0] ? near : 'different';
    await opened.labels.label({ a: `${i}`, b: `${i + 1}`, label, separate: false }, 'pages');
  }
  opened.calls.measurePairs.mockImplementation(async ({ pairs }) =>
    pairs.map(({ a, b }) => measureOf(`${Math.min(Number(a), Number(b))}`)),
  );
  return opened;
}

it.each([
  [3, 20],
  [8, 17],
  [1, 9],
])(
  'a recommendation for fingerprints is the largest distance within the recommended share of bits (%i and %i bits)',
  async (near, far) => {
    const pair = (distance: number) => ({ distance, similarity: 0.5, shortText: false });
    const { labels } = await measured('version', [pair(near), pair(far)]);
    const { recommended, ignored } = await labels.recommendation('pages');
    const share = (distance: number) => 1 - distance / 64;
    const judged = Array.from({ length: 10 }, (_, i) => ({
      similarity: share(i % 2 === 0 ? near : far),
      isNear: i % 2 === 0,
    }));
    const { threshold, interval } = recommendThreshold(judged)!;
    const largest = (least: number) => {
      let distance = 64;
      while (share(distance) < least) distance -= 1;
      return distance;
    };
    expect(ignored).toBe(0);
    expect(recommended).toMatchObject({
      threshold: largest(threshold),
      interval: { low: largest(interval.high), high: largest(interval.low) },
    });
  },
);

it('a recommendation ignores short texts, which have a threshold of their own', async () => {
  const long = { distance: 3, similarity: 0.9, shortText: false };
  const { labels, change } = await measured('same', [long, { ...long, shortText: true }]);
  const { recipe } = newCollection('pages', 'hybrid');
  change({ recipe });
  const { labels: counted, ignored } = await labels.recommendation('pages');
  expect({ counted, ignored }).toEqual({
    counted: { same: 5, version: 0, different: 0 },
    ignored: 5,
  });
});

it('a recommendation reports the current threshold of the collection', async () => {
  const { labels, change } = await labelled(3);
  const before = labels.recommendation('pages');
  await begun();
  change({ maxDistance: 5 });
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
