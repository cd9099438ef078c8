import { expect, it } from 'vitest';
import type { StoreCall } from '../../src/store/contract/statistics.js';
import { createInlineRunner } from '../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../src/store/sqlite/sqlite-store.js';
import { openTestApp } from './test-app.js';

interface Asked {
  readonly kind: string;
  readonly hasClient: boolean;
}

/** A store that records the calls of its functions, including those of `withBackpressure`. */
function observed<Of extends object>(store: Of, asked: Asked[]): Of {
  return new Proxy(store, {
    get(of, kind, receiver) {
      const value: unknown = Reflect.get(of, kind, receiver);
      if (kind === 'withBackpressure') return observed(value as object, asked);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]) => {
        asked.push({ kind: String(kind), hasClient: isCallOfClient(args[1]) });
        return (value as (...given: readonly unknown[]) => unknown)(...args);
      };
    },
  });
}

const isCallOfClient = (options: unknown): boolean =>
  (options as StoreCall | undefined)?.client !== undefined;

/** An application whose store records its calls. */
async function openObserved() {
  const asked: Asked[] = [];
  const store = createGroupedStore(createInlineRunner(openDatabase(':memory:')), 1000);
  const { app, detector } = await openTestApp({}, observed(store, asked));
  return {
    detector,
    asked,
    ask: (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url, ...(payload && { payload }) }),
  };
}

/** Requests of the service itself, or for data in memory. */
// Operations of the service itself: a record of a job is one row at its start and at its end.
const unowned = ['sweep', 'markGone', 'getCollection', 'listCollections', 'waiting', 'keepJob'];

it('every request to the store names its client, even in jobs', async () => {
  const { ask, asked, detector } = await openObserved();
  const document = (id: string) => ({
    id,
    text: `A text of ${id} which is long enough to be one.`,
  });
  expect((await ask('POST', '/collections', { name: 'kept', keepText: true })).statusCode).toBe(
    201,
  );
  asked.length = 0;
  for (const id of ['a', 'b', 'c']) {
    await ask('POST', '/check', { ...document(id), collection: 'kept' });
  }
  await ask('POST', '/documents', { ...document('d'), collection: 'kept' });
  await ask('POST', '/query', { id: 'a', collection: 'kept', explain: true });
  const pair = { a: { id: 'a' }, b: { id: 'b' }, collection: 'kept' };
  await ask('POST', '/compare', pair);
  await ask('GET', '/documents?collection=kept');
  await ask('GET', '/documents/a?collection=kept&include=text');
  await ask('POST', '/documents/lookup', { ids: ['a', 'b'], collection: 'kept' });
  await ask('POST', '/documents/confirm', {
    documents: [{ id: 'a', contentHash: '0'.repeat(32) }],
    collection: 'kept',
  });
  await ask('GET', '/clusters?collection=kept');
  await ask('GET', '/clusters/none?collection=kept');
  await ask('GET', '/documents?collection=kept&cluster=none');
  await ask('POST', '/separations', { a: 'a', b: 'b', collection: 'kept' });
  await ask('GET', '/separations?collection=kept');
  await ask('DELETE', '/separations?a=a&b=b&collection=kept');
  await ask('GET', '/stats?collection=kept');
  await ask('GET', '/stats/history?collection=kept&hours=1');
  await ask('GET', '/stats/hosts?collection=kept');
  await ask('DELETE', '/documents/a?collection=kept');
  await ask('POST', '/documents/delete', { ids: ['b'], collection: 'kept' });
  const jobs = [
    await ask('POST', '/collections/kept/reindex', { recipe: { method: 'simhash' } }),
    await ask('POST', '/documents/delete', { idPrefix: 'c', collection: 'kept' }),
  ];
  for (const job of jobs) {
    expect(job.statusCode).toBe(202);
    await expect.poll(() => detector.getJob(job.json().id).state).toBe('succeeded');
  }
  const kinds = new Set(asked.map(({ kind }) => kind));
  for (const kind of [
    'get',
    'texts',
    'getArchived',
    'list',
    'delete',
    'clusters',
    'cluster',
  ] as const) {
    expect(kinds).toContain(kind);
  }
  for (const kind of ['separate', 'unseparate', 'separations', 'restore', 'takeChanges'] as const) {
    expect(kinds).toContain(kind);
  }
  const forNobody = asked.filter(({ kind, hasClient }) => !hasClient && !unowned.includes(kind));
  expect(forNobody.map(({ kind }) => kind)).toEqual([]);
});
