import { afterEach, expect, it, vi } from 'vitest';
import { addition, checking, newCollection } from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';

afterEach(() => vi.restoreAllMocks());

it('counts a sighting by a process with a slow clock', async () => {
  const cluster = makeCluster();
  const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
  const [ahead, behind] = await Promise.all(
    [0, 1].map(() => createCassandraStore(cluster.connect().connection, options)),
  );
  const pages = await ahead!.createCollection(newCollection('pages'));
  const clock = vi.spyOn(Date, 'now');
  const counts: number[] = [];
  for (const [store, time] of [
    ...[[ahead!, 2_000_000] as const, [behind!, 1_999_000] as const],
    ...[[ahead!, 2_000_001] as const, [behind!, 1_999_500] as const],
  ]) {
    clock.mockReturnValue(time);
    await store.check(checking(pages, 'a'));
    const [document] = await ahead!.get({ collection: pages, ids: ['a'], now: 3_000 });
    counts.push(document!.seenCount);
  }
  expect(counts).toEqual([1, 2, 3, 4]);
  clock.mockReturnValue(1_000_000);
  await behind!.delete({ collection: pages, ids: ['a'], now: 3_000 });
  await behind!.add(addition(pages, 'a'));
  await behind!.check(checking(pages, 'a'));
  expect(await ahead!.get({ collection: pages, ids: ['a'], now: 3_000 })).toMatchObject([
    { seenCount: 2 },
  ]);
});
