import { readFileSync, readlinkSync } from 'node:fs';

/*
 * How much processor time another thread has taken, also while it is in a loop and answers nothing.
 * Linux tells it in a file for each thread; Node's own ways either are missing in versions that we
 * support or are asked of the thread itself. Only the thread itself counts, not those that collect its
 * garbage and compile its code beside it.
 */

/** One clock tick of `stat`: USER_HZ is 100 wherever Node runs on Linux. (proc_pid_stat(5)) */
const tickMs = 10;

/** The file that tells of the calling thread; null where there is none. */
export function statOfThisThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    return null; // not Linux, or no /proc
  }
}

/**
 * Processor time of a thread since it began, in milliseconds and steps of 10.
 * @param stat as `statOfThisThread` gave it to that thread
 * @returns null if nothing tells it, as of a thread that is gone
 */
export function processorTimeMs(stat: string | null): number | null {
  if (stat === null) return null;
  try {
    return processorTimeIn(readFileSync(stat, 'latin1'));
  } catch {
    return null; // the thread has just ended
  }
}

/** Fields are counted from the last parenthesis, because a name may hold spaces and parentheses, too. */
export function processorTimeIn(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]); // utime and stime
  return Number.isFinite(ticks) ? ticks * tickMs : null;
}
