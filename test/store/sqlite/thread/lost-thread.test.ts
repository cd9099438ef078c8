import { expect, it } from 'vitest';
import type { GroupOutcome, Runner } from '../../../../src/store/sqlite/requests.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { later, newCollection } from '../../samples.js';

/** A runner whose groups never end until it is lost. */
function openLosable() {
  let lose: (cause: Error) => void = () => {};
  const ended = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  const runner: Runner = {
    collections: [],
    ended,
    run: () => ended.then((cause): GroupOutcome => Promise.reject(cause) as never),
    backup: () => Promise.reject(new Error('unused')),
    stopBackup: () => {},
    close: async () => {},
  };
  const told: unknown[] = [];
  const store = createGroupedStore(runner, 10, undefined, (cause) => told.push(cause));
  return { store, told, lose };
}

it('the store reports the loss of its engine once, even without a request', async () => {
  const { store, told, lose } = openLosable();
  expect(store.isLost()).toBe(false);
  lose(new Error('gone'));
  await expect(store.ping()).rejects.toMatchObject({ code: 'not_ready' });
  expect(store.isLost()).toBe(true);
  await expect(store.sweep({ now: later })).rejects.toMatchObject({ code: 'not_ready' });
  expect(told).toMatchObject([{ message: 'gone' }]);
});

it('running and waiting operations fail if the engine is lost', async () => {
  const { store, told, lose } = openLosable();
  const first = store.createCollection(newCollection('a')).catch(({ code }) => code);
  await new Promise(setImmediate);
  const second = store.createCollection(newCollection('b')).catch(({ code }) => code);
  lose(new Error('gone'));
  expect(await first).toBe('internal');
  expect(await second).toBe('not_ready');
  expect(told).toHaveLength(1);
});

it('a closed store does not report its engine as lost', async () => {
  const { store, told, lose } = openLosable();
  await store.close();
  lose(new Error('ended'));
  await new Promise(setImmediate);
  expect(store.isLost()).toBe(false);
  expect(told).toEqual([]);
});
