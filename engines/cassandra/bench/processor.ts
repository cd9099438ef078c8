import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc. */
const ticksPerSecond = 100;

/** Total processor time of these processes so far, in seconds. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }, 0);
}

/** Seconds in which processors of this machine were idle, and in which they waited for a disk. */
export function idleSeconds(): { readonly idle: number; readonly disk: number } {
  const [, , , , idle, disk] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/);
  return { idle: Number(idle) / ticksPerSecond, disk: Number(disk) / ticksPerSecond };
}
