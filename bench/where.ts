/**
 * Shows where the processor time of a durable check over HTTP goes, by thread and by step: `npm run bench -- where
 * [--documents 100000] [--checks 5000] [--rounds 5] [--connections 64] [--data DIR]`
 *
 * First, a service over a file with documents receives checks of new pages, in turns with plain Fastify that echoes the
 * same bodies. Then another service receives such checks while V8 samples its threads. Its samples are of time and not
 * of processor time, so a step includes waits for the disk or for a free core, and sampling itself costs some percent.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, median, table } from '../harness/measure.js';
import {
  type RunningService,
  readyUrl,
  runService,
  stopService,
} from '../harness/running-service.js';
import { threadMicroseconds } from './baseline/process-figures.js';
import { createCrawl, fill } from './crawl.js';
import { postRequest, sendAll } from './load.js';
import { readProfiles } from './where/profile.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    checks: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    data: { type: 'string' },
  },
});
const checks = Number(options.checks);
const rounds = Number(options.rounds);
const { newPage } = createCrawl(options.data);
const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
const running: RunningService[] = [];
try {
  const file = join(directory, 'where.db');
  await fill(file, 'hybrid', Number(options.documents));
  process.stdout.write(`${await measureThreads(file)}\n\n`);
  process.stdout.write(`${await sampleSteps(file)}\n`);
} finally {
  await Promise.all(running.map((service) => stopService(service, 'SIGKILL')));
  rmSync(directory, { recursive: true, force: true });
}

/** Returns a table of the processor time of each thread. */
async function measureThreads(file: string): Promise<string> {
  const service = await start(runService(file));
  const echo = await start(runEcho());
  /** Times of a check, thread by thread: the event loop first, then the busiest ones. */
  const times: number[][] = [];
  const echoTimes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const requests = newChecks();
    const [ofService, ofEcho] = [await measure(service, requests), await measure(echo, requests)];
    if (round === 0) continue; // compiles
    times.push(ofService);
    echoTimes.push(sum(ofEcho));
  }
  await stopService(service, 'SIGTERM');
  const names = ['event loop', 'busiest other thread', 'next', 'all others'];
  const inFour = times.map(([loop, second, third, ...others]) => [
    ...[loop!, second ?? 0, third ?? 0],
    sum(others),
  ]);
  const rows = names.map((name, i) => [name, figure(median(inFour.map((each) => each[i]!)))]);
  rows.push(['together', figure(median(times.map(sum)))], ['an echo', figure(median(echoTimes))]);
  rows.push([
    'together, of an echo',
    figure(median(times.map((each, i) => sum(each) / echoTimes[i]!))),
  ]);
  return table(['thread', 'processor µs a check'], rows);
}

/** Returns a table of the sampled time of each step. */
async function sampleSteps(file: string): Promise<string> {
  const profiles = join(directory, 'profiles');
  mkdirSync(profiles);
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=200'];
  const service = await start(runService(file, {}, flags));
  await measure(service, newChecks()); // compiles
  const requests = newChecks();
  const from = microseconds();
  await measure(service, requests);
  const to = microseconds();
  await stopService(service, 'SIGTERM');
  const rows = readProfiles(profiles, { from, to }).flatMap(({ thread, steps }) => {
    const busy = [...steps].filter(([step]) => step !== 'idle').sort(([, a], [, b]) => b - a);
    const all = sum(busy.map(([, time]) => time));
    const name = thread === 0 ? 'event loop' : `thread ${thread}`;
    return [['all steps', all] as const, ...busy].map(([step, time]) => [
      ...[name, step, figure(time / checks)],
      `${Math.round((100 * time) / all)} %`,
    ]);
  });
  return table(['thread', 'step', 'µs a check', 'of its thread'], rows);
}

async function start(starting: Promise<RunningService>): Promise<RunningService> {
  const service = await starting;
  running.push(service);
  return service;
}

async function runEcho(): Promise<RunningService> {
  const program = new URL('echo-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, url: await readyUrl(child) };
}

function newChecks(): Buffer[] {
  return Array.from({ length: checks }, () => postRequest('/check', newPage()));
}

/** Returns the processor time of a request in microseconds, by thread: the main thread, then the busiest. */
async function measure({ url, child }: RunningService, requests: readonly Buffer[]) {
  const pid = child.pid!;
  const before = threadMicroseconds(pid);
  await sendAll(url, Number(options.connections), requests);
  const spent = [...threadMicroseconds(pid)].map(
    ([thread, time]) => [thread, (time - (before.get(thread) ?? 0)) / requests.length] as const,
  );
  const others = spent.filter(([thread]) => thread !== pid).map(([, time]) => time);
  return [spent.find(([thread]) => thread === pid)![1], ...others.sort((a, b) => b - a)];
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
