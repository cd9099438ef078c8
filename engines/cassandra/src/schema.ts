import { type GeometryName, geometryName, NeardupError } from 'neardup/engine';
import type { Connection } from './connection.js';
import { termTables } from './terms.js';

/**
 * Tables of the keyspace. The program accepts an empty keyspace, or one that it has created itself.
 *
 *   documents   (generation, id)                     the register and its document
 *   attempts    (generation, content) stored_at, id  attempts to store a content, committed or not
 *   keys        (generation, key) since, content, attempt   the contents under a key of the index, by age
 *   ids         (generation, bucket) id, attempt     for lists
 *   texts       (generation, content) attempt        kept texts
 *   sightings   (generation, id)                     last_seen_at and seen_count since the attempt
 *   counts      (generation) name                    counters of documents, contents and decisions
 *   claims      (key)                                operations with an idempotency key
 *   terms …     (recipe …)                           terms of texts, see terms.ts
 *
 * Every change to `documents`, `claims`, `collections` and `facts` is conditional; the other tables are written without
 * conditions. One exception: the sweep of a deleted collection deletes its `documents` unconditionally, because nobody
 * reads them any more. A statement with an unknown outcome may still take effect at any later time. So a condition that
 * was true once must never become true again:
 *
 *   change               condition on            if the outcome is unknown
 *   decision             version                 kills its own attempt; the register then shows which
 *                                                of the two was applied (attempt.ts, doubt)
 *   deletion             version                 retries; if refused, the token in the register shows
 *                                                whether it was applied
 *   kill of an attempt   version                 reads the victim's register again
 *   renewal              version                 restarts the operation
 *   kill by the next     version                 reads the register again (attempt-driver.ts,
 *   holder of a key                              createSettle)
 *   mark                 version                 surveys again, and sets the mark if it is missing
 *   row of a key         version                 retries; if refused, the version of the row shows
 *                                                whether it was applied
 *   creation             last_generation         retries; if refused, the generation in the row shows
 *                                                whether it was applied
 *   settings             definition, a token     reads the definition and changes it again
 *   deletion of a        generation              retries; if refused, the collection is gone
 *   collection
 *   fact                 absence of the fact     reads again
 *
 * The reads in the last column are serial, except for marks and settings: if such a read is stale, the next change is
 * refused. If an outcome stays unknown, the operation fails with `not_ready`.
 *
 * The protocol (protocol.ts) requires that once a quorum read has returned a change, all later quorum reads return it
 * as well. Cassandra ensures this if `read_repair` is BLOCKING, which is the default; `documents` sets it explicitly.
 */
const tables = [
  `documents (generation int, id text, version text, current text, recent frozen<list<text>>,
    expires_at bigint, lifetime_ms bigint, revision int, stored_at bigint, updated_at bigint, last_seen_at bigint,
    seen_count int, content text, fingerprint text, feature_count int, short_text boolean,
    sketch blob, shingles int, evidence blob, metadata text, page text, extractor text, since text,
    mark text, PRIMARY KEY ((generation, id)))
    WITH read_repair = 'BLOCKING'`,
  `attempts (generation int, content text, stored_at bigint, id text, attempt text, since text,
    base text, priority text, fingerprint text, feature_count int, short_text boolean, sketch blob,
    shingles int, evidence blob, PRIMARY KEY ((generation, content), stored_at, id, attempt))`,
  `keys (generation int, key text, since text, content text, attempt text, fingerprint text,
    PRIMARY KEY ((generation, key), since, content, attempt))`,
  `ids (generation int, bucket int, id text, attempt text, content text, stored_at bigint,
    PRIMARY KEY ((generation, bucket), id, attempt))`,
  `texts (generation int, content text, attempt text, text blob,
    PRIMARY KEY ((generation, content), attempt))`,
  `sightings (generation int, id text, attempt text, last_seen_at bigint, seen_count int,
    PRIMARY KEY ((generation, id)))`,
  `claims (key text PRIMARY KEY, version text, request text, expires_at bigint, deletion text,
    prepared blob, outcome blob, note text)`,
  'counts (generation int, name text, count counter, PRIMARY KEY (generation, name))',
  `collections (space text, name text, last_generation int static, generation int,
    definition text, PRIMARY KEY (space, name))`,
  `dropped (space text, generation int, recipe text, dropped_at bigint,
    PRIMARY KEY (space, generation))`,
  'extractors (space text, name text, PRIMARY KEY (space, name))',
  'facts (name text PRIMARY KEY, value text)',
  ...termTables,
];

const schemaVersion = '6';

export interface SchemaOptions {
  /** Number of nodes that store each row. Only used when the keyspace is created. */
  readonly replication: number;
  /**
   * Scheme by which fingerprints are divided into index keys (fingerprint/geometry.ts). Only used when the keyspace is
   * created.
   */
  readonly geometry: GeometryName;
}

/**
 * Creates the keyspace and any missing tables.
 * @returns the geometry with which the keyspace was created
 * @throws `not_ready` if the schema has a different version, or if the processes that write to the keyspace are in a
 * different datacentre
 */
export async function prepareSchema(
  connection: Connection,
  { replication, geometry }: SchemaOptions,
): Promise<GeometryName> {
  const { keyspace, dataCentre } = connection;
  if (!(await isComplete(connection))) {
    if (!(await isThere(connection))) {
      await connection.define(
        `CREATE KEYSPACE IF NOT EXISTS ${keyspace}
         WITH replication = {'class': 'NetworkTopologyStrategy', '${dataCentre}': ${replication}}`,
      );
    }
    for (const table of tables) {
      await connection.define(`CREATE TABLE IF NOT EXISTS ${keyspace}.${table}`);
    }
  }
  const version = await readFact(connection, 'schema', schemaVersion);
  if (version !== schemaVersion) {
    throw new NeardupError(
      'not_ready',
      `Cannot use keyspace "${keyspace}": its schema has version ${version}, this build has ${schemaVersion}`,
    );
  }
  const home = await readFact(connection, 'datacentre', dataCentre);
  if (home !== dataCentre) {
    throw new NeardupError(
      'not_ready',
      `Cannot write to keyspace "${keyspace}" from datacentre "${dataCentre}": its writers are in "${home}"`,
    );
  }
  return geometryName(await readFact(connection, 'geometry', geometry));
}

/** Returns true if all tables exist, as they do for every process but the first. */
async function isComplete(connection: Connection): Promise<boolean> {
  const select = 'SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?';
  const found = await connection.read(select, [connection.keyspace]);
  return found.length === tables.length;
}

/**
 * Returns true if the keyspace exists. `CREATE KEYSPACE IF NOT EXISTS` cannot be used to find this out, because it
 * always fails for a user without the right to create keyspaces.
 */
async function isThere(connection: Connection): Promise<boolean> {
  const select = 'SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?';
  return (await connection.read(select, [connection.keyspace])).length > 0;
}

/** Returns a setting of the keyspace. The value of the first process is stored, and applies to all processes. */
async function readFact(connection: Connection, name: string, value: string): Promise<string> {
  const table = `${connection.keyspace}.facts`;
  for (;;) {
    const select = `SELECT value FROM ${table} WHERE name = ?`;
    const row = await connection.readSerially(select, [name]);
    if (row !== undefined) return row.value as string;
    const insert = `INSERT INTO ${table} (name, value) VALUES (?, ?) IF NOT EXISTS`;
    await connection.change(insert, [name, value]);
  }
}
