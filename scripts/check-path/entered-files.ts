import { once } from 'node:events';
import type { Profiler, Runtime } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type InspectedThread, inspectThreads } from './inspected-threads.js';

const warmChecks = 200;
/** Number of checks that must all enter a file for it to count, which excludes timers. */
const countedChecks = 5;
/** Delay after the reply, so that later work in the store's thread is counted with its check. */
const settleMs = 100;

/**
 * Lists source files with at least one function that runs during a check of a new document over HTTP, in order of first
 * entry. The service is warm, and the precise coverage of V8 covers every thread. Code that runs only when its module
 * is loaded does not count.
 * @param root repository with a built `dist`
 */
export async function enteredFiles(root: string, database: string): Promise<string[]> {
  const check = await startService(root, database);
  for (let i = 0; i < warmChecks; i++) await check();
  const threads = await inspectThreads();
  for (const { post } of threads) {
    await post('Profiler.enable');
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  await check();
  await sleep(settleMs);
  let counted: Map<string, Entered> | undefined;
  for (let i = 0; i < countedChecks; i++) {
    await entered(root, threads);
    await check();
    await sleep(settleMs);
    const now = await entered(root, threads);
    counted = new Map([...(counted ?? now)].filter(([path]) => now.has(path)));
  }
  for (const { post } of threads) await post('Profiler.stopPreciseCoverage');
  return inOrder(threads, counted!, check);
}

interface Entered {
  readonly thread: InspectedThread;
  readonly scriptId: string;
  /** Offsets of functions that ran. */
  readonly offsets: readonly number[];
}

/** Returns the functions that ran since the last call, by source file and thread. */
async function entered(
  root: string,
  threads: readonly InspectedThread[],
): Promise<Map<string, Entered>> {
  const dist = pathToFileURL(join(root, 'dist/')).href;
  const found = new Map<string, Entered>();
  for (const [number, thread] of threads.entries()) {
    const { result } = await thread.post<Profiler.TakePreciseCoverageReturnType>(
      'Profiler.takePreciseCoverage',
    );
    for (const { url, scriptId, functions } of result) {
      if (!url.startsWith(dist)) continue;
      const offsets = functions
        .map(({ ranges }) => ranges[0]!)
        .filter(({ count, startOffset }) => count > 0 && startOffset > 0)
        .map(({ startOffset }) => startOffset);
      if (offsets.length === 0) continue;
      const path = `src/${url.slice(dist.length).replace(/\.js$/, '.ts')}`;
      found.set(`${number} ${path}`, { thread, scriptId, offsets });
    }
  }
  return found;
}

/** Runs one more check, in which each function records its entry. */
async function inOrder(
  threads: readonly InspectedThread[],
  counted: ReadonlyMap<string, Entered>,
  check: () => Promise<void>,
): Promise<string[]> {
  const enabled = new Set<InspectedThread>();
  for (const [key, { thread, scriptId, offsets }] of counted) {
    if (!enabled.has(thread)) await thread.post('Debugger.enable');
    enabled.add(thread);
    const { scriptSource } = await thread.post<{ readonly scriptSource: string }>(
      'Debugger.getScriptSource',
      { scriptId },
    );
    for (const offset of offsets) {
      const before = scriptSource.slice(0, offset).split('\n');
      const location = {
        scriptId,
        lineNumber: before.length - 1,
        columnNumber: before.at(-1)!.length,
      };
      // The condition records the moment and is false, so execution never stops.
      const noted = `(globalThis.entered ??= {})[${JSON.stringify(key)}]`;
      const condition = `${noted} ??= performance.timeOrigin + performance.now(), false`;
      await thread.post('Debugger.setBreakpoint', { location, condition }).catch(nowhereToStop);
    }
  }
  await check();
  await sleep(settleMs);
  const moments = new Map<string, number>();
  for (const { post } of threads) {
    const { result } = await post<Runtime.EvaluateReturnType>('Runtime.evaluate', {
      expression: 'globalThis.entered ?? {}',
      returnByValue: true,
    });
    for (const [key, moment] of Object.entries(result.value as Record<string, number>)) {
      moments.set(key, moment);
    }
    await post('Debugger.disable').catch(nowhereToStop);
  }
  const last = Number.POSITIVE_INFINITY;
  const momentOf = (key: string) => moments.get(key) ?? last;
  const keys = [...counted.keys()].sort((a, b) => momentOf(a) - momentOf(b));
  return [...new Set(keys.map((key) => key.slice(key.indexOf(' ') + 1)))];
}

/** V8 cannot stop in this function. Another function records the entry, or the file is listed last. */
function nowhereToStop(error: Error): void {
  if (!/breakpoint|not enabled/i.test(error.message)) throw error;
}

/** Runs the built program in this process. Returns a function that checks one new document. */
async function startService(root: string, database: string): Promise<() => Promise<void>> {
  const port = await freePort();
  process.env.NEARDUP_LOG_LEVEL = 'warn';
  // An idle signing thread would wait without responding to the inspector.
  process.env.PISCINA_DISABLE_ATOMICS = '1';
  // Longer than the whole measurement.
  process.env.NEARDUP_SWEEP_INTERVAL_MS = '3600000';
  process.argv = [process.execPath, 'neardup', 'serve', '--port', `${port}`, '--data', database];
  await import(pathToFileURL(join(root, 'dist/main.js')).href);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await sleep(settleMs);
  }
  let number = 0;
  return async () => {
    number += 1;
    const words = Array.from({ length: 60 }, (_, i) => `w${number * 7919 + i * 104_729}`);
    const reply = await fetch(`${url}/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: `page/${number}`, text: words.join(' ') }),
    });
    const { decision } = (await reply.json()) as { readonly decision?: string };
    if (decision !== 'new') throw new Error(`The check of a new document decided "${decision}"`);
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
