import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { hangMs } from '../../../harness/hang.js';
import type { Operation } from './operations.js';

/** Plan of one process, from opening the file to its end. */
export interface Life {
  readonly operations: readonly Operation[];
  /** Rules of shim.c, one per line. */
  readonly plan: string;
  /** The file is closed, or the process is killed after or before the last answers. */
  readonly end: 'closed' | 'killed' | 'killed early';
}

export interface Told {
  /** Index of the operation. */
  readonly index: number;
  readonly answer?: unknown;
  readonly failure?: { readonly code: string; readonly message: string };
}

const child = fileURLToPath(new URL('./child.mjs', import.meta.url));

/**
 * Runs a life on a file to its end.
 * @param shim undefined for no planned failures
 */
export function live(
  file: string,
  buffered: number,
  { operations, plan, end }: Life,
  shim: string | undefined,
): readonly Told[] {
  const job = `${file}.life`;
  writeFileSync(job, serialize({ file, buffered, operations, end }));
  const faults = shim && { LD_PRELOAD: shim, FAULTS_PATH: file, FAULTS_PLAN: plan };
  const { stdout, error } = spawnSync(process.execPath, [child, job], {
    env: { PATH: process.env.PATH, ...faults },
    maxBuffer: 2 ** 28,
    timeout: hangMs,
  });
  if (error !== undefined) throw error;
  const lines = stdout.toString('latin1').split('\n').slice(0, -1);
  return lines.map((line) => deserialize(Buffer.from(line, 'base64')) as Told);
}
