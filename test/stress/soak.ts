/**
 * Applies a mixed load for minutes, and records the state of the service: `npm run test:long -- soak [--minutes 10]
 * [--out DIR]`
 *
 * Draws resident memory, latency, the write-ahead log and the delay of the event loop over time as SVG. Fails if memory
 * grows after the first third of the run, according to a straight line through the rest. Documents are added and
 * deleted, so that their number stays about the same.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lineChart } from '../../harness/chart.js';
import { figure, quantile } from '../../harness/measure.js';
import { generatedPages, randomNumbers } from '../../harness/pages.js';
import { withServices } from '../../harness/service.js';
import { compiledFile } from '../../src/package-facts.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    out: { type: 'string', default: 'soak' },
  },
});
const minutes = Number(options.minutes);
const sampleMs = 1000;
const clients = 8;
const idsOfClient = 500;
const bulkLines = 50;
/** Maximum growth, due to garbage, as a share of the resident memory after the first third. */
const growthMax = 0.15;

interface Sample {
  readonly minute: number;
  readonly residentMb: number;
  readonly walMb: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loopMs: number;
}

await withServices(async (start, directory) => {
  const file = join(directory, 'soak.db');
  const url = await start(
    compiledFile('main.js').pathname,
    ...['serve', '--port', '0', '--data', file],
  );
  const pages = generatedPages(5000);
  const startedAt = performance.now();
  const deadline = startedAt + minutes * 60_000;
  let latencies: number[] = [];
  let requests = 0;

  async function client(number: number): Promise<void> {
    const random = randomNumbers(number + 1);
    const below = (count: number) => Math.floor(random() * count);
    const document = () => {
      const [first, second] = [pages[below(pages.length)]!, pages[below(pages.length)]!];
      const text = first.slice(0, 275) + second.slice(275);
      return { id: `${number}/${below(idsOfClient)}`, text };
    };
    const actions = [
      () => post('/check', document()),
      () => post('/documents', document()),
      () => post('/query', { text: document().text }),
      () => post('/documents/delete', { ids: [document().id] }),
      () => bulk(Array.from({ length: bulkLines }, document)),
    ];
    while (performance.now() < deadline) {
      const begin = performance.now();
      await actions[below(actions.length)]!();
      latencies.push(performance.now() - begin);
      requests += 1;
    }
  }

  const send = async (path: string, type: string, body: string) => {
    const headers = { 'content-type': type };
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  };
  const post = (path: string, body: object) => send(path, 'application/json', JSON.stringify(body));
  const bulk = (lines: readonly object[]) =>
    send(
      '/documents/bulk',
      'application/x-ndjson',
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );

  const samples: Sample[] = [];
  async function observe(): Promise<void> {
    while (performance.now() < deadline) {
      await sleep(sampleMs);
      const metrics = await (await fetch(new URL('/metrics', url))).text();
      const taken = latencies;
      latencies = [];
      samples.push({
        minute: (performance.now() - startedAt) / 60_000,
        residentMb: metricOf(metrics, 'process_resident_memory_bytes') / 2 ** 20,
        walMb: (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20,
        p50Ms: quantile(taken, 0.5),
        p99Ms: quantile(taken, 0.99),
        loopMs: metricOf(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1000,
      });
    }
  }

  await Promise.all([observe(), ...Array.from({ length: clients }, (_, number) => client(number))]);
  draw(samples);
  report(samples, requests);
});

/** Returns the value of a metric without labels. @throws if there is no metric of this name */
function metricOf(metrics: string, name: string): number {
  const [, value] = new RegExp(`^(?:neardup_)?${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}

function draw(samples: readonly Sample[]): void {
  mkdirSync(options.out, { recursive: true });
  const chart = (name: string, title: string, unit: string, fields: readonly (keyof Sample)[]) => {
    const series = fields.map((field) => ({
      name: field,
      points: samples.map((sample) => [sample.minute, sample[field]] as const),
    }));
    const svg = lineChart({ title, x: { name: 'minutes' }, y: { name: unit, min: 0 }, series });
    writeFileSync(join(options.out, `${name}.svg`), svg);
  };
  chart('memory', 'Resident memory of the service', 'MiB', ['residentMb']);
  chart('latency', 'Latency of requests, a second at a time', 'ms', ['p50Ms', 'p99Ms']);
  chart('wal', 'Size of the write-ahead log', 'MiB', ['walMb']);
  chart('event-loop', 'Delay of the event loop, p99', 'ms', ['loopMs']);
}

function report(samples: readonly Sample[], requests: number): void {
  const settled = samples.filter(({ minute }) => minute > minutes / 3);
  const slope = slopeOf(settled.map(({ minute, residentMb }) => [minute, residentMb]));
  const last = settled.at(-1)!;
  const grown = (slope * minutes * (2 / 3)) / settled[0]!.residentMb;
  process.stdout.write(
    [
      `${requests} requests in ${minutes} minutes, ${clients} clients`,
      `latency p50 ${figure(
        quantile(
          settled.map(({ p50Ms }) => p50Ms),
          0.5,
        ),
      )} ms, worst second p99 ${figure(Math.max(...settled.map(({ p99Ms }) => p99Ms)))} ms`,
      `resident memory ${figure(last.residentMb)} MiB at the end, ${slope >= 0 ? '+' : '−'}${figure(Math.abs(slope))} MiB a minute after the first third`,
      `write-ahead log at most ${figure(Math.max(...samples.map(({ walMb }) => walMb)))} MiB`,
      `drawn in ${options.out}/`,
      grown > growthMax
        ? `FAILED: memory grew by ${figure(100 * grown)} %`
        : 'memory does not grow',
    ]
      .join('\n')
      .concat('\n'),
  );
  if (grown > growthMax) process.exitCode = 1;
}

/** Returns the slope of the least-squares line. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  const variance = mean(points.map(([x]) => (x - meanX) ** 2));
  return covariance / variance;
}
