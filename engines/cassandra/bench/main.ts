/**
 * Cost of a check over Cassandra: `npm run bench -- cassandra [--geometry 4x16] [--methods simhash,hybrid] [--processes
 * 1,4] [--connections 1,16,64] [--seconds 8] [--warm 150] [--near] [--counts 20] [--beside CHECKOUT] [--address
 * 127.0.10.1] [--port 9042] [--hosts HOST,HOST,HOST [--pids PID,PID,PID]]`
 *
 * Three Cassandra nodes run on this machine with an operator's settings, and the built service in one and in several
 * processes. First come the statements of each kind of check, then checks per second over HTTP, by connections, next to
 * the bare write rates. `--beside` alternates with the built program of another checkout. `--hosts` uses running nodes;
 * `--pids` gives their process ids for measuring processor time. Java compiles for minutes on the same processors: with
 * less than two minutes of warm-up, nodes reach half the throughput.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { methodNamed } from '../../../bench/random-documents.js';
import { figure, table } from '../../../harness/measure.js';
import {
  type RunningService,
  runServiceOf,
  stopService,
} from '../../../harness/running-service.js';
import { geometryName } from '../../../src/fingerprint/geometry.js';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { compiledFile } from '../../../src/package-facts.js';
import { type Connection, connect } from '../src/connection.js';
import { prepareSchema } from '../src/schema.js';
import { startNodes } from '../test/nodes/nodes.js';
import { bareWrites } from './bare-writes.js';
import { countedChecks } from './counted-checks.js';
import { checksOverHttp, httpColumns } from './over-http.js';

const { values: options } = parseArgs({
  options: {
    geometry: { type: 'string', default: '4x16' },
    methods: { type: 'string', default: 'simhash,hybrid' },
    processes: { type: 'string', default: '1,4' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '150' },
    near: { type: 'boolean', default: false },
    address: { type: 'string', default: '127.0.10.1' },
    port: { type: 'string', default: '9042' },
    hosts: { type: 'string' },
    pids: { type: 'string', default: '' },
    beside: { type: 'string' },
    counts: { type: 'string', default: '20' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);
const methods = options.methods.split(',').map(methodNamed);
const geometry = geometryName(options.geometry);
const port = Number(options.port);
const seconds = Number(options.seconds);
const warm = Number(options.warm) / methods.length;
const bareSeconds = 1.5;
const atOnce = 64;

/** As in Cassandra's jvm17-server.options, with a heap for a small machine. */
const machine = ['-Xms1g', '-Xmx1g', '-XX:+UseG1GC', '-XX:MaxGCPauseMillis=300', '-Xss256k'];

const services: RunningService[] = [];
const nodes =
  options.hosts === undefined
    ? await startNodes(3, { address: options.address, port, machine })
    : null;
const hosts = nodes?.hosts ?? options.hosts!.split(',');
const replication = hosts.length;
try {
  await measure();
} finally {
  await Promise.all(services.map((service) => stopService(service, 'SIGTERM')));
  await nodes?.stop();
}

async function measure(): Promise<void> {
  const connection = await keyspaceOf('bench');
  if (Number(options.counts) > 0) {
    const counts = { geometry, replication, count: Number(options.counts), atOnce };
    print(await countedChecks(connection, methods, counts));
  }
  const processes = numbers(options.processes);
  const builds = [{ name: 'this', services: await servicesOf(compiledFile('main.js').pathname) }];
  if (options.beside !== undefined) {
    const program = join(resolve(options.beside), 'dist', 'main.js');
    builds.push({ name: 'other', services: await servicesOf(program) });
  }
  const pids = nodes?.pids() ?? numbers(options.pids).filter((pid) => pid > 0);
  const run = (services: RunningService[], method: Method, connections: number, time: number) => {
    const how = { method, connections, seconds: time, isNear: options.near };
    return checksOverHttp({ services, nodes: pids, ...how });
  };
  for (const method of methods) {
    for (const { services } of builds) await run(services, method, 16, warm);
  }
  const rows: (readonly string[])[] = [];
  for (const method of methods) {
    for (const of of processes) {
      for (const connections of numbers(options.connections)) {
        // Measured for every row, because the speed of a machine drifts.
        const bare = await bareWrites(connection, pids, bareSeconds, atOnce);
        for (const { name, services } of builds) {
          const found = await run(services.slice(0, of), method, connections, seconds);
          const { cells, perSecond, milliseconds } = found;
          const ofBare = [perSecond / bare.conditional, milliseconds / bare.conditionalMs];
          const rates = [bare.conditional, bare.plain, ...ofBare].map(figure);
          const build = builds.length > 1 ? `${name}, ${method}` : method;
          rows.push([build, `${of}`, `${connections}`, ...cells, ...rates]);
          process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`);
        }
      }
    }
  }
  const bare = ['conditional/s', 'plain/s', 'of conditional', 'processor of conditional'];
  print(table(['method', 'processes', 'connections', ...httpColumns, ...bare], rows));
  await connection.close();
}

/** Creates a keyspace with a new name. */
async function keyspaceOf(name: string): Promise<Connection> {
  const connection = await connect({ url: urlOf(`${name}_${randomBytes(4).toString('hex')}`) });
  await prepareSchema(connection, { geometry, replication });
  return connection;
}

function urlOf(keyspace: string): string {
  return `cassandra://${hosts.join(`:${port},`)}:${port}/${keyspace}`;
}

/** Starts services of one build over a separate keyspace, whose tables the build creates. */
async function servicesOf(program: string): Promise<RunningService[]> {
  const store = ['--store', urlOf(`bench_${randomBytes(4).toString('hex')}`)];
  const environment = { NEARDUP_LOG_LEVEL: 'error', NEARDUP_STORE_GEOMETRY: geometry };
  const started: RunningService[] = [];
  for (let done = 0; done < Math.max(...numbers(options.processes)); done++) {
    const service = await runServiceOf(store, environment, [], program);
    services.push(service);
    started.push(service);
  }
  return started;
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
