import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiledFile } from '../src/package-facts.js';
import { verifyFile } from '../src/store/sqlite/maintenance/verify-file.js';

/** The built program in a process of its own, on a free port. */
export interface RunningService {
  readonly child: ChildProcess;
  readonly url: URL;
}

export async function runService(
  file: string,
  environment: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<RunningService> {
  const program = compiledFile('main.js').pathname;
  const serve = [...nodeFlags, program, 'serve', '--port', '0', '--data', file];
  const child = spawn(process.execPath, serve, {
    env: { ...process.env, NEARDUP_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, url: await readyUrl(child) };
}

/**
 * Where a program that was just started is to be reached, by the line that it prints when it is ready;
 * there may be others before it.
 * @throws if it ends without one
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

/** Ends the service, unless it has ended, and waits until it is gone. */
export async function stopService(
  { child }: RunningService,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** @throws if the file that a service left is not sound; @returns how many documents it holds */
export function verifySound(file: string): number {
  const { faults, documents } = verifyFile(file, { repair: false, onProgress: () => {} });
  if (faults.length === 0) return documents;
  throw new Error(`The file is not sound: ${faults.map(({ what }) => what).join('; ')}`);
}
