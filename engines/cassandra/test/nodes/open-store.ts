import { Client, types } from 'cassandra-driver';
import type { Store } from '../../../../src/store/contract/store.js';
import { openStore as openAt } from '../../src/cassandra-store.js';

export interface Cluster {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly keyspace: string;
  /** Replication factor; by default the number of hosts. */
  readonly replication?: number;
}

/** Returns the URL; the port is only given for the first node. */
export function urlOf({ hosts: [first, ...others], port, keyspace }: Cluster): string {
  return `cassandra://${[`${first}:${port}`, ...others].join(',')}/${keyspace}`;
}

export function openStore(cluster: Cluster): Promise<Store> {
  const { hosts, replication = hosts.length } = cluster;
  const url = urlOf(cluster);
  return openAt({ url, replication, geometry: '4x16', queueMax: 1000 });
}

/** Opens a store that appears empty: data left in the keyspace belongs to its own generation. */
export async function openEmptyStore(cluster: Cluster): Promise<Store> {
  const { hosts, port, keyspace } = cluster;
  const client = new Client({
    contactPoints: [...hosts],
    localDataCenter: 'datacenter1',
    protocolOptions: { port },
  });
  const how = { prepare: true, consistency: types.consistencies.quorum };
  const removeAll = async (table: string, name: string, condition: string) => {
    const from = `FROM ${keyspace}.${table}`;
    const { rows } = await client.execute(`SELECT ${name} ${from}`, [], how);
    for (const row of rows.filter((each) => each[name] !== null)) {
      await client.execute(
        `DELETE ${from} WHERE ${condition} ${name} = ? IF EXISTS`,
        [row[name]],
        how,
      );
    }
  };
  await removeAll('collections', 'name', "space = 'all' AND");
  await removeAll('claims', 'key', '');
  await client.execute(`DELETE FROM ${keyspace}.extractors WHERE space = 'all'`, [], how);
  await client.shutdown();
  return openStore(cluster);
}
