import { readFileSync } from 'node:fs';
import type { Client, QueryOptions, types } from 'cassandra-driver';
import { NeardupError } from 'neardup/engine';

export interface CassandraOptions {
  /** `cassandra://host:port,host/keyspace`. A port is optional; if any host has one, it applies to all nodes. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** PEM file with the certificates that verify the servers; undefined to connect without TLS. */
  readonly caFile?: string | undefined;
}

export interface Statement {
  readonly query: string;
  readonly values: readonly unknown[];
}

/** Connection to a cluster, with a method for each way in which the store runs statements. */
export interface Connection {
  readonly keyspace: string;
  /** Datacentre whose replicas form the quorums. */
  readonly dataCentre: string;
  /** Reads from a quorum of the replicas, and therefore sees every write that a quorum has acknowledged. */
  read(query: string, values: readonly unknown[]): Promise<types.Row[]>;
  /** Reads from one replica. May miss a write that a quorum acknowledged, even after an earlier read saw it. */
  readOne(query: string, values: readonly unknown[]): Promise<types.Row[]>;
  /**
   * Reads with serial consistency and returns the first row. A serial read completes or prevents conditional writes
   * that are pending, so none of them can take effect later without having been seen.
   */
  readSerially(query: string, values: readonly unknown[]): Promise<types.Row | undefined>;
  /** Yields all rows of a result, and fetches its pages on demand. */
  walk(query: string, values: readonly unknown[], pageSize: number): AsyncIterable<types.Row>;
  /** Writes to disk at a quorum of the replicas. The request may be sent twice. */
  write(query: string, values: readonly unknown[]): Promise<void>;
  /**
   * Executes several write statements in one request, which may be sent twice. If it fails, some of them may have been
   * applied.
   */
  writeAll(statements: readonly Statement[]): Promise<void>;
  /**
   * Executes several statements that add to counters or subtract from them. The request is never sent twice, so that
   * nothing is counted twice.
   */
  addAll(statements: readonly Statement[]): Promise<void>;
  /**
   * Runs a lightweight transaction.
   * @param how `isIdempotent` promises that once the transaction has been applied, its condition never holds again. If
   *   a node is slow, the statement is then also sent to another node, and the result false may mean that the other
   *   copy was applied
   * @returns true if the transaction was applied, false if its condition did not hold, null if the outcome is unknown
   */
  change(
    query: string,
    values: readonly unknown[],
    how?: { readonly isIdempotent: boolean },
  ): Promise<boolean | null>;
  /** Changes the schema. Resolves when all live nodes have the new schema. */
  define(query: string): Promise<void>;
  close(): Promise<void>;
}

/** Time after which a request without a response counts as failed. Its outcome is then unknown. */
const requestTimeoutMs = 3_000;
/**
 * Time after which a schema change without a response counts as failed. A schema change takes longer than other
 * requests, because it involves all nodes. Usually only the first process changes the schema.
 */
const definitionTimeoutMs = 30_000;
/** Maximum time between two attempts to reconnect to a node. It is short, because a quorum may need the node. */
const reconnectAfterMsMax = 10_000;

/**
 * Connects to a cluster.
 * @throws `not_ready` if the driver is not installed or no node answers; `validation_failed`
 */
