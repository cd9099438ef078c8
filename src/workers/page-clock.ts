import { processorTimeMs } from './thread-time.js';

/*
 * The work on a page is limited in processor time of its thread: on a machine with other work, a good page
 * is late by the clock, and would be refused forever. The clock has a limit of its own, for a thread that
 * sleeps or waits; a page that reaches that limit is not known to be at fault.
 *
 *   begun ──────── timeMaxMs by the clock: read the processor time
 *                  │ had 600 of 1500: read again 900 ms later, as it cannot reach 1500 before
 *                  ▼
 *                  … until it had 1500: `processor`, or clockFactor × 1500 have passed: `clock`
 *
 * If the processor time of a thread cannot be read, only the clock counts.
 */

/**
 * Ratio of the limit by the clock to that by processor time: the wait of a page if ten compete for one
 * core.
 */
export const clockFactor = 10;

/** A thread takes some hundred milliseconds to load; after this time it is given up. */
const startMaxMs = 30_000;
const lookMinMs = 10;

/** Why a page is given up: it was too much work, the machine had no time for it, no thread began. */
export type Overrun = 'processor' | 'clock' | 'start';

export interface PageClock {
  /**
   * The page is on its way to a thread that waits for it.
   * @param stat the file with the processor time of the thread
   */
  begun(stat: string): void;
  hasBegun(): boolean;
  stop(): void;
  /** Aborted when the page is given up; its reason is an `Overrun`. */
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
