import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiledFile } from '../src/package-facts.js';
import { verifyFile } from '../src/store/sqlite/verify-file.js';

/** The built program in a process of its own, on a free port. */
export interface RunningService {
  readonly child: ChildProcess;
  readonly url: URL;
}

export async function runService(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const program = compiledFile('main.js').pathname;
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', file], {
    env: { ...process.env, NEARDUP_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The service ended with code ${code} instead of starting`);
    }),
  ])) as [string];
  return { child, url: new URL(/http:\S+/.exec(line)?.[0] as string) };
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
