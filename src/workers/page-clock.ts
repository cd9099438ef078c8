import { processorTimeMs } from './thread-time.js';

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

/** Reason for giving up a page: it takes too much work, the machine is too busy, or no process has begun. */
export type Overrun = 'processor' | 'clock' | 'start';

export interface PageClock {
  /**
   * Starts the time of a page, which is on its way to a waiting process.
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
