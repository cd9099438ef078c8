import { readFileSync } from 'node:fs';

/*
 * Processor time of another thread, even while it loops and does not respond. Linux has a file for each
 * thread. Node's own functions are missing in versions that we support, or only the thread itself can call
 * them. The threads that collect its garbage and compile its code are not counted.
 */

/** One clock tick of `stat`: USER_HZ is 100 wherever Node runs on Linux. (proc_pid_stat(5)) */
const tickMs = 10;

/**
 * Processor time of a thread since it began, in milliseconds and steps of 10.
 * @param stat its file below /proc
 * @returns null if it is unknown, for example because the thread has ended
 */
export function processorTimeMs(stat: string): number | null {
  try {
    return processorTimeIn(readFileSync(stat, 'latin1'));
  } catch {
    return null; // the thread has just ended, or there is no /proc
  }
}

/** Fields are counted from the last parenthesis, because a name may hold spaces and parentheses. */
export function processorTimeIn(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]); // utime and stime
  return Number.isFinite(ticks) ? ticks * tickMs : null;
}
