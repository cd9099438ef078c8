import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCassandraStore } from '../../src/store/cassandra/cassandra-store.js';
import { type Connection, connect } from '../../src/store/cassandra/connection.js';
import { prepareSchema } from '../../src/store/cassandra/schema.js';
import { type Nodes, startNodes } from '../../test/engines/cassandra/nodes.js';
import { newCollection, randomChecks, recipeFor } from '../random-documents.js';
import type { MeasuredKind } from './model.js';

const geometry = '10x25';
const bands = { count: 8, rows: 3 };
const atOnce = 16;
const wideRows = 2_000;
const checksBefore = 800;

/** What was measured with a number of nodes, each of which holds every row. */
export interface Measured {
  readonly nodes: number;
  /** Milliseconds of the processors of all nodes. */
  readonly statement: Readonly<Record<MeasuredKind, number>>;
  /** Of each row more in a partition, on the replicas that are asked together. */
  readonly row: number;
  readonly checks: {
    readonly perSecond: number;
    readonly nodeMs: number;
    /** Of the process that makes the checks, the driver included. */
    readonly clientMs: number;
  };
  /** Bytes on the disk of one node, of a document with its rows but those of its keys, and of a key. */
  readonly disk: { readonly document: number; readonly key: number };
}

/** Starts so many nodes on this machine and ends them. */
export async function measure(count: number, seconds: number): Promise<Measured> {
  const nodes = await startNodes(count);
  try {
    const url = `cassandra://${nodes.hosts[0]}:${nodes.port}/model`;
    const connection = await connect({ url });
    const store = await createCassandraStore(connection, {
      ...{ geometry, replication: count, queueMax: 1_000 },
    });
    const recipe = recipeFor('hybrid', bands);
    const collection = await store.createCollection(newCollection('pages', recipe));
    const next = randomChecks(count, collection, recipe);
    const check = () => store.check(next());
    // The virtual machines compile what is hot.
    await rateOf(nodes, 2 * seconds, check, checksBefore);
    const bare = await connect({ url: url.replace('/model', '/bare') });
    await prepareSchema(bare, { geometry, replication: count });
    const { statement, row } = await statementCosts(nodes, bare, seconds);
    await bare.close();
    const checked = await rateOf(nodes, 2 * seconds, check);
    const documents = await countOf(connection, 'documents');
    await store.close();
    const disk = await diskOf(nodes, documents, recipe.bands!.count + 10);
    const checks = {
      perSecond: checked.perSecond,
      nodeMs: checked.nodeMs,
      clientMs: checked.clientMs,
    };
    return { nodes: count, statement, row, checks, disk };
  } finally {
    await nodes.stop();
  }
}

async function statementCosts(nodes: Nodes, connection: Connection, seconds: number) {
  const { keyspace } = connection;
  const insert = `INSERT INTO ${keyspace}.keys (generation, key, content, attempt, fingerprint) VALUES (?, ?, ?, ?, ?)`;
  const select = `SELECT content, fingerprint FROM ${keyspace}.keys WHERE generation = ? AND key = ? AND content > ? LIMIT 10000`;
  const register = `SELECT version, current FROM ${keyspace}.documents WHERE generation = ? AND id = ?`;
  const update = `UPDATE ${keyspace}.documents SET version = ?, current = ?, sketch = ? WHERE generation = ? AND id = ? IF version = ?`;
  const generation = 1;
  const name = () => randomBytes(16).toString('hex');
  const rowValues = (key: string) => [generation, key, name(), name(), name()];
  const narrow = Array.from({ length: 200 }, (_, index) => `narrow ${index}`);
  for (const key of narrow) await connection.write(insert, rowValues(key));
  for (let at = 0; at < wideRows; at += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => connection.write(insert, rowValues('wide'))),
    );
  }
  const sketch = randomBytes(144);
  let turn = 0;
  const ms = async (ask: () => Promise<unknown>) => (await rateOf(nodes, seconds, ask)).nodeMs;
  const statement: Record<MeasuredKind, number> = {
    writes: await ms(() => connection.write(insert, rowValues(name()))),
    changes: await ms(() =>
      connection.change(update, [name(), name(), sketch, generation, name(), null], {
        isIdempotent: true,
      }),
    ),
    serialReads: await ms(() => connection.readSerially(register, [generation, name()])),
    reads: await ms(() =>
      connection.read(select, [generation, narrow[turn++ % narrow.length]!, '']),
    ),
  };
  const wide = await ms(() => connection.read(select, [generation, 'wide', '']));
  return { statement, row: (wide - statement.reads) / (wideRows - 1) };
}

/** How often something is done in a second, and what each time costs. */
async function rateOf(nodes: Nodes, seconds: number, act: () => Promise<unknown>, least = 0) {
  const before = { nodes: processorMs(nodes.pids()), client: process.cpuUsage() };
  const start = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - start < seconds * 1_000 || done < least) {
      await act();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(before.client);
  return {
    perSecond: (done * 1_000) / took,
    nodeMs: (processorMs(nodes.pids()) - before.nodes) / done,
    clientMs: (user + system) / 1_000 / done,
  };
}

/** What /proc counts, in hundredths of a second. */
function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * 10;
  }, 0);
}

async function countOf(connection: Connection, table: string): Promise<number> {
  let count = 0;
  const select = `SELECT generation FROM ${connection.keyspace}.${table}`;
  for await (const _ of connection.walk(select, [], 5_000)) count += 1;
  return count;
}

/** A node that ends properly writes all that it has in memory. */
async function diskOf(nodes: Nodes, documents: number, keys: number) {
  const [pid] = nodes.pids();
  nodes.signal(0, 'SIGTERM');
  for (let tries = 0; tries < 300 && isAlive(pid!); tries++) await sleep(100);
  const folder = join(nodes.home(0), 'data', 'model');
  const bytesOf = (table: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.startsWith(`${table}-`) && file.endsWith('.db'))
      .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const tables = ['documents', 'attempts', 'ids'].map(bytesOf);
  return {
    document: tables.reduce((sum, each) => sum + each, 0) / documents,
    key: bytesOf('keys') / documents / keys,
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Everything that was measured, in the form of measured.ts. */
export function asCode(measured: readonly Measured[]): string {
  return JSON.stringify(measured, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  );
}
