import { readFileSync } from 'node:fs';

/*
 * Reads the processor time of another thread, even while it loops and does not respond, from its file in Linux.
 * Node's own functions are missing in supported versions, or only the thread itself can call them. The threads
 * for garbage collection and compilation are not counted.
 */

/** One clock tick of `stat`: USER_HZ is 100 wherever Node runs on Linux (proc_pid_stat(5)). */
const tickMs = 10;

/**
 * Processor time of a thread since its start, in milliseconds, with a resolution of 10.
 * @param stat its file below /proc
 * @returns null if unknown, for example because the thread has ended
 */
export function processorTimeMs(stat: string): number | null {
  try {
    return parseProcessorTime(readFileSync(stat, 'latin1'));
  } catch {
    return null; // the thread has just ended, or there is no /proc
  }
}

/** Counts fields from the last parenthesis, because a name may contain spaces and parentheses. */
export function parseProcessorTime(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]); // utime and stime
  return Number.isFinite(ticks) ? ticks * tickMs : null;
}
