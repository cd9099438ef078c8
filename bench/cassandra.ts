/**
 * What a check costs over Cassandra: `npm run bench -- cassandra [--geometry 4x16]
 * [--methods simhash,hybrid] [--processes 1,4] [--connections 1,16,64] [--seconds 8] [--warm 30]
 * [--near] [--counts 20] [--network 127.0.10] [--hosts HOST,HOST,HOST [--pids PID,PID,PID]]`
 *
 * Three nodes of Cassandra on this machine, run as an operator would run them, and the built service in
 * one and in several processes. First what each kind of check asks of the cluster. Then checks a second
 * over HTTP, by connections, beside the bare rates of writes before and after them. With `--hosts` nodes
 * that run already are taken; their processor time is known if they have these process ids here.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { type RunningService, runServiceOf, stopService } from '../harness/running-service.js';
import { geometryName } from '../src/fingerprint/geometry.js';
import { connect } from '../src/store/cassandra/connection.js';
import { prepareSchema } from '../src/store/cassandra/schema.js';
import { startNodes } from '../test/engines/cassandra/nodes.js';
import { type BareRates, bareWrites } from './cassandra/bare-writes.js';
import { countedChecks } from './cassandra/counted-checks.js';
import { checksOverHttp, httpColumns } from './cassandra/over-http.js';
import { methodNamed } from './random-documents.js';

const { values: options } = parseArgs({
  options: {
    geometry: { type: 'string', default: '4x16' },
    methods: { type: 'string', default: 'simhash,hybrid' },
    processes: { type: 'string', default: '1,4' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '30' },
    near: { type: 'boolean', default: false },
    network: { type: 'string', default: '127.0.10' },
    hosts: { type: 'string' },
    pids: { type: 'string', default: '' },
    counts: { type: 'string', default: '20' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);
const methods = options.methods.split(',').map(methodNamed);
const geometry = geometryName(options.geometry);
const seconds = Number(options.seconds);
const atOnce = 64;

/** As Cassandra's own jvm17-server.options have it, with a heap for a small machine. */
const machine = ['-Xms1g', '-Xmx1g', '-XX:+UseG1GC', '-XX:MaxGCPauseMillis=300', '-Xss256k'];

const services: RunningService[] = [];
const nodes =
  options.hosts === undefined ? await startNodes(3, { network: options.network, machine }) : null;
const hosts = nodes?.hosts ?? options.hosts!.split(',');
try {
  await measure();
} finally {
  await Promise.all(services.map((service) => stopService(service, 'SIGTERM')));
  await nodes?.stop();
}

async function measure(): Promise<void> {
  const keyspace = `bench_${randomBytes(4).toString('hex')}`;
  const url = `cassandra://${hosts.join(',')}/${keyspace}`;
  const connection = await connect({ url });
  const replication = hosts.length;
  await prepareSchema(connection, { geometry, replication });
  if (Number(options.counts) > 0) {
    const counts = { geometry, replication, count: Number(options.counts), atOnce };
    print(await countedChecks(connection, methods, counts));
  }
  const processes = numbers(options.processes);
  for (let started = 0; started < Math.max(...processes); started++) {
    services.push(await runServiceOf(['--store', url], { NEARDUP_LOG_LEVEL: 'error' }));
  }
  const run = (method: (typeof methods)[number], of: number, connections: number, time: number) =>
    checksOverHttp({
      services: services.slice(0, of),
      nodes: nodes?.pids() ?? numbers(options.pids).filter((pid) => pid > 0),
      ...{ method, connections, seconds: time, isNear: options.near },
    });
  for (const method of methods) {
    await run(method, Math.max(...processes), 16, Number(options.warm) / methods.length);
  }
  const rates: BareRates[] = [await bareWrites(connection, seconds / 2, atOnce)];
  const rows: { readonly cells: (string | number)[]; readonly perSecond: number }[] = [];
  for (const method of methods) {
    for (const of of processes) {
      for (const connections of numbers(options.connections)) {
        const { cells, perSecond } = await run(method, of, connections, seconds);
        rows.push({ cells: [method, of, connections, ...cells], perSecond });
      }
    }
  }
  rates.push(await bareWrites(connection, seconds / 2, atOnce));
  const mean = (of: (rates: BareRates) => number) => (of(rates[0]!) + of(rates[1]!)) / 2;
  const conditional = mean((each) => each.conditional);
  print(
    table(
      ['method', 'processes', 'connections', ...httpColumns, 'of conditional writes'],
      rows.map(({ cells, perSecond }) => [...cells, figure(perSecond / conditional)]),
    ),
  );
  print(
    `Bare writes a second, ${atOnce} at once, before and after: conditional ${rates.map((each) => figure(each.conditional)).join(' and ')}; ` +
      `plain ${rates.map((each) => figure(each.plain)).join(' and ')}`,
  );
  await connection.close();
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
