import { Agent } from 'node:http';
import fc from 'fast-check';
import {
  type RunningService,
  runService,
  stopService,
  verifySound,
} from '../../../harness/running-service.js';
import { description, judge } from '../../../openapi/conformance.js';
import { collecting, liveBytesOf, metricOf } from './live-memory.js';
import { anyRequest, type FuzzRequest } from './requests.js';
import { send, sendBytes } from './send.js';
import { collections } from './values.js';
import { anyBytes } from './wire.js';

export interface FuzzOptions {
  readonly file: string;
  /** Number of requests. */
  readonly requests: number;
  readonly seed: number;
  readonly onProgress?: (requests: number, residentBytes: number) => void;
}

export interface Fuzzed {
  /** Number of replies by status; `none` counts closed connections. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly operations: ReadonlySet<string>;
  /** Requests that took longer than `slowMs`. */
  readonly slow: readonly { readonly ms: number; readonly request: FuzzRequest }[];
  readonly slowestMs: number;
  readonly residentBytes: readonly number[];
  /** Live memory of the main thread after warm-up and at the end. */
  readonly liveBytes: { readonly warm: number; readonly end: number };
  readonly documents: number;
  /**
   * Failures: a 500, a reply that contradicts openapi.json, no reply in time, or a service whose memory keeps growing.
   */
  readonly faults: readonly Fault[];
}

export interface Fault {
  readonly what: string;
  /** Request as JSON, or its raw bytes in Latin-1; empty if the fault has no single request. */
  readonly request: string;
}

const atOnce = 8;
const slowMs = 2000;
const faultsMax = 50;
/** Number of requests between two memory measurements. */
const lookEvery = 1000;

/** Share of requests after which the service is warm: lazily loaded parts are loaded. */
const warmUp = 0.5;
/** Maximum further growth of caches: known words, jieba's files, buffers for the longest page. */
const growthBytesMax = 32 * 2 ** 20;

const environment = {
  ...collecting,
  NEARDUP_REQUEST_TIMEOUT_MS: '3000',
  NEARDUP_HEADERS_TIMEOUT_MS: '1000',
  NEARDUP_COLLECTIONS_MAX: '20',
  NEARDUP_LOG_LEVEL: 'silent',
};

/**
 * Sends requests of every kind to the built program, several concurrently, and compares each reply with openapi.json.
 * Then stops the program and verifies its file.
 *
 * @throws Error if the program exits early, or if its file is damaged
 */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const { file, requests, seed, onProgress } = options;
  const service = await runService(file, environment);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<string, number> = {};
  const operations = new Set<string>();
  const slow: { ms: number; request: FuzzRequest }[] = [];
  const residentBytes: number[] = [];
  const liveBytes = { warm: 0, end: 0 };
  const faults: Fault[] = [];
  let slowestMs = 0;
  let sent = 0;

  async function one(request: FuzzRequest): Promise<void> {
    const startedAt = performance.now();
    const answer = await send(service.url, agent, request);
    const ms = performance.now() - startedAt;
    slowestMs = Math.max(slowestMs, ms);
    if (ms > slowMs) slow.push({ ms, request });
    const status = answer?.status ?? 'none';
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (answer === null) return;
    const { operation, codes, faults: contradictions } = judge(answer);
    if (operation !== null) operations.add(`${operation} ${answer.status}`);
    if (answer.status === 500 || codes.includes('internal')) {
      throw new Error(`an unexpected error: ${answer.body.slice(0, 500)}`);
    }
    if (contradictions.length > 0) throw new Error(contradictions.join('; '));
  }

  async function wire(bytes: Buffer): Promise<void> {
    const text = await sendBytes(service.url, bytes);
    if (text !== '' && !/^HTTP\/1\.1 [1-4]\d\d /.test(text)) {
      throw new Error(`not an answer, or one of an error: ${text.slice(0, 500)}`);
    }
  }

  function note(request: string) {
    return (error: Error) => {
      if (faults.length < faultsMax) faults.push({ what: error.message, request });
    };
  }

  const batch = fc.tuple(
    fc.array(anyRequest(description), { minLength: atOnce - 1, maxLength: atOnce - 1 }),
    anyBytes,
  );
  const property = fc.asyncProperty(batch, async ([all, bytes]) => {
    await Promise.all([
      ...all.map((request) => one(request).catch(note(textOf(request)))),
      wire(bytes).catch(note(bytes.toString('latin1'))),
    ]);
    refuseEnded(service);
    const before = sent;
    sent += atOnce;
    if (before < warmUp * requests && sent >= warmUp * requests) {
      liveBytes.warm = await liveBytesOf(service);
    }
    if (Math.floor(before / lookEvery) === Math.floor(sent / lookEvery)) return;
    residentBytes.push(await residentOf(service));
    onProgress?.(sent, residentBytes.at(-1)!);
  });
  try {
    await createCollections(service);
    await fc.assert(property, { seed, numRuns: Math.ceil(requests / atOnce), endOnFailure: true });
    agent.destroy();
    liveBytes.end = await liveBytesOf(service);
    await stopService(service, 'SIGTERM');
  } finally {
    agent.destroy();
    await stopService(service, 'SIGKILL');
  }
  const documents = verifySound(file);
  const grown = liveBytes.end - liveBytes.warm;
  if (grown > growthBytesMax) {
    faults.push({
      what: `the service holds on to ${grown} bytes more than when warm`,
      request: '',
    });
  }
  return { statuses, operations, slow, slowestMs, residentBytes, liveBytes, documents, faults };
}

function textOf({ body, ...request }: FuzzRequest): string {
  return JSON.stringify({ ...request, body: body?.toString('latin1') ?? null });
}

async function createCollections({ url }: RunningService): Promise<void> {
  for (const name of collections.slice(1)) {
    const body = JSON.stringify({ name, keepText: name === 'kept' });
    const headers = { 'content-type': 'application/json' };
    await fetch(new URL('/collections', url), { method: 'POST', headers, body });
  }
}

function refuseEnded({ child }: RunningService): void {
  if (child.exitCode === null && child.signalCode === null) return;
  throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}`);
}

async function residentOf({ url }: RunningService): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  return metricOf(metrics, 'process_resident_memory_bytes');
}
