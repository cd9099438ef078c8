import { readFileSync } from 'node:fs';

/** Ticks of the clock by which /proc counts, a second. */
const ticksPerSecond = 100;

/** Seconds of processor time that these processes have taken so far. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }, 0);
}

/** Seconds in which processors of this machine had nothing to do, and in which they waited for a disk. */
export function idleSeconds(): { readonly idle: number; readonly disk: number } {
  const [, , , , idle, disk] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/);
  return { idle: Number(idle) / ticksPerSecond, disk: Number(disk) / ticksPerSecond };
}
