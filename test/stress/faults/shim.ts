import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles the disk that fails by plan (shim.c).
 * @returns the file to load before the C library; undefined if this is not Linux or there is no
 *   compiler
 */
export function compileShim(directory: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const source = fileURLToPath(new URL('./shim.c', import.meta.url));
  const shim = join(directory, 'shim.so');
  const { status, error, stderr } = spawnSync('cc', [
    ...['-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl'],
  ]);
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(`The shim does not compile: ${stderr}`);
  return shim;
}
