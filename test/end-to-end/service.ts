import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { hangMs } from '../../harness/hang.js';
import type { AnyBody } from '../answers/any-body.js';
import { builtFile } from '../build/built-file.js';

/** Creates a directory that is deleted at the end of the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Settings for tests of pages: no page of theirs may reach the time limit on a busy machine. */
export const longExtraction = { NEARDUP_EXTRACTION_TIME_MAX_MS: String(hangMs) };

export interface Service extends Requests {
  readonly url: string;
  readonly process: ChildProcess;
  /** Stops the process, and waits for its end and its last output; returns the exit code or signal. */
  stop(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface Requests {
  post(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: AnyBody }>;
  get(path: string): Promise<{ status: number; body: AnyBody }>;
}

/**
 * Runs the built program in a separate process on a free port until the end of the test.
 * @param dataFile null if the environment names the store
 * @param logFile receives the output after the ready line; otherwise the output is discarded
 * @param port 0 for a free port, or the port of a stopped service
 */
export async function startService(
  dataFile: string | null,
  environment: Record<string, string> = {},
  logFile?: string,
  port = '0',
): Promise<Service> {
  const data = dataFile === null ? [] : ['--data', dataFile];
  const child = spawn(
    process.execPath,
    [builtFile('main.js').pathname, 'serve', '--port', port, ...data],
    {
      env: { PATH: process.env.PATH, NEARDUP_LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  // On `exit`, its last lines may still be in the pipe.
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const url = await Promise.race([
    readyUrl(child, logFile),
    exited.then(([code]) => Promise.reject(new Error(`the service ended with code ${code}`))),
  ]);
  return {
    url,
    process: child,
    async stop(signal) {
      child.kill(signal);
      const [code, endedBy] = await exited;
      return code ?? (endedBy as NodeJS.Signals);
    },
    ...requestsTo(url, environment.NEARDUP_API_KEY),
  };
}

/** Sends requests with the administrator's key, if there is one. */
export function requestsTo(url: string, apiKey: string | undefined): Requests {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
  const read = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  });
  return {
    post: async (path, body, more = {}) => {
      const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
      return read(await fetch(url + path, init));
    },
    get: async (path) => read(await fetch(url + path, { headers })),
  };
}

/** Never resolves if the process exits first; its exit reports the reason. */
function readyUrl(child: ChildProcess, logFile: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    // Log lines may arrive together with this line, before or after it.
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const [, url] = / is ready at (http:\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
      else if (logFile !== undefined) appendFileSync(logFile, `${line}\n`);
    });
  });
}
