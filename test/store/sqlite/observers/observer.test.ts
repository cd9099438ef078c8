import { expect, it } from 'vitest';
import type { Collection } from '../../../../src/store/contract/collections.js';
import { createObservers, type Observer } from '../../../../src/store/sqlite/observers/observer.js';
import { newCollection } from '../../samples.js';

const collectionOf = (generation: number): Collection => ({
  ...newCollection('pages'),
  ...{ generation, createdAt: 0 },
});
const pages = collectionOf(1);
const news = collectionOf(2);

/** Registers two features: one used by the collections in `users`, and one used by all. */
function features(...users: Collection[]) {
  const events: string[] = [];
  let asked = 0;
  const some: Observer = {
    isUsedIn(collection) {
      asked += 1;
      return users.includes(collection);
    },
    succeeded: ({ collection }) => events.push(`some ${collection.generation}`),
    excluded: (_, id) => [`not ${id}`],
    describe(_, __, details) {
      details.cluster = 'c';
    },
  };
  const every: Observer = {
    isUsedIn: () => true,
    succeeded: ({ collection }) => events.push(`every ${collection.generation}`),
  };
  const observers = createObservers();
  observers.register(some, every);
  const notify = () => {
    for (const collection of [pages, news]) observers.notify('succeeded', { collection });
    return events.splice(0);
  };
  return { observers, some, users, notify, asked: () => asked };
}

it('features get events of the collections that use them, in the order of registration', () => {
  const { observers, notify, asked } = features(pages);
  expect(notify()).toEqual(['some 1', 'every 1', 'every 2']);
  notify();
  expect(asked()).toBe(2);
  expect(observers.excluded(pages, 'a')).toEqual(['a', 'not a']);
  expect(observers.excluded(news, 'a')).toEqual(['a']);
  expect(observers.excluded(pages, null)).toEqual([]);
  expect(observers.describe(pages, 'a', { cluster: null })).toEqual({ cluster: 'c' });
  expect(observers.describe(news, 'a', { cluster: null })).toEqual({ cluster: null });
});

it('a feature gets the events of a collection from its first use there on', () => {
  const { observers, some, notify } = features();
  expect(notify()).toEqual(['every 1', 'every 2']);
  observers.use(some, news);
  expect(notify()).toEqual(['every 1', 'some 2', 'every 2']);
});

it('features are asked again after a rollback, but not after a commit', () => {
  const { observers, users, notify } = features(pages);
  notify();
  users.splice(0, 1, news);
  observers.committed();
  expect(notify()).toEqual(['some 1', 'every 1', 'every 2']);
  observers.rolledBack();
  expect(notify()).toEqual(['every 1', 'some 2', 'every 2']);
});
