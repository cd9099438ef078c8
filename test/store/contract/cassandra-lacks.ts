/**
 * What the contract asks and the store over Cassandra does not offer: the names of tests, each with
 * the reason. What is refused is refused with `store_unsupported`, and tested beside the engine.
 */
export const cassandraLacks: Readonly<Record<string, string>> = {
  'takes operations in the order of the calls':
    'operations of one process run side by side; who needs an order waits for the answer',
  'change their defaults, and those of their successors': 'no reindexing',
  'moves to a successor with its expiry, and expires there': 'no reindexing',
  'is swept from all counts, and never before it expires': 'no counts',
  'sweeps what was kept for a key once it has expired': 'the engine collects it, an hour later',
  'calls what resembles another document its duplicate, and does not store it': 'no clusters',
};

/** Groups of which nothing is offered. */
export const cassandraLacksGroups: Readonly<Record<string, string>> = {
  'builds successors': 'no reindexing: a new collection takes its place',
  'seats duplicates': 'no clusters, no separations',
  'seats members': 'no clusters',
  'seats members, and bounds the bytes of their pages': 'no clusters',
};
