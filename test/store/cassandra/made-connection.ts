import type { types } from 'cassandra-driver';
import { NeardupError } from '../../../src/errors.js';
import type { Connection } from '../../../src/store/cassandra/connection.js';

/**
 * What a statement may meet: `refused` was not done, and `lost` was done, without an answer; a `ghost` has
 * no answer either, and is done later, when `haunt` is called.
 */
export type Fault = 'refused' | 'lost' | 'ghost';

interface CollectionRow {
  readonly generation: number;
  definition: string;
}

/** Collections, what is noted of deleted ones and ids of documents, in memory, with faults on demand. */
export function makeConnection() {
  const collections = new Map<string, CollectionRow>();
  const dropped = new Map<number, string>();
  /** Ids by generation. */
  const documents = new Map<number, Set<string>>();
  let lastGeneration: number | null = null;
  let faultOf: (statement: number) => Fault | undefined = () => undefined;
  let statements = 0;
  const ghosts: (() => unknown)[] = [];

  async function meeting<T>(act: () => T, whenUnknown: () => T): Promise<T> {
    const fault = faultOf(statements);
    statements += 1;
    if (fault === 'refused') throw new NeardupError('not_ready', 'No quorum');
    if (fault === 'ghost') ghosts.push(act);
    if (fault === 'lost') act();
    return fault === undefined ? act() : whenUnknown();
  }

  function refuse(): never {
    throw new NeardupError('not_ready', 'No answer');
  }

  function select(query: string, values: readonly unknown[]): Record<string, unknown>[] {
    if (query.includes('.dropped')) {
      return [...dropped].map(([generation, recipe]) => ({ generation, recipe }));
    }
    if (query.includes('.ids')) {
      const [generation, bucket] = values as [number, number];
      const ids = bucket === 0 ? [...(documents.get(generation) ?? [])] : [];
      return ids.map((id) => ({ id, attempt: id, content: id, stored_at: 0 }));
    }
    if (query.includes('.attempts')) return [];
    const rows = [...collections].map(([name, row]) => ({
      ...{ name, ...row, last_generation: lastGeneration },
    }));
    const named = query.includes('name = ?') ? rows.filter(({ name }) => name === values[1]) : rows;
    const none = { name: null, generation: null, last_generation: lastGeneration };
    return named.length === 0 && lastGeneration !== null && named === rows ? [none] : named;
  }

  function write(query: string, values: readonly unknown[]): void {
    const [, generation, third, fourth] = values as [string, number, string, string];
    if (query.includes('INTO') && query.includes('.dropped')) dropped.set(generation, third);
    else if (query.includes('.dropped')) dropped.delete(generation);
    else if (query.includes('.ids')) documents.get(values[0] as number)?.delete(fourth ?? third);
  }

  function change(query: string, values: readonly unknown[]): boolean {
    if (query.includes('last_generation')) {
      if (lastGeneration !== values[2]) return false;
      lastGeneration = values[0] as number;
      return true;
    }
    if (query.startsWith('INSERT')) {
      const [, name, generation, definition] = values as [string, string, number, string];
      if (collections.has(name)) return false;
      collections.set(name, { generation, definition });
      documents.set(generation, new Set(['a', 'b']));
      return true;
    }
    if (query.startsWith('UPDATE')) {
      const [definition, , name, expected] = values as [string, string, string, string];
      const row = collections.get(name);
      if (row?.definition !== expected) return false;
      row.definition = definition;
      return true;
    }
    const [, name, generation] = values as [string, string, number];
    return collections.get(name)?.generation === generation && collections.delete(name);
  }

  const connection: Connection = {
    keyspace: 'k',
    dataCentre: 'd',
    read: (query, values) => meeting(() => select(query, values) as never as types.Row[], refuse),
    readSerially: (query, values) =>
      meeting(() => select(query, values)[0] as never as types.Row | undefined, refuse),
    walk: refuse,
    write: (query, values) => meeting(() => write(query, values), refuse),
    async writeAll(statements) {
      for (const { query, values } of statements) await connection.write(query, values);
    },
    change: (query, values) =>
      meeting<boolean | null>(
        () => change(query, values),
        () => null,
      ),
    define: refuse,
    close: async () => {},
  };
  return {
    connection,
    collections,
    dropped,
    documents,
    /** @param fault of the statements from now on, by their numbers from 0 */
    fail(fault: (statement: number) => Fault | undefined) {
      statements = 0;
      faultOf = fault;
    },
    statements: () => statements,
    /** Does what was thought lost. */
    haunt() {
      for (const act of ghosts.splice(0)) act();
    },
  };
}
