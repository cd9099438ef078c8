import { setImmediate as turn } from 'node:timers/promises';
import { NeardupError } from '../../../../src/errors.js';
import type { Connection } from '../../src/connection.js';
import { type MadeKeyspace, makeKeyspace } from './keyspace.js';

/**
 * Faults of a statement. `refused`: not executed. `lost`: executed, without a response. `ghost`: no response, and
 * executed only later when `haunt` is called, if at all.
 */
export type Fault = 'refused' | 'lost' | 'ghost';

export interface Statement {
  readonly kind: 'read' | 'write' | 'change';
  readonly query: string;
  /** Number of the statement, counted from 0 since faults were last set. */
  readonly number: number;
}

export type FaultOf = (statement: Statement) => Fault | undefined;

/** Creates connections to one in-memory keyspace, with faults on demand. */
export function makeCluster() {
  const keyspace: MadeKeyspace = makeKeyspace();
  const ghosts: (() => unknown)[] = [];

  /** Creates the connection of one process. */
  function connect() {
    let faultOf: FaultOf = () => undefined;
    let statements = 0;
    let seenByOne = 0;

    async function meeting<T>(
      kind: Statement['kind'],
      query: string,
      act: () => T,
      whenUnknown: () => T,
    ): Promise<T> {
      const fault = faultOf({ kind, query, number: statements++ });
      // Lets other statements run in between.
      await turn();
      if (fault === 'refused') throw new NeardupError('not_ready', 'No quorum');
      if (fault === 'ghost' && kind !== 'read') ghosts.push(act);
      if (fault === 'lost') act();
      if (fault !== undefined) return whenUnknown();
      const answer = act();
      await turn();
      return answer;
    }

    const duplicateIf = (): never => {
      throw new NeardupError('not_ready', 'No answer');
    };
    const rows: Connection['read'] = (query, values) =>
      meeting('read', query, () => keyspace.select(query, values), duplicateIf);
    const connection: Connection = {
      keyspace: 'k',
      dataCentre: 'd',
      read: rows,
      readOne: async (query, values) => {
        // This replica missed most of the writes.
        const found = await rows(query, values);
        return found.filter(() => ++seenByOne % 3 === 0);
      },
      readSerially: async (query, values) => (await rows(query, values))[0],
      async *walk(query, values) {
        yield* await rows(query, values);
      },
      write: (query, values) =>
        meeting('write', query, () => void keyspace.change(query, values), duplicateIf),
      async writeAll(statements) {
        await Promise.all(statements.map(({ query, values }) => connection.write(query, values)));
      },
      async addAll(statements) {
        await Promise.all(statements.map(({ query, values }) => connection.write(query, values)));
      },
      change: (query, values) =>
        meeting<boolean | null>(
          'change',
          query,
          () => keyspace.change(query, values),
          () => null,
        ),
      define: async (query) => keyspace.define(query),
      close: async () => {},
    };
    return {
      connection,
      /** Sets the faults of the following statements. */
      fail(fault: FaultOf) {
        statements = 0;
        faultOf = fault;
      },
      statements: () => statements,
    };
  }

  return {
    keyspace,
    connect,
    /** Executes the lost statements. @returns their number */
    haunt(): number {
      const late = ghosts.splice(0);
      for (const act of late) act();
      return late.length;
    },
  };
}
