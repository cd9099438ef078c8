import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few MiB that can become full. */
export interface SmallDisk {
  readonly directory: string;
  /** Takes all remaining space. */
  fill(): void;
  /** Frees the space occupied by `fill`. */
  empty(): void;
}

/**
 * Runs an action with a file system in memory, which requires permission to mount.
 * @returns undefined, without running the action, if the file system cannot be mounted
 */
export async function withSmallDisk<T>(
  mebibytes: number,
  run: (disk: SmallDisk) => Promise<T>,
): Promise<T | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory];
  const mounted = spawnSync('mount', options).status === 0;
  try {
    return mounted ? await run(smallDisk(directory)) : undefined;
  } finally {
    if (mounted) spawnSync('umount', [directory]);
    rmSync(directory, { recursive: true, force: true });
  }
}

function smallDisk(directory: string): SmallDisk {
  const filler = join(directory, 'filler');
  return {
    directory,
    fill() {
      const handle = openSync(filler, 'w');
      try {
        for (;;) writeSync(handle, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(handle);
      }
    },
    empty: () => rmSync(filler, { force: true }),
  };
}
