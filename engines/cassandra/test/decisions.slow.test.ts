import { expect, it } from 'vitest';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';
import { compareWithSqlite } from './nodes/decisions.js';

/** nodes/ runs the same comparison on real nodes. */
it.each<Method>(['simhash', 'minhash', 'hybrid'])(
  'decides by %s as SQLite does, one request after the other',
  async (method) => {
    const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
    const store = await createCassandraStore(makeCluster().connect().connection, options);
    const met = await compareWithSqlite(store, method, Number(process.env.TEST_OPERATIONS ?? 400));
    // Families of at least 16 contents, or documents refused because their family is full.
    expect(met).toHaveProperty(method === 'hybrid' ? 'full' : 'large');
  },
);
