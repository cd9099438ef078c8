/**
 * What a durable check costs each thread of the service, and what that says of machines with more cores:
 *
 *   npm run bench -- threads [--data DIR] [--documents 1000000] [--methods simhash,hybrid] [--parts]
 *     [--seconds 10] [--connections 64]
 *
 * The built service answers checks of pages of 550 characters, as in the bench `http`. Linux says how much
 * processor time each of its threads took. The thread of the store is the one that writes to the disk.
 * No thread does more than a second of work in a second, and all together no more than the cores have: the
 * smaller of the two is what a number of cores answers. The same service on one core, with the load
 * generator on the others, says how far that is true.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { type RunningService, runService, stopService } from '../harness/running-service.js';
import type { Method } from '../src/fingerprint/recipe.js';
import { crawledPages, fill, prepared } from './crawl.js';
import { load, postRequest } from './load.js';
import { methodNamed } from './random-documents.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '1000000' },
    methods: { type: 'string', default: 'simhash,hybrid' },
    parts: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
  },
});
const cores = availableParallelism();
if (process.platform !== 'linux' || cores < 2) {
  throw new Error('Only Linux tells the times of threads, and the load generator needs a core');
}

const machines = [1, 2, 4, 16, 64];
const warmUpSeconds = 3;
/** More checks than the service answers in a second. */
const preparedPerSecond = 12_000;
/** Of /proc/PID/task/TID/stat: clock ticks a second, on every Linux that Node runs on. */
const ticksPerSecond = 100;

const roles = ['event loop', 'store', 'file system', 'signing, garbage, compiling'] as const;
type Role = (typeof roles)[number];
type Micros = Record<Role, number>;

const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
try {
  for (const method of options.methods.split(',').map(methodNamed)) await report(method);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function report(method: Method): Promise<void> {
  const file = join(directory, `${method}.db`);
  await fill(file, method, Number(options.documents), undefined, options.parts);
  const free = await measure(file, 'all cores');
  const one = await measure(file, 'one core');
  const rows = roles.map((role) => [role, free.micros[role], one.micros[role]].map(cell));
  const total = ['all', sum(free.micros), sum(one.micros)].map(cell);
  print(
    `${options.documents} documents, ${method}${options.parts ? ' with parts' : ''}, ${options.connections} connections`,
  );
  print(table(['µs of processor a check', 'all cores', 'one core'], [...rows, total]));
  print(
    table(
      ['cores', 'checks a second, at most', 'what stops it'],
      machines.map((count) => {
        const { rate, stops } = ceiling(free.micros, count);
        return [String(count), figure(rate), stops];
      }),
    ),
  );
  const { rate } = ceiling(one.micros, 1);
  print(
    `on one core ${figure(one.rate)} a second were answered, ${figure(one.rate / rate)} of ${figure(rate)} that its own times allow; on all cores beside the load generator ${figure(free.rate)}`,
  );
}

/** The most checks a second that some cores can answer, and what is busy all the time then. */
function ceiling(micros: Micros, count: number): { rate: number; stops: string } {
  const busiest = roles.reduce((a, b) => (micros[a] >= micros[b] ? a : b));
  const byThread = 1e6 / micros[busiest];
  const byCores = (count * 1e6) / sum(micros);
  return byThread < byCores
    ? { rate: byThread, stops: `the thread: ${busiest}` }
    : { rate: byCores, stops: 'all cores are busy' };
}

/** @param on on one core the service has it for itself; the load generator uses the others */
async function measure(
  file: string,
  on: 'all cores' | 'one core',
): Promise<{ rate: number; micros: Micros }> {
  const service = await runService(file);
  try {
    if (on === 'one core') {
      pin(service.child.pid!, '0');
      pin(process.pid, `1-${cores - 1}`);
    }
    const { prepare, next } = prepared(crawledPages(options.data), (page) =>
      postRequest('/check', page),
    );
    const connections = Number(options.connections);
    const run = (seconds: number) => load({ url: service.url, connections, next, seconds });
    await run(warmUpSeconds);
    prepare(Number(options.seconds) * preparedPerSecond);
    const before = threadTimes(service);
    const { answered, seconds, statuses } = await run(Number(options.seconds));
    if ((statuses[200] ?? 0) + (statuses[201] ?? 0) !== answered)
      throw new Error(`Not all was answered: ${JSON.stringify(statuses)}`);
    const after = threadTimes(service);
    const micros = Object.fromEntries(
      roles.map((role) => [role, (after[role] - before[role]) / answered]),
    ) as Micros;
    return { rate: answered / seconds, micros };
  } finally {
    pin(process.pid, `0-${cores - 1}`);
    await stopService(service, 'SIGTERM');
  }
}

function pin(pid: number, to: string): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', to, String(pid)]);
}

/** Microseconds of the processor so far. */
function threadTimes({ child }: RunningService): Micros {
  const tasks = `/proc/${child.pid}/task`;
  const micros = Object.fromEntries(roles.map((role) => [role, 0])) as Micros;
  const threads = readdirSync(tasks).map((id) => {
    const stat = readFileSync(`${tasks}/${id}/stat`, 'utf8');
    const [, name, rest] = /\((.*)\) (.*)/s.exec(stat)!;
    const fields = rest!.split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const [, written] = /^write_bytes: (\d+)$/m.exec(readFileSync(`${tasks}/${id}/io`, 'utf8'))!;
    return { id, name: name!, micros: (ticks * 1e6) / ticksPerSecond, written: Number(written) };
  });
  const store = threads.reduce((a, b) => (a.written >= b.written ? a : b));
  for (const thread of threads) {
    let role: Role = 'signing, garbage, compiling';
    if (thread.id === String(child.pid)) role = 'event loop';
    else if (thread === store) role = 'store';
    else if (thread.name.startsWith('libuv')) role = 'file system';
    micros[role] += thread.micros;
  }
  return micros;
}

function sum(micros: Micros): number {
  return roles.reduce((all, role) => all + micros[role], 0);
}

function cell(value: string | number): string {
  return typeof value === 'string' ? value : figure(value);
}

function print(paragraph: string): void {
  process.stdout.write(`${paragraph}\n\n`);
}
