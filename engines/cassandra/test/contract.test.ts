import { expect, it } from 'vitest';
import { addition, checking, newCollection, pageWithLines } from '../../../test/store/samples.js';
import { describeStore } from '../../../test/store/store-contract.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';

const open = () =>
  createCassandraStore(makeCluster().connect().connection, {
    ...{ replication: 1, geometry: '4x16', queueMax: 1000 },
  });

/** nodes/ runs the same contract on real nodes. */
describeStore('The store over Cassandra, with a keyspace in memory,', open);

it('states its engine, and counts every line, also of a site that repeats it', async () => {
  const store = await open();
  expect(store.engine).toBe('cassandra');
  const pages = await store.createCollection(newCollection('pages'));
  for (const at of [1, 2, 3, 4]) {
    const page = { signature: pageWithLines(at, 0, [1]) };
    await store.add(addition(pages, `https://s.example/taught/${at}`, page));
  }
  const check = (id: string, lines: readonly number[]) =>
    store.check(checking(pages, id, { signature: pageWithLines(0, 0, lines) }));
  await check('https://s.example/a', [2]);
  expect(await check('https://s.example/b', [1, 2])).toMatchObject({ decision: 'similar' });
  await store.close();
});