export async function connect(options: CassandraOptions): Promise<Connection> {
  const { keyspace, ...contact } = parseUrl(options.url);
  const driver = await loadDriver();
  const { consistencies } = driver.types;
  const dataCentre = await findDataCentre(driver, contact, options);
  const client = new driver.Client({
    ...toPlaces(contact),
    localDataCenter: dataCentre,
    ...readSecurity(options),
    encoding: { useBigIntAsLong: true },
    socketOptions: { readTimeout: requestTimeoutMs, defunctReadTimeoutThreshold: 4 },
    queryOptions: { prepare: true, consistency: consistencies.localQuorum },
    // With `true`, the first execution of a statement would wait for every node, even for one that hangs.
    prepareOnAllHosts: false,
    policies: {
      speculativeExecution:
        new driver.policies.speculativeExecution.ConstantSpeculativeExecutionPolicy(500, 2),
      reconnection: new driver.policies.reconnection.ExponentialReconnectionPolicy(
        500,
        reconnectAfterMsMax,
      ),
    },
  });
  await client.connect().catch((error) => refuse(error));

  const execute = async (query: string, values: readonly unknown[], how: QueryOptions) => {
    const result = await client.execute(query, [...values], how).catch((error) => refuse(error));
    return result.rows ?? [];
  };
  const serially = { consistency: consistencies.localSerial, isIdempotent: true };

  return {
    keyspace,
    dataCentre,
    read: (query, values) => execute(query, values, { isIdempotent: true, fetchSize: 10_000 }),
    readOne: (query, values) =>
      execute(query, values, {
        consistency: consistencies.localOne,
        ...{ isIdempotent: true, fetchSize: 10_000 },
      }),
    async readSerially(query, values) {
      const [row] = await retried(() => execute(query, values, serially));
      return row;
    },
    walk: (query, values, pageSize) => walkRows(client, query, values, pageSize),
    async write(query, values) {
      await retried(() => execute(query, values, { isIdempotent: true }));
    },
    async writeAll(statements) {
      const queries = statements.map(({ query, values }) => ({ query, params: [...values] }));
      const how = { prepare: true, logged: false, isIdempotent: true };
      await retried(() => client.batch(queries, how).catch((error) => refuse(error)));
    },
    async addAll(statements) {
      const queries = statements.map(({ query, values }) => ({ query, params: [...values] }));
      const how = { prepare: true, logged: false, counter: true, isIdempotent: false };
      await client.batch(queries, how).catch((error) => refuse(error));
    },
    async change(query, values, { isIdempotent } = { isIdempotent: false }) {
      const how = { serialConsistency: consistencies.localSerial, isIdempotent };
      try {
        const [row] = (await client.execute(query, [...values], how)).rows;
        return row!['[applied]'] as boolean;
      } catch (error) {
        if (isUnknownOutcome(error)) return null;
        return refuse(error);
      }
    },
    async define(query) {
      const how = { prepare: false, readTimeout: definitionTimeoutMs };
      await client.execute(query, [], how).catch((error) => refuse(error));
      await agreed(client);
    },
    close: () => client.shutdown(),
  };
}

type Driver = typeof import('cassandra-driver');

async function loadDriver(): Promise<Driver> {
  try {
    return (await import('cassandra-driver')).default as unknown as Driver;
  } catch (cause) {
    throw new NeardupError(
      'not_ready',
      'Cannot use Cassandra: the package "cassandra-driver" is missing; run npm install cassandra-driver',
      { cause },
    );
  }
}

