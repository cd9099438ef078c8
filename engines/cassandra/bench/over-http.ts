import { randomUUID } from 'node:crypto';
import { load, postRequest } from '../../../bench/load.js';
import { figure, quantile } from '../../../harness/measure.js';
import type { RunningService } from '../../../harness/running-service.js';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { idleSeconds, processorSeconds } from './processor.js';
import { wordPages } from './words.js';

export interface HttpRun {
  readonly services: readonly RunningService[];
  readonly nodes: readonly number[];
  readonly method: Method;
  readonly connections: number;
  readonly seconds: number;
  readonly isNear: boolean;
}

export interface HttpFigures {
  readonly perSecond: number;
  /** Processor time of nodes and services per check. */
  readonly milliseconds: number;
  readonly cells: string[];
}

export const httpColumns = [
  ...['checks/s', 'p50 ms', 'p99 ms', 'ms of nodes', 'ms of services', 'idle', 'disk', 'answers'],
];

/** Measures checks over HTTP, with connections spread over the services. Each run has a separate collection. */
export async function checksOverHttp(run: HttpRun): Promise<HttpFigures> {
  const { services, nodes, method, connections, seconds, isNear } = run;
  const collection = `${method}-${randomUUID()}`;
  await create(services[0]!.url, collection, method);
  const next = wordPages(Math.floor(Math.random() * 2 ** 20), isNear);
  const used = services.slice(0, connections);
  const pids = used.map(({ child }) => child.pid!);
  const before = [processorSeconds(nodes), processorSeconds(pids), idleSeconds()] as const;
  const start = performance.now();
  const results = await Promise.all(
    used.map(({ url }) =>
      load({
        url,
        connections: connections / used.length,
        seconds,
        next: () => postRequest('/check', { ...next(), collection }),
      }),
    ),
  );
  const took = (performance.now() - start) / 1000;
  const idle = idleSeconds();
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  const latencies = results.flatMap((result) => [...result.latencies]);
  const ofNodes = ((processorSeconds(nodes) - before[0]) * 1000) / answered;
  const ofServices = ((processorSeconds(pids) - before[1]) * 1000) / answered;
  const share = (total: number) => total.toFixed(2);
  const perSecond = answered / took;
  return {
    perSecond,
    milliseconds: ofNodes + ofServices,
    cells: [
      figure(perSecond),
      figure(quantile(latencies, 0.5)),
      figure(quantile(latencies, 0.99)),
      figure(ofNodes),
      figure(ofServices),
      share((idle.idle - before[2].idle) / took),
      share((idle.disk - before[2].disk) / took),
      JSON.stringify(sumOf(results.map(({ statuses }) => statuses))),
    ],
  };
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [status, count] of all.flatMap(Object.entries<number>)) {
    sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
}

/** A service that has just read the collections sees a new one after a second. */
async function create(url: URL, name: string, method: Method): Promise<void> {
  const body = JSON.stringify({ name, recipe: { method } });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(new URL('/collections', url), { method: 'POST', body, headers });
  if (status !== 201) throw new Error(`POST /collections was answered with ${status}`);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
}
