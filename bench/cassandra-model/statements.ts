import type { GeometryName } from '../../src/fingerprint/geometry.js';
import type { Method } from '../../src/fingerprint/recipe.js';
import { createCassandraStore } from '../../src/store/cassandra/cassandra-store.js';
import type { Connection } from '../../src/store/cassandra/connection.js';
import type { CheckOperation } from '../../src/store/contract/documents.js';
import { makeCluster } from '../../test/store/cassandra/made/connection.js';
import { newCollection, randomChecks, recipeFor } from '../random-documents.js';
import { kinds, type Statements } from './model.js';

const bands = { count: 8, rows: 3 };

/** What a document that is new, and a copy of one, ask of a cluster: counted, over a keyspace in memory. */
export async function statementsOf(method: Method, geometry: GeometryName) {
  const asked = { reads: 0, readsOfOne: 0, serialReads: 0, writes: 0, changes: 0 };
  const { connection } = makeCluster().connect();
  const store = await createCassandraStore(counting(connection, asked), {
    ...{ geometry, replication: 3, queueMax: 10 },
  });
  const recipe = recipeFor(method, method === 'simhash' ? null : bands);
  const collection = await store.createCollection(newCollection('counted', recipe));
  const next = randomChecks(1, collection, recipe);
  const original = next();
  const askedBy = async (operation: CheckOperation): Promise<Statements> => {
    const before = { ...asked };
    await store.check(operation);
    return eachKind((kind) => asked[kind] - before[kind]);
  };
  await store.check(original);
  const stored = await askedBy(next());
  const refused = await askedBy({ ...original, id: 'a copy' });
  await store.close();
  return { stored, refused };
}

/** Of checks of which this share are refused. */
export function mixed(
  { stored, refused }: { readonly stored: Statements; readonly refused: Statements },
  share: number,
): Statements {
  return eachKind((kind) => stored[kind] * (1 - share) + refused[kind] * share);
}

function eachKind(of: (kind: keyof Statements) => number): Statements {
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as unknown as Statements;
}

/** The collections are read once a second, however many checks come. */
function counting(connection: Connection, asked: Record<keyof Statements, number>): Connection {
  const count = (kind: keyof Statements, query: string, partitions = 1) => {
    if (!query.includes('.collections')) asked[kind] += partitions;
  };
  return {
    ...connection,
    read(query, values) {
      const keys = values.find((value) => Array.isArray(value));
      count('reads', query, keys?.length);
      return connection.read(query, values);
    },
    readOne(query, values) {
      const keys = values.find((value) => Array.isArray(value));
      count('readsOfOne', query, keys?.length);
      // Every replica has everything.
      return connection.read(query, values);
    },
    readSerially(query, values) {
      count('serialReads', query);
      return connection.readSerially(query, values);
    },
    walk(query, values, pageSize) {
      count('reads', query);
      return connection.walk(query, values, pageSize);
    },
    write(query, values) {
      count('writes', query);
      return connection.write(query, values);
    },
    writeAll(statements) {
      for (const { query } of statements) count('writes', query);
      return connection.writeAll(statements);
    },
    change(query, values, how) {
      count('changes', query);
      return connection.change(query, values, how);
    },
  };
}
