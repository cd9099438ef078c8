import { describeStore } from '../../../test/store/store-contract.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';

const open = () =>
  createCassandraStore(makeCluster().connect().connection, {
    ...{ replication: 1, geometry: '4x16', queueMax: 1000 },
  });

/** nodes/ runs the same contract on real nodes. */
describeStore('The store over Cassandra, with a keyspace in memory,', open, 'cassandra');