const urlForm = /^cassandra:\/\/([^/@?#]+)\/([a-z][a-z0-9_]{0,47})$/;
/** Form of a host: a hostname, an IPv4 address, or an IPv6 address in brackets, each with an optional port. */
const hostForm = /^([^:[\]]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?$/i;
const usualPort = 9042;

export interface Contact {
  readonly hosts: readonly string[];
  /** Port of all nodes. They must have the same port, because nodes tell each other their addresses without ports. */
  readonly port: number;
}

/** Parses the URL of a cluster and its keyspace. @throws `validation_failed` if the URL is invalid */
export function parseUrl(url: string): Contact & { readonly keyspace: string } {
  const [, names = '', keyspace = ''] = urlForm.exec(url) ?? [];
  const parsed = names.split(',').map((name) => hostForm.exec(name));
  const ports = new Set(parsed.flatMap((host) => (host?.[2] ? [Number(host[2])] : [])));
  const [port = usualPort] = ports;
  const hosts = parsed.flatMap((host) => host?.[1] ?? []);
  if (hosts.length === parsed.length && ports.size <= 1 && port <= 65_535) {
    return { hosts, port, keyspace };
  }
  throw new NeardupError(
    'validation_failed',
    `Cannot use store "${url.replace(/\/\/.*@/, '//…@')}": the URL must be cassandra://HOST:PORT,HOST/KEYSPACE with the keyspace in lower case; :PORT is optional and applies to all nodes`,
  );
}

/** Returns the contact points and the port in the form that the driver expects. */
function toPlaces({ hosts, port }: Contact) {
  return {
    contactPoints: hosts.map((host) => `${host}:${port}`),
    // Port of the nodes that the driver finds through the contact points.
    protocolOptions: { port },
  };
}

function readSecurity({ user, password, caFile }: CassandraOptions) {
  return {
    ...(user === undefined ? {} : { credentials: { username: user, password: password ?? '' } }),
    ...(caFile === undefined
      ? {}
      : { sslOptions: { ca: [readFileSync(caFile)], rejectUnauthorized: true } }),
  };
}

/** Finds out the datacentre of the contact points, because the driver requires its name. */
async function findDataCentre(
  driver: Driver,
  contact: Contact,
  options: CassandraOptions,
): Promise<string> {
  const loadBalancing = new driver.policies.loadBalancing.RoundRobinPolicy();
  const client = new driver.Client({
    ...toPlaces(contact),
    ...readSecurity(options),
    policies: { loadBalancing },
  });
  try {
    await client.connect();
    const { rows } = await client.execute('SELECT data_center FROM system.local');
    return rows[0]!.data_center as string;
  } catch (error) {
    return refuse(error);
  } finally {
    await client.shutdown();
  }
}

async function* walkRows(
  client: Client,
  query: string,
  values: readonly unknown[],
  fetchSize: number,
): AsyncIterable<types.Row> {
  let pageState: string | undefined;
  do {
    const how = { fetchSize, isIdempotent: true, ...(pageState && { pageState }) };
    const page = await retried(() =>
      client.execute(query, [...values], how).catch((error) => refuse(error)),
    );
    yield* page.rows;
    pageState = page.pageState ?? undefined;
  } while (pageState !== undefined);
}

/**
 * Repeats a request whose outcome is unknown after a failure. Such failures occur when a node has just died and other
 * nodes still contact it.
 */
async function retried<T>(request: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request();
    } catch (error) {
      if (tries === 4 || !isUnknownOutcome((error as Error).cause)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
    }
  }
}

async function agreed(client: Client): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const peers = await client.execute('SELECT schema_version FROM system.peers', [], unprepared);
    const local = await client.execute('SELECT schema_version FROM system.local', [], unprepared);
    const versions = [...peers.rows, ...local.rows].map((row) => String(row.schema_version));
    if (new Set(versions).size === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new NeardupError('not_ready', 'Cannot use Cassandra: its nodes do not agree on the schema');
}

const unprepared = { prepare: false };

/**
 * Returns true if a failed request may have taken effect, or may still take effect: it timed out, a node reported that
 * the outcome is unknown, or the connection was lost before the response. If several nodes were tried, one such error
 * is enough.
 */
export function isUnknownOutcome(error: unknown): boolean {
  const { name, code, isSocketError, innerErrors = {} } = (error ?? {}) as DriverFailure;
  if (name === 'OperationTimedOutError' || isSocketError === true) return true;
  if (name === 'NoHostAvailableError') return Object.values(innerErrors).some(isUnknownOutcome);
  return name === 'ResponseError' && unknownCodes.includes(code!);
}

/** Fields that distinguish the driver's errors. */
interface DriverFailure {
  readonly name?: string;
  readonly code?: number;
  /** Set if the connection was lost while this request was pending. */
  readonly isSocketError?: boolean;
  /** Errors of the nodes that were tried, by address. */
  readonly innerErrors?: Readonly<Record<string, unknown>>;
}

/**
 * Error codes (Cassandra protocol version 5, section 9) after which the outcome is unknown, or which ask for a retry:
 * node overloaded or starting, write and read timeouts and failures, unknown outcome of a lightweight transaction
 * (CAS).
 */
const unknownCodes = [0x1001, 0x1002, 0x1100, 0x1200, 0x1300, 0x1500, 0x1700];

function refuse(cause: unknown): never {
  const { message } = cause as Error;
  throw new NeardupError('not_ready', `Cannot reach a quorum of Cassandra: ${message}`, { cause });
}
