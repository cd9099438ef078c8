/**
 * Where the time of a durable check goes, from socket to socket:
 *
 *   npm run bench -- profile [--data DIR] [--documents 1000000] [--seconds 5] [--method simhash]
 *
 * The built service runs under V8's profiler while 64 connections send checks, as in the bench
 * `http`. Every sample of a thread counts for a step by its stack. Time in which a thread waits for
 * work is left out; time in which it waits for the disk is not. Profiling itself costs time, so
 * shares tell more than times.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { runService, stopService } from '../harness/running-service.js';
import { crawledPages, fill, prepared } from './crawl.js';
import { load, postRequest } from './load.js';
import { stepOf } from './profile/steps.js';
import { methodNamed } from './random-documents.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    method: { type: 'string', default: 'simhash' },
  },
});

const warmUpSeconds = 3;
/** More checks than the service answers in a second. */
const preparedPerSecond = 10_000;

interface Profile {
  /** Microseconds of the monotonic clock, as `process.hrtime` has it. */
  readonly startTime: number;
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

const method = methodNamed(options.method);
const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
try {
  const file = join(directory, 'profile.db');
  await fill(file, method, Number(options.documents));
  report(await profileChecks(file));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/**
 * The number of answered checks, the seconds, and the total microseconds of each step.
 */
interface Profiled {
  readonly answered: number;
  readonly seconds: number;
  readonly micros: ReadonlyMap<string, number>;
}

async function profileChecks(file: string): Promise<Profiled> {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${directory}`, '--cpu-prof-interval=500'];
  const service = await runService(file, {}, flags);
  const { prepare, next } = prepared(crawledPages(options.data), (page) =>
    postRequest('/check', page),
  );
  const run = (seconds: number) => load({ url: service.url, connections: 64, next, seconds });
  try {
    await run(warmUpSeconds);
    prepare(Number(options.seconds) * preparedPerSecond);
    const from = microsNow();
    const { answered, seconds } = await run(Number(options.seconds));
    const to = microsNow();
    await stopService(service, 'SIGTERM');
    return { answered, seconds, micros: microsOfSteps(from, to) };
  } finally {
    await stopService(service, 'SIGKILL');
  }
}

/** Microseconds of each step, of all threads together. */
function microsOfSteps(from: number, to: number): Map<string, number> {
  const micros = new Map<string, number>();
  for (const name of readdirSync(directory).filter((each) => each.endsWith('.cpuprofile'))) {
    const profile: Profile = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    for (const [step, time] of timeBySteps(profile, from, to)) {
      micros.set(step, (micros.get(step) ?? 0) + time);
    }
  }
  return micros;
}

function report({ answered, seconds, micros }: Profiled): void {
  const rows = [...micros].sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, time]) => sum + time, 0);
  process.stdout.write(
    `${figure(answered)} checks in ${figure(seconds)} s, ${method}, ${options.documents} documents\n\n`,
  );
  const cells = [...rows, ['all', total] as const].map(([step, time]) => [
    step,
    figure(time / answered),
    `${figure((100 * time) / total)} %`,
  ]);
  process.stdout.write(`${table(['step', 'µs a check', 'share'], cells)}\n`);
}

function microsNow(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Microseconds of each step between two times. */
function timeBySteps(
  { nodes, samples, timeDeltas, startTime }: Profile,
  from: number,
  to: number,
): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const steps = new Map<number, string | null>();
  for (const { id } of nodes) {
    const stack: ProfileNode['callFrame'][] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      stack.push(byId.get(at)!.callFrame);
    }
    steps.set(id, stepOf(stack));
  }
  const times = new Map<string, number>();
  let now = startTime;
  for (const [index, id] of samples.entries()) {
    now += timeDeltas[index]!;
    const step = steps.get(id);
    if (now >= from && now < to && step)
      times.set(step, (times.get(step) ?? 0) + timeDeltas[index]!);
  }
  return times;
}
