import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs a file of this folder in a separate process. */
export function forkHere(file: string): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    execArgv: ['--import', 'tsx'],
    // Allows bytes.
    serialization: 'advanced',
  });
}

/** Returns the next message of a process. @throws Error if the process exits first */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process ended with ${code} before it spoke`)));
  });
}

/** Kills a process unless it has exited, and waits for its exit. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
