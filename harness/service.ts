import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyUrl } from './running-service.js';

/** Starts programs that print their address when ready. */
export type Start = (...command: string[]) => Promise<URL>;

/** Runs an action with a temporary directory, then stops its programs and removes its files. */
export async function withServices(
  run: (start: Start, directory: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  const children: ChildProcess[] = [];
  try {
    await run(async (...command) => {
      const child = spawn(process.execPath, command, {
        env: { ...process.env, NEARDUP_LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      return readyUrl(child);
    }, directory);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}
