import type { CheckOperation, DeleteOperation } from '../../../../src/store/contract/documents.js';
import { createCassandraStore } from '../../src/cassandra-store.js';
import { type Connection, connect } from '../../src/connection.js';

/** Operation of a process that is killed at its decision. */
export interface LastWish {
  readonly url: string;
  /** `before`: the decision has no effect; `after`: it takes effect. */
  readonly dies: 'before' | 'after';
  readonly operation:
    | ({ readonly kind: 'check' } & CheckOperation)
    | ({ readonly kind: 'delete' } & DeleteOperation);
}

/**
 * A process that takes one operation through the protocol like a service until its decision, then reports this and
 * waits to be killed.
 */
process.once('message', async ({ url, dies, operation }: LastWish) => {
  const connection = await connect({ url });
  const isDecision = (query: string) => query.startsWith(`UPDATE ${connection.keyspace}.documents`);
  const mortal: Connection = {
    ...connection,
    async change(query, values, how) {
      if (!isDecision(query)) return connection.change(query, values, how);
      if (dies === 'after') await connection.change(query, values, how);
      process.send!('decides');
      return new Promise(() => {});
    },
  };
  const options = { replication: 3, geometry: '4x16', queueMax: 10 } as const;
  const store = await createCassandraStore(mortal, options);
  if (operation.kind === 'check') await store.check(operation);
  else await store.delete(operation);
});
process.once('disconnect', () => process.exit());
