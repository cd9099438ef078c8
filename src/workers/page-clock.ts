import { readFileSync } from 'node:fs';

/*
 * Limits the processor time spent on a page. If wall clock time were limited instead, a busy machine would reject a
 * good page at every retry. A second, longer limit on wall clock time stops a page whose thread sleeps or waits. A page
 * that reaches this second limit is not necessarily at fault.
 *
 *   begun ──────── after timeMaxMs (here 1500 ms) by wall clock: read the processor time
 *                  │ 600 ms used: read again 900 ms later, when 1500 ms can be reached at the earliest
 *                  ▼
 *                  … until 1500 ms are used (`processor`), or clockFactor × 1500 ms have passed (`clock`)
 *
 * If the processor time of a thread cannot be read, only the limit on wall clock time applies.
 */

/**
 * Ratio of the wall clock limit to the limit of processor time. A ratio of 10 is sufficient for ten processes that
 * compete for one core.
 */
export const clockFactor = 10;

/** Time limit for the start of a process, which usually takes some hundred milliseconds. */
const startMaxMs = 30_000;
const lookMinMs = 10;

/** Limit that a page exceeded when it was given up: processor time, wall clock time, or time for a process to start. */
export type Overrun = 'processor' | 'clock' | 'start';

export interface PageClock {
  /**
   * Starts the clock. Must be called just before the page is sent to an idle process.
   * @param stat path of the file with the processor time of the process
   */
  begun(stat: string): void;
  hasBegun(): boolean;
  stop(): void;
  /** Aborted when the page is given up, with an `Overrun` as the reason. */
  readonly signal: AbortSignal;
}

/** @param patience factor by which the limits of wall clock time are longer */
export function startPageClock(timeMaxMs: number, patience = 1): PageClock {
  const over = new AbortController();
  const giveUp = (reason: Overrun) => over.abort(reason);
  let timer = setTimeout(giveUp, patience * startMaxMs, 'start');
  let hasBegun = false;

  return {
    begun(stat) {
      hasBegun = true;
      const spentMs = processorTimeMs(stat);
      const startedAt = performance.now();
      const look = () => {
        const timeMs = processorTimeMs(stat);
        const leftMs = timeMs === null ? null : timeMaxMs - (timeMs - (spentMs ?? timeMs));
        const clockLeftMs = patience * clockFactor * timeMaxMs - (performance.now() - startedAt);
        if (leftMs !== null && leftMs <= 0) giveUp('processor');
        else if (clockLeftMs <= 0) giveUp('clock');
        else
          timer = setTimeout(
            look,
            Math.max(lookMinMs, Math.min(leftMs ?? clockLeftMs, clockLeftMs)),
          );
      };
      clearTimeout(timer);
      timer = setTimeout(look, timeMaxMs);
    },
    hasBegun: () => hasBegun,
    stop: () => clearTimeout(timer),
    signal: over.signal,
  };
}

/*
 * Reads the processor time of another thread from a file that Linux provides for each thread,
 * `/proc/<pid>/task/<tid>/stat`. The file can be read even if the thread is in an endless loop and does not respond.
 * Node's own functions are missing in some supported versions, or can be called only by the thread itself. Threads for
 * garbage collection and compilation are not counted.
 */

/**
 * Length of a clock tick in a `stat` file, in milliseconds: USER_HZ is 100 wherever Node runs on Linux
 * (proc_pid_stat(5)).
 */
const tickMs = 10;

/**
 * Processor time of a thread since its start, in milliseconds, with a resolution of 10 ms.
 * @param stat `stat` file of the thread, below /proc
 * @returns null if unknown, for example because the thread has ended
 */
export function processorTimeMs(stat: string): number | null {
  try {
    return parseProcessorTime(readFileSync(stat, 'latin1'));
  } catch {
    return null; // the thread has just ended, or this system has no /proc
  }
}

/**
 * Parses a `stat` file. Its fields are counted from the last parenthesis, because the process name in front of it may
 * contain spaces and parentheses.
 */
export function parseProcessorTime(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]); // utime and stime
  return Number.isFinite(ticks) ? ticks * tickMs : null;
}
