import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { AnyBody } from '../answers/any-body.js';
import { builtFile } from '../build/built-file.js';

/** A directory that goes when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Settings for tests of pages: the time that a page may take is time on the clock of a busy machine. */
export const patient = { NEARDUP_EXTRACTION_TIME_MAX_MS: '20000' };

export interface Service extends Requests {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends the process and waits until it is gone; gives its exit code or signal. */
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
 * The built program in a process of its own, on a free port; ended with the test.
 * @param dataFile null: the environment names the store
 * @param logFile takes what the service writes but for the line that it is ready; else it is ignored
 * @param port 0: a free one; else that of a service that has ended
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
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
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

/** Requests with the key of an administrator, if there is one. */
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

/** Never resolves if the process ends before: its exit tells why. */
function readyUrl(child: ChildProcess, logFile: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    // Lines of the log may come in one piece with this line, on either side of it.
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const [, url] = / is ready at (http:\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
      else if (logFile !== undefined) appendFileSync(logFile, `${line}\n`);
    });
  });
}
