import { readFileSync } from 'node:fs';
import type { Client, QueryOptions, types } from 'cassandra-driver';
import { NeardupError } from '../../errors.js';

export interface CassandraOptions {
  /** `cassandra://host:port,host/keyspace`; a port that is named is that of all nodes. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** File of certificates in PEM that check the servers' certificates; none: no TLS. */
  readonly caFile?: string | undefined;
}

export interface Statement {
  readonly query: string;
  readonly values: readonly unknown[];
}

/** The part of the driver that the modules of this folder use: statements, and the ways to run them. */
export interface Connection {
  readonly keyspace: string;
  /** The data centre whose replicas make the quorums. */
  readonly dataCentre: string;
  /** Sees every write that a quorum acknowledged. */
  read(query: string, values: readonly unknown[]): Promise<types.Row[]>;
  /**
   * Reads from one replica: it may miss a write that a quorum acknowledged, and may miss it again later.
   */
  readOne(query: string, values: readonly unknown[]): Promise<types.Row[]>;
  /** The first row; no write that is under way can take effect unseen after this read. */
  readSerially(query: string, values: readonly unknown[]): Promise<types.Row | undefined>;
  /** All rows, fetched as they are read. */
  walk(query: string, values: readonly unknown[], pageSize: number): AsyncIterable<types.Row>;
  /** On disk at a quorum; may be sent twice. */
  write(query: string, values: readonly unknown[]): Promise<void>;
  /** The same for some statements in one request; if it fails, some of them may have been done. */
  writeAll(statements: readonly Statement[]): Promise<void>;
  /** Adds to counters; never sent twice, so that a failure adds at most once. */
  addAll(statements: readonly Statement[]): Promise<void>;
  /**
   * Runs a lightweight transaction. Returns true if it was applied, null if that is unknown.
   * @param how `holdsOnce`: after the transaction was applied, its condition never holds again. So if a
   *   node is slow, the statement is also sent to another node, and "not applied" may mean that it was
   *   applied before
   */
  change(
    query: string,
    values: readonly unknown[],
    how?: { readonly isIdempotent: boolean },
  ): Promise<boolean | null>;
  /** A statement that changes the schema; resolves when all live nodes have the change. */
  define(query: string): Promise<void>;
  close(): Promise<void>;
}

/** Time after which a request without a response counts as lost. */
const requestTimeoutMs = 3_000;
/** All nodes take part in a change of the schema; the first process alone waits for it. */
const definitionTimeoutMs = 30_000;
/** A node that went away is tried at least this often: a quorum may need it. */
const reconnectAfterMsMax = 10_000;

/**
 * Connects to a cluster.
 * @throws `not_ready` if the driver is not installed or no node answers; `validation_failed`
 */
export async function connect(options: CassandraOptions): Promise<Connection> {
  const { keyspace, ...contact } = parseUrl(options.url);
  const driver = await loadDriver();
  const { consistencies } = driver.types;
  const dataCentre = await dataCentreOf(driver, contact, options);
  const client = new driver.Client({
    ...placesOf(contact),
    localDataCenter: dataCentre,
    ...securityOf(options),
    encoding: { useBigIntAsLong: true },
    socketOptions: { readTimeout: requestTimeoutMs, defunctReadTimeoutThreshold: 4 },
    queryOptions: { prepare: true, consistency: consistencies.localQuorum },
    // With `true`, the first statement would wait for every node, even for one that hangs.
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
      'Cannot use Cassandra: the package "cassandra-driver" is not installed; npm install cassandra-driver',
      { cause },
    );
  }
}

const urlForm = /^cassandra:\/\/([^/@?#]+)\/([a-z][a-z0-9_]{0,47})$/;
/** A name, an address, or an address of IPv6 in brackets. */
const hostForm = /^([^:[\]]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?$/i;
const usualPort = 9042;

export interface Contact {
  readonly hosts: readonly string[];
  /** Nodes tell the driver each other's addresses without ports, so all have the same one. */
  readonly port: number;
}

/** @throws `validation_failed` */
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
    `Cannot use store "${url.replace(/\/\/.*@/, '//…@')}": it must be cassandra://HOST:PORT,HOST/KEYSPACE, the keyspace in lower case; :PORT may be left out, and all nodes have the same one`,
  );
}

/** Contact points and port for the driver. */
function placesOf({ hosts, port }: Contact) {
  return {
    contactPoints: hosts.map((host) => `${host}:${port}`),
    // Port of the nodes that the driver discovers through the contact points.
    protocolOptions: { port },
  };
}

function securityOf({ user, password, caFile }: CassandraOptions) {
  return {
    ...(user === undefined ? {} : { credentials: { username: user, password: password ?? '' } }),
    ...(caFile === undefined
      ? {}
      : { sslOptions: { ca: [readFileSync(caFile)], rejectUnauthorized: true } }),
  };
}

/** The datacentre of the named hosts; the driver needs it. */
async function dataCentreOf(
  driver: Driver,
  contact: Contact,
  options: CassandraOptions,
): Promise<string> {
  const loadBalancing = new driver.policies.loadBalancing.RoundRobinPolicy();
  const client = new driver.Client({
    ...placesOf(contact),
    ...securityOf(options),
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

/** Once more after a short while: the other nodes still ask a node that has just died. */
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
 * Returns true if a request may have taken effect, or may still do so: it timed out, a node reported this
 * outcome, or the connection was lost before the response. If several nodes were tried in turn, one such
 * error is enough.
 */
export function isUnknownOutcome(error: unknown): boolean {
  const { name, code, isSocketError, innerErrors = {} } = (error ?? {}) as DriverFailure;
  if (name === 'OperationTimedOutError' || isSocketError === true) return true;
  if (name === 'NoHostAvailableError') return Object.values(innerErrors).some(isUnknownOutcome);
  return name === 'ResponseError' && unknownCodes.includes(code!);
}

/** The fields by which errors of the driver differ. */
interface DriverFailure {
  readonly name?: string;
  readonly code?: number;
  /** Set by the driver if the connection was lost while this request was pending. */
  readonly isSocketError?: boolean;
  /** Errors by the address of the node that was tried. */
  readonly innerErrors?: Readonly<Record<string, unknown>>;
}

/**
 * Protocol version 5, section 9: a node that is overloaded or is starting (which asks for another
 * try, as the others do), write and read timeouts and failures, unknown outcome of a CAS.
 */
const unknownCodes = [0x1001, 0x1002, 0x1100, 0x1200, 0x1300, 0x1500, 0x1700];

function refuse(cause: unknown): never {
  const { message } = cause as Error;
  throw new NeardupError('not_ready', `Cannot reach a quorum of Cassandra: ${message}`, { cause });
}
