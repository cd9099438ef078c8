import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of its own that runs a file of this folder. */
export function forkHere(file: string): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    execArgv: ['--import', 'tsx'],
    // Also takes bytes.
    serialization: 'advanced',
  });
}

/** Next message of a process. @throws Error if it ends before */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process ended with ${code} before it spoke`)));
  });
}

/** Kills it at once, if it has not ended, and waits until it is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
