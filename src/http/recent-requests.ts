import { createSlidingCounts } from '../detector/sliding-counts.js';

/**
 * How fast this process answers, for people who look on: the requests of the last minute, in an array of
 * counts a second. Durations are counted in bins that are 9 % wide, eight for each doubling:
 *
 *   column   0        1         2          3 …
 *            refused  failed    1 µs       1.09 µs …           up to a minute
 */
export interface RecentRequests {
  requestDone(now: number, status: number, milliseconds: number): void;
  recent(now: number): RequestRates;
}

export interface RequestRates {
  /** Mean over the last ten whole seconds and the present one. */
  readonly requestsPerSecond: number;
  /** Of the last minute, like all that follows; null: there was no request. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** Answered with a status from 500 on that is not 503. */
  readonly errorsPerMinute: number;
  /** Answered with 429 or 503. */
  readonly refusedPerMinute: number;
}

const rateSeconds = 10;
const binsADoubling = 8;
/** 2 to the 26th microseconds are 67 seconds. */
const bins = 26 * binsADoubling;
const [refusedColumn, failedColumn, firstBin] = [0, 1, 2];

export function createRecentRequests(): RecentRequests {
  const columns = firstBin + bins;
  const minute = createSlidingCounts({ steps: 61, stepMs: 1000, columns });
  const lately = createSlidingCounts({ steps: rateSeconds + 1, stepMs: 1000, columns: 1 });

  function requestDone(now: number, status: number, milliseconds: number): void {
    if (status === 429 || status === 503) minute.add(now, refusedColumn);
    else if (status >= 500) minute.add(now, failedColumn);
    const bin = Math.floor(Math.log2(milliseconds * 1000) * binsADoubling);
    minute.add(now, firstBin + Math.min(Math.max(bin, 0), bins - 1));
    lately.add(now, 0);
  }

  function recent(now: number): RequestRates {
    const sums = Array<number>(columns).fill(0);
    minute.addSums(now, sums);
    const durations = sums.slice(firstBin);
    return {
      requestsPerSecond: lately.addSums(now, [0]) / rateSeconds,
      p50Ms: quantile(durations, 0.5),
      p99Ms: quantile(durations, 0.99),
      errorsPerMinute: sums[failedColumn]!,
      refusedPerMinute: sums[refusedColumn]!,
    };
  }

  return { requestDone, recent };
}

/** The middle of the bin in which it lies, in milliseconds. */
function quantile(durations: readonly number[], share: number): number | null {
  const total = durations.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = Math.ceil(total * share);
  const bin = durations.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  return Number((2 ** ((bin + 0.5) / binsADoubling) / 1000).toPrecision(3));
}
