import { createCassandraStore } from '../../../src/store/cassandra/cassandra-store.js';
import { describeStore } from '../store-contract.js';
import { makeCluster } from './made/connection.js';

const open = () =>
  createCassandraStore(makeCluster().connect().connection, {
    ...{ replication: 1, geometry: '4x16', queueMax: 1000 },
  });

/** test/engines/cassandra runs the same contract on real nodes. */
describeStore('The store over Cassandra, with a keyspace in memory,', open, 'cassandra');
