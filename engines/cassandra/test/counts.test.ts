import { expect, it } from 'vitest';
import {
  addition,
  checking,
  newCollection,
  signature,
  withEvidence,
} from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { createCounts } from '../src/tables/counts.js';
import { makeCluster } from './made/connection.js';

const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
const hour = 3_600_000;

it('counts the documents and decisions of all processes', async () => {
  const cluster = makeCluster();
  const one = await createCassandraStore(cluster.connect().connection, options);
  const other = await createCassandraStore(cluster.connect().connection, options);
  const pages = await one.createCollection(newCollection('pages'));
  const news = await one.createCollection(newCollection('news'));
  await one.check(checking(pages, 'a', { signature: withEvidence(signature(), 1) }));
  await one.check(checking(pages, 'b', { signature: withEvidence(signature([1]), 2) }));
  await other.check(checking(pages, 'c', { signature: withEvidence(signature([1]), 2) }));
  await other.check(checking(pages, 'd', { dryRun: true }));
  await other.add(addition(news, 'a', { signature: signature([9], 3) }));
  await other.close();
  expect(await one.stats({ collection: pages })).toMatchObject({
    ...{ documents: 2, contents: 2, claims: 0, bytes: null },
    decisions: { new: 1, similar: 1, duplicate: 1, changed: 0, unchanged: 0 },
    distances: expect.arrayContaining([1]),
  });
  expect(await one.stats({})).toMatchObject({ documents: 3, contents: 3 });
  await one.deleteCollection({ name: 'news' });
  expect(await one.statsOfEach({ collections: [news, pages] })).toMatchObject([
    null,
    { documents: 2, contents: 2, decisions: { new: 1 } },
  ]);
  expect(await one.stats({})).toMatchObject({ documents: 2 });
  const replacing = { signature: withEvidence(signature([2]), 1), onDuplicate: 'replace' } as const;
  expect(await one.check(checking(pages, 'e', replacing))).toMatchObject({ replaced: ['a'] });
  expect(await one.stats({ collection: pages })).toMatchObject({ documents: 2, contents: 2 });
  await one.close();
});

it('leaves out expired documents from the end of the hour on', async () => {
  const { connection } = makeCluster().connect();
  const store = await createCassandraStore(connection, options);
  const pages = await store.createCollection(newCollection('pages'));
  await store.add(addition(pages, 'a', { expiresAt: 2 * hour }));
  await store.add(addition(pages, 'b', { expiresAt: 4 * hour }));
  // Renewal.
  await store.add(addition(pages, 'a', { expiresAt: 3 * hour }));
  await store.close();
  const documentsAt = async (now: number) => {
    const { documents } = await createCounts(connection, { clock: () => now }).statsOf([pages]);
    return documents;
  };
  expect(await documentsAt(3.5 * hour)).toBe(2);
  expect(await documentsAt(4 * hour)).toBe(1);
  expect(await documentsAt(5 * hour)).toBe(0);
});

it('writes no count twice, whatever the outcome of the statement', async () => {
  const { connection, fail } = makeCluster().connect();
  const counts = createCounts(connection, { everyMs: 1e6 });
  const pages = { generation: 1 };
  const outcome = { decision: 'new', best: null } as const;
  connection.define?.(
    'CREATE TABLE IF NOT EXISTS k.counts (generation int, name text, count counter, PRIMARY KEY (generation, name))',
  );
  counts.decision(pages, outcome);
  fail(() => 'lost');
  await counts.close();
  fail(() => undefined);
  counts.decision(pages, outcome);
  expect((await counts.statsOf([pages])).decisions.new).toBe(2);
});
