import type { types } from 'cassandra-driver';
import { expect, it } from 'vitest';
import { checking, newCollection, signature } from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';

/** Views of the rows under the keys, as returned by the replica that is read alone. */
const views: [string, (rows: types.Row[]) => types.Row[]][] = [
  ['nothing', () => []],
  ['one document', (rows) => rows.slice(0, 1)],
  ['everything', (rows) => rows],
];

it.each(views)(
  'refuses a duplicate with all its matches if a replica knows %s',
  async (_, seen) => {
    const { connection } = makeCluster().connect();
    const store = await createCassandraStore(
      {
        ...connection,
        readOne: async (query, values) => seen(await connection.read(query, values)),
      },
      { replication: 1, geometry: '4x16', queueMax: 10 },
    );
    const pages = await store.createCollection(newCollection('pages'));
    const stored = { onDuplicate: 'store' } as const;
    await store.check(checking(pages, 'a', { ...stored, signature: signature([0], 1) }));
    await store.check(checking(pages, 'b', { ...stored, signature: signature([0, 1], 2) }));
    const outcome = await store.check(checking(pages, 'c', { signature: signature([0], 1) }));
    expect(outcome).toMatchObject({
      ...{ decision: 'duplicate', stored: false, duplicateOf: 'a' },
      matches: [
        { id: 'a', distance: 0 },
        { id: 'b', distance: 1 },
      ],
    });
  },
);
