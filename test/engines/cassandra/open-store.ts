import { Client } from 'cassandra-driver';
import { openCassandraStore } from '../../../src/store/cassandra/cassandra-store.js';
import { noFigures } from '../../../src/store/decision-counts.js';
import type { CollectionKey, Store } from '../../../src/store/store.js';
import { later } from '../../store/samples.js';

export interface Cluster {
  readonly hosts: readonly string[];
  readonly keyspace: string;
  /** The default: as many as there are hosts. */
  readonly replication?: number;
}

export function openStore({ hosts, keyspace, replication = hosts.length }: Cluster) {
  const url = `cassandra://${hosts.join(',')}/${keyspace}`;
  return openCassandraStore({ url, replication, geometry: '4x16', queueMax: 1000 });
}

/** A store that looks empty: what others left in the keyspace stays under its generation. */
export async function openEmptyStore(cluster: Cluster): Promise<Store> {
  const store = await openStore(cluster);
  const { hosts, keyspace } = cluster;
  const client = new Client({ contactPoints: [...hosts], localDataCenter: 'datacenter1' });
  for (const { name } of await store.listCollections()) {
    const remove = `DELETE FROM ${keyspace}.collections WHERE space = 'all' AND name = ? IF EXISTS`;
    await client.execute(remove, [name], { prepare: true });
  }
  await client.execute(`TRUNCATE ${keyspace}.extractors`);
  await client.shutdown();
  await store.close();
  return counting(await openStore(cluster));
}

/** The store keeps no counts: here they are what it lists. */
function counting(store: Store): Store {
  const countsOf = async (collection: CollectionKey) => {
    const page = { idPrefix: null, after: null, limit: 1000, now: later };
    const documents = await store.list({ collection, ...page });
    const signatures = documents.map(({ signature }) => signature);
    return {
      documents: documents.length,
      contents: new Set(signatures.map(({ exactHash }) => exactHash)).size,
      fingerprints: new Set(signatures.map(({ fingerprint: f }) => `${f.high}/${f.low}`)).size,
    };
  };
  return {
    ...store,
    async stats(collection) {
      const all = collection === undefined ? await store.listCollections() : [collection];
      const sum = { documents: 0, contents: 0, fingerprints: 0 };
      for (const each of all) {
        const counts = await countsOf(each);
        sum.documents += counts.documents;
        sum.contents += counts.contents;
        sum.fingerprints += counts.fingerprints;
      }
      return { ...sum, ...noFigures(), bytes: null, walBytes: null };
    },
  };
}
