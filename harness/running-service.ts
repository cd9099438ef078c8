import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiledFile } from '../src/package-facts.js';
import { verifyFile } from '../src/store/sqlite/maintenance/verify-file.js';

/** The built program in a separate process, on a free port. */
export interface RunningService {
  readonly child: ChildProcess;
  readonly url: URL;
}

/** Runs a service over a file. */
export function runService(
  file: string,
  environment: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<RunningService> {
  return runServiceOf(['--data', file], environment, nodeFlags);
}

/**
 * @param store options for the location of documents
 * @param program program of another build
 */
export async function runServiceOf(
  store: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
  program = compiledFile('main.js').pathname,
): Promise<RunningService> {
  const serve = [...nodeFlags, program, 'serve', '--port', '0', ...store];
  const child = spawn(process.execPath, serve, {
    env: { ...process.env, NEARDUP_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, url: await readyUrl(child) };
}

/**
 * Returns the address of a program that was just started, from the line it prints when ready; other lines may precede
 * it.
 * @throws Error if the program ends without such a line
 */
export async function readyUrl(child: ChildProcess): Promise<URL> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, url] = / (http:\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stdout?.resume();
    return new URL(url);
  }
  throw new Error('The service ended instead of starting');
}

/** Stops the service unless it has ended, and waits for its exit. */
export async function stopService(
  { child }: RunningService,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/**
 * @returns number of documents in a service's file
 * @throws Error if the file is damaged
 */
export function verifySound(file: string): number {
  const { faults, documents } = verifyFile(file, { repair: false, onProgress: () => {} });
  if (faults.length === 0) return documents;
  throw new Error(`The file is not sound: ${faults.map(({ what }) => what).join('; ')}`);
}
