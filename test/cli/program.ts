import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command line in a child process. */

const built = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface RunOptions {
  /** Standard input. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** `main.js` of another installation. */
  readonly program?: string;
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function spawnNeardup(args: readonly string[], options: RunOptions = {}): ChildProcess {
  return spawn(process.execPath, [options.program ?? built, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, NEARDUP_SIGNING_THREADS: '1', ...options.environment },
  });
}

/** Runs a command to its end. */
export function runNeardup(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = spawnNeardup(args, options);
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr!.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin!.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Writes a file into a directory and returns its path. */
export function writeInto(directory: string, name: string, content: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

export function ndjson(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
