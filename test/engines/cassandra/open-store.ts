import { Client, types } from 'cassandra-driver';
import { openCassandraStore } from '../../../src/store/cassandra/cassandra-store.js';
import type { CollectionKey } from '../../../src/store/collection.js';
import { noFigures } from '../../../src/store/decision-counts.js';
import type { Store } from '../../../src/store/store.js';
import { later } from '../../store/samples.js';

export interface Cluster {
  readonly hosts: readonly string[];
  readonly keyspace: string;
  /** The default: as many as there are hosts. */
  readonly replication?: number;
}

export const urlOf = ({ hosts, keyspace }: Cluster) => `cassandra://${hosts.join(',')}/${keyspace}`;

export function openStore(cluster: Cluster): Promise<Store> {
  const { hosts, replication = hosts.length } = cluster;
  const url = urlOf(cluster);
  return openCassandraStore({ url, replication, geometry: '4x16', queueMax: 1000 });
}

/** A store that looks empty: what others left in the keyspace stays under its generation. */
export async function openEmptyStore(cluster: Cluster): Promise<Store> {
  const { hosts, keyspace } = cluster;
  const client = new Client({ contactPoints: [...hosts], localDataCenter: 'datacenter1' });
  const tables = [`${keyspace}.collections`, `${keyspace}.extractors`] as const;
  const { rows } = await client.execute(`SELECT name FROM ${tables[0]} WHERE space = 'all'`);
  for (const { name } of rows.filter((row) => row.name !== null)) {
    const remove = `DELETE FROM ${tables[0]} WHERE space = 'all' AND name = ? IF EXISTS`;
    await client.execute(remove, [name], { prepare: true });
  }
  const consistency = types.consistencies.quorum;
  await client.execute(`DELETE FROM ${tables[1]} WHERE space = 'all'`, [], { consistency });
  await client.shutdown();
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
