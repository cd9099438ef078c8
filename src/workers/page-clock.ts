import { readFileSync } from 'node:fs';

/*
 * Limits the work on a page by the processor time of its thread: by wall clock time, a busy machine would
 * refuse good pages forever. A second limit by wall clock covers a thread that sleeps or waits; a page that
 * reaches this limit is not necessarily at fault.
 *
 *   begun ──────── timeMaxMs by wall clock: read the processor time
 *                  │ used 600 of 1500: read again after 900 ms, the earliest time for 1500
 *                  ▼
 *                  … until it has used 1500: `processor`, or clockFactor × 1500 have passed: `clock`
 *
 * If the processor time of a thread cannot be read, only the wall clock counts.
 */

/**
 * Ratio of the wall clock limit to the limit of processor time: the delay of a page if ten processes compete
 * for one core.
 */
export const clockFactor = 10;

/** Time limit for the start of a process, which usually takes some hundred milliseconds. */
const startMaxMs = 30_000;
const lookMinMs = 10;

/** Reason for giving up a page: it takes too much work, the machine is too busy, or no process has started. */
export type Overrun = 'processor' | 'clock' | 'start';

export interface PageClock {
  /**
   * Starts the clock of a page, which is being sent to an idle process.
   * @param stat the file with the processor time of the process
   */
  begun(stat: string): void;
  hasBegun(): boolean;
  stop(): void;
  /** Aborted when the page is given up, with an `Overrun` as the reason. */
  readonly signal: AbortSignal;
}

export function startPageClock(timeMaxMs: number): PageClock {
  const over = new AbortController();
  const giveUp = (reason: Overrun) => over.abort(reason);
  let timer = setTimeout(giveUp, startMaxMs, 'start');
  let hasBegun = false;

  return {
    begun(stat) {
      hasBegun = true;
      const spentMs = processorTimeMs(stat);
      const startedAt = performance.now();
      const look = () => {
        const timeMs = processorTimeMs(stat);
        const leftMs = timeMs === null ? null : timeMaxMs - (timeMs - (spentMs ?? timeMs));
        const clockLeftMs = clockFactor * timeMaxMs - (performance.now() - startedAt);
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
    return null; // the thread has just ended, or this system has no /proc
  }
}

/** Counts fields from the last parenthesis, because a name may contain spaces and parentheses. */
export function parseProcessorTime(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]); // utime and stime
  return Number.isFinite(ticks) ? ticks * tickMs : null;
}
