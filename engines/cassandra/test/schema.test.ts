import { expect, it } from 'vitest';
import { NeardupError } from '../../../src/errors.js';
import { prepareSchema } from '../src/schema.js';
import { type Fault, makeCluster } from './made/connection.js';

const faults: readonly Fault[] = ['refused', 'lost', 'ghost'];
/** More changes than a process needs to open an empty keyspace. */
const changesMax = 6;

it.each(faults)(
  'two processes that open an empty keyspace agree on it, whichever change is %s',
  async (fault) => {
    for (let at = 0; at < changesMax; at++) {
      const cluster = makeCluster();
      const [one, other] = [cluster.connect(), cluster.connect()];
      let changes = 0;
      one.fail(({ kind }) => (kind === 'change' && changes++ === at ? fault : undefined));
      const opened = await Promise.all([
        prepareSchema(one.connection, { replication: 1, geometry: '10x25' }).catch(notReady),
        prepareSchema(other.connection, { replication: 1, geometry: '4x16' }),
      ]);
      cluster.haunt();
      const later = await prepareSchema(cluster.connect().connection, {
        ...{ replication: 1, geometry: '20x31' },
      });
      const agreed = opened.filter((geometry) => geometry !== undefined);
      expect({ at, agreed }).toEqual({ at, agreed: agreed.map(() => later) });
    }
  },
);

/** The change was not applied, so the keyspace may be opened again. */
function notReady(error: unknown): undefined {
  if (!(error instanceof NeardupError) || error.code !== 'not_ready') throw error;
}
