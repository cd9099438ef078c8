import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from '../src/connection.js';

/** Statement counts of one operation. */
export interface Asked {
  /** Length of the longest chain of statements that wait for each other. */
  waits: number;
  reads: number;
  /** Number of reads from one replica. */
  readsOfOne: number;
  serialReads: number;
  writes: number;
  changes: number;
}

type Kind = Exclude<keyof Asked, 'waits'>;

const currentOperation = new AsyncLocalStorage<Asked>();

/** Runs an operation and counts its statements, even while others run concurrently. */
export async function counted<T>(operate: () => Promise<T>): Promise<{ result: T; asked: Asked }> {
  const asked: Asked = { waits: 0, reads: 0, readsOfOne: 0, serialReads: 0, writes: 0, changes: 0 };
  const result = await currentOperation.run(asked, operate);
  return { result, asked };
}

/** Wraps a connection to count its statements, except the query for collections once per second. */
export function countingConnection(connection: Connection): Connection {
  async function counting<T>(kind: Kind, query: string, ask: () => Promise<T>): Promise<T> {
    const asked = currentOperation.getStore();
    if (asked === undefined || query.includes('.collections')) return ask();
    asked[kind] += 1;
    const place = asked.waits + 1;
    try {
      return await ask();
    } finally {
      asked.waits = Math.max(asked.waits, place);
    }
  }

  return {
    ...connection,
    read: (query, values) => counting('reads', query, () => connection.read(query, values)),
    readOne: (query, values) =>
      counting('readsOfOne', query, () => connection.readOne(query, values)),
    readSerially: (query, values) =>
      counting('serialReads', query, () => connection.readSerially(query, values)),
    async *walk(query, values, pageSize) {
      const rows = connection.walk(query, values, pageSize)[Symbol.asyncIterator]();
      // No partition of the bench exceeds one page.
      let next = await counting('reads', query, () => rows.next());
      while (next.done !== true) {
        yield next.value;
        next = await rows.next();
      }
    },
    write: (query, values) => counting('writes', query, () => connection.write(query, values)),
    writeAll: (statements) => counting('writes', '', () => connection.writeAll(statements)),
    change: (query, values, how) =>
      counting('changes', query, () => connection.change(query, values, how)),
  };
}
