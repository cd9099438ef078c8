import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles a disk with planned failures (shim.c).
 * @returns the file to load before the C library; undefined without Linux or a C compiler
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
