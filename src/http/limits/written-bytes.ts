import { NeardupError } from '../../errors.js';

const dayMs = 86_400_000;

/**
 * Bytes that each API key has sent today (UTC) in the bodies of writing requests, inflated, and a quota for them. What is
 * stored is in proportion to these bytes. The counts are in memory, so a restart begins a new day.
 */
export interface WrittenBytes {
  /** Returns the bytes that a key has sent today. */
  today(key: string): number;
  /** Counts bytes. @returns a `rate_limited` error beyond the quota; the bytes then do not count */
  add(key: string, bytes: number): NeardupError | null;
}

/** @param dailyMax quota in bytes; 0: none */
export function createWrittenBytes(dailyMax: number, clock: () => number = Date.now): WrittenBytes {
  const byKey = new Map<string, number>();
  let day = 0;

  function today(key: string): number {
    const now = Math.floor(clock() / dayMs);
    if (now !== day) byKey.clear();
    day = now;
    return byKey.get(key) ?? 0;
  }

  return {
    today,
    add(key, bytes) {
      const sum = today(key) + bytes;
      if (dailyMax > 0 && sum > dailyMax) {
        return new NeardupError(
          'rate_limited',
          `This API key may send ${dailyMax} bytes in writing requests a day (UTC), and this request would make it ${sum}; send it again tomorrow`,
          { retryAfterSeconds: Math.ceil(((day + 1) * dayMs - clock()) / 1000) },
        );
      }
      byKey.set(key, sum);
      return null;
    },
  };
}
